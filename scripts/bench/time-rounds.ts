import { spawn } from "node:child_process";
import { once } from "node:events";
import { divide, median } from "./bench-part";

/** The least that a program on Node.js can take. */
export const LEAST_NAME = "`node -e 0`";

/** Times in milliseconds, one for each round. */
export interface TimedRounds {
  readonly leastMs: readonly number[];
  readonly times: ReadonlyMap<string, readonly number[]>;
  /** Rows of a table: the name, the median of its times, and that of their ratios to the least program. */
  readonly rows: readonly (readonly string[])[];
}

const ROUNDS = 21;
const QUICK_ROUNDS = 5;
/** The first rounds fill the file cache and compile the client's code. */
const WARM_UP_ROUNDS = 3;

/**
 * Times actions by their names, compared with the start of Node.js. Each round does everything once, so that
 * the machine's own speed cancels out of the ratios.
 */
export async function timeRounds(
  isQuick: boolean,
  actions: readonly (readonly [name: string, time: () => Promise<number>])[],
): Promise<TimedRounds> {
  const leastMs: number[] = [];
  const times = new Map(actions.map(([name]): [string, number[]] => [name, []]));
  for (let round = -WARM_UP_ROUNDS; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round += 1) {
    const ms = await timeProgram(["-e", "0"], { PATH: process.env["PATH"] });
    if (round >= 0) leastMs.push(ms);
    for (const [name, time] of actions) {
      const durationMs = await time();
      if (round >= 0) times.get(name)?.push(durationMs);
    }
  }
  const rows = [[LEAST_NAME, leastMs] as const, ...times].map(([name, all]) => [
    name,
    median(all).toFixed(1),
    divide(all, leastMs).toFixed(2),
  ]);
  return { leastMs, times, rows };
}

/** Runs a program with Node.js. @returns milliseconds until its end. @throws Error if it fails */
export async function timeProgram(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed with ${status}.`);
  return performance.now() - startedAt;
}
