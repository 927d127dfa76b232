import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault } from "../../src/emulator/faults";
import { delay } from "../../src/emulator/faults";
import type { Emulator } from "../../src/emulator/start-emulator";
import { startEmulator } from "../../src/emulator/start-emulator";
import { runCommand } from "../support/run-command";
import type { Figure } from "./figure";
import { makeFleetId } from "./make-fleet-id";

const QUEUES = 1_000;
const MANY_QUEUES = 5_000;
const LATENCY_MS = 20;
const LIMIT_SECONDS = 4;
const MOST_IN_FLIGHT = 20;
const LIMIT_KIBIBYTES = 10;
/** Every tenth queue has that many pull requests in it. */
const PULL_REQUESTS = 5;

/**
 * Measures plans of many queues, each of which differs from what is declared: how long the command takes while the
 * service takes 20 ms for every answer, process start and reading the stack included; the requests on their way; and
 * the memory that a plan holds.
 * @param root - directory of the project, built
 */
export async function measureFleet(root: string): Promise<Figure[]> {
  const scratch = await mkdtemp(join(tmpdir(), "bench-"));
  const emulator = await startEmulator({ keptRequests: "none" });
  try {
    fillService(emulator, MANY_QUEUES);
    await writeFile(join(scratch, "main.tf.json"), JSON.stringify(declareFleet(QUEUES)));
    const counter = createCounter();
    emulator.setFaults(counter.fault, delay(LATENCY_MS));
    const seconds = (await timeCommand(root, scratch, emulator)) / 1_000;
    emulator.setFaults();
    const few = await measureHeap(root, emulator, QUEUES);
    const many = await measureHeap(root, emulator, MANY_QUEUES);
    const kibibytes = (many - few) / (MANY_QUEUES - QUEUES) / 1_024;
    return [
      {
        name: `mergequeue plan of ${QUEUES} queues at ${LATENCY_MS} ms latency`,
        value: `${seconds.toFixed(2)} s`,
        limit: `below ${LIMIT_SECONDS} s`,
        isKept: seconds < LIMIT_SECONDS,
      },
      {
        name: "requests of that plan in flight at once",
        value: String(counter.most),
        limit: `at most ${MOST_IN_FLIGHT}`,
        isKept: counter.most <= MOST_IN_FLIGHT,
      },
      {
        name: `memory that a plan holds for each queue more, from ${QUEUES} to ${MANY_QUEUES}`,
        value: `${kibibytes.toFixed(2)} KiB`,
        limit: `below ${LIMIT_KIBIBYTES} KiB`,
        isKept: kibibytes < LIMIT_KIBIBYTES,
      },
    ];
  } finally {
    await emulator.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Answers a stack as the CDK writes it: one resource a queue. */
function declareFleet(count: number): object {
  const queues = Array.from({ length: count }, (_, index) => {
    const { repo, targetBranch } = makeFleetId(index);
    const settings = { mode: "parallel", concurrency: 3, required_statuses: ["ci/build"] };
    return [`service-${index}`, { repo, target_branch: targetBranch, ...settings }] as const;
  });
  return { resource: { mergequeue_queue: Object.fromEntries(queues) } };
}

/** @returns milliseconds from the start of the process to its end */
async function timeCommand(root: string, directory: string, emulator: Emulator): Promise<number> {
  const startedAt = performance.now();
  const args = [join(root, "dist/cli.js"), "plan", directory, "--json"];
  const output = await runNode(args, directory, emulator);
  const durationMs = performance.now() - startedAt;
  if (!output.includes(`"update": ${QUEUES}`)) throw new Error(`This is no plan: ${output.slice(0, 500)}`);
  return durationMs;
}

/** @returns bytes that are held when the plan is there */
async function measureHeap(root: string, emulator: Emulator, count: number): Promise<number> {
  const args = ["--expose-gc", "--import", "tsx", "scripts/bench/plan-fleet.ts", String(count)];
  return Number(await runNode(args, root, emulator));
}

function fillService({ engine }: Emulator, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const identity = makeFleetId(index);
    engine.apply({ type: "createQueue", identity, settings: {} });
    if (index % 10 > 0) continue;
    for (let number = 1; number <= PULL_REQUESTS; number += 1) {
      engine.apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
    }
  }
}

/** Makes what counts the requests that are on their way. */
function createCounter(): { readonly fault: Fault; readonly most: number } {
  let current = 0;
  const counter = {
    most: 0,
    fault: async (_request, next) => {
      current += 1;
      counter.most = Math.max(counter.most, current);
      try {
        return await next();
      } finally {
        current -= 1;
      }
    },
  } satisfies { fault: Fault; most: number };
  return counter;
}

/** Runs a script and answers what it printed. @throws Error if it fails */
async function runNode(args: readonly string[], cwd: string, { url, token }: Emulator): Promise<string> {
  const env = { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token };
  const { status, stdout, output } = await runCommand(process.execPath, args, { cwd, env });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${output.slice(-2_000)}`);
  return stdout;
}
