import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type BenchContext, divide, median, type PartReport } from "./bench-part";
import { startMeasuredService } from "./measured-service";

/** The least that a command on Node.js can take. */
const LEAST_NAME = "`node -e 0`";

const ID = "github.com/acme/web/main";

/** A queue as a stack gives it to `local-exec`. */
const QUEUE = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  target_branch: "main",
  concurrency: 2,
};

const ENVIRONMENT = {
  MERGEQUEUE_QUEUE: JSON.stringify(QUEUE),
  MERGEQUEUE_QUEUE_ID: ID,
  MERGEQUEUE_DELETION: "{}",
};

/** A command line, and the most that it may take, as a multiple of the least program. */
interface Row {
  readonly args: readonly string[];
  readonly limit: number;
  readonly missed?: string;
}

const COMPILED_ANEW = "Node.js 20 compiles the code in each process";

/** In an order in which each finds what it needs, and the last one leaves nothing. */
const ROWS: readonly Row[] = [
  { args: ["--version"], limit: 1.6 },
  ...[["--help"], ["completion", "bash"]].map((args) => ({
    args,
    limit: 1.6,
    missed: `the parser and the definitions of all commands take 20 ms; ${COMPILED_ANEW}`,
  })),
  ...[
    ["local-exec", "create"],
    ["local-exec", "configure"],
    ["queue", "get", ID],
    ["local-exec", "delete"],
  ].map((args) => ({
    args,
    limit: 2.5,
    missed: `the parser, the HTTP client and the schemas take 50 ms; ${COMPILED_ANEW}`,
  })),
];

const ROUNDS = 21;
const QUICK_ROUNDS = 5;
const WARM_UP_ROUNDS = 3;

/**
 * Measures how long the command takes, compared with the start of Node.js. Each round runs everything once,
 * so that the machine's own speed cancels out of the ratios.
 */
export async function measureCommand({ root, isQuick }: BenchContext): Promise<PartReport> {
  const home = await mkdtemp(join(tmpdir(), "bench-command-"));
  const service = await startMeasuredService({ scheme: "http", latencyMs: 0 });
  try {
    const token = service.emulator.token;
    const env = { ...ENVIRONMENT, HOME: home, MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: token };
    const leastMs: number[] = [];
    const times = ROWS.map((): number[] => []);
    for (let round = -WARM_UP_ROUNDS; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round += 1) {
      const ms = await timeProgram(["-e", "0"], env);
      if (round >= 0) leastMs.push(ms);
      for (const [index, { args }] of ROWS.entries()) {
        const durationMs = await timeProgram([join(root, "dist/cli.js"), ...args], env);
        if (round >= 0) times[index]?.push(durationMs);
      }
    }
    return reportCommand(times, leastMs);
  } finally {
    await service.close();
    await rm(home, { recursive: true, force: true });
  }
}

function reportCommand(times: readonly (readonly number[])[], leastMs: readonly number[]): PartReport {
  const rows = ROWS.map(({ args: [first = "", second = ""], limit, missed }, index) => {
    const all = times[index] ?? [];
    return { name: `\`${`${first} ${second}`.trim()}\``, all, ratio: divide(all, leastMs), limit, missed };
  });
  return {
    figures: rows.map(({ name, ratio, limit, missed }) => ({
      ...atMost(`${name} / ${LEAST_NAME}`, ratio, limit),
      missed,
    })),
    section: {
      title: "Command",
      text:
        "The command `mergequeue` from its start to its end; the last four call a local service over http. A stack with\n" +
        `\`via: "local-exec"\` runs it about three times for each queue. Medians of ${leastMs.length} rounds.`,
      columns: ["", "time, ms", `time / ${LEAST_NAME}`],
      rows: [
        [LEAST_NAME, median(leastMs).toFixed(1), "1.00"],
        ...rows.map(({ name, all, ratio }) => [name, median(all).toFixed(1), ratio.toFixed(2)]),
      ],
    },
  };
}

/** Runs a program. @returns milliseconds until its end */
async function timeProgram(args: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"], env });
  const [status] = (await once(child, "exit")) as [number | null];
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed with ${status}.`);
  return performance.now() - startedAt;
}
