import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Fault } from "../../src/emulator/faults";
import { delay } from "../../src/emulator/faults";
import type { Emulator } from "../../src/emulator/start-emulator";
import { startEmulator } from "../../src/emulator/start-emulator";
import type { Figure } from "./figure";
import { makeFleetId } from "./make-fleet-id";
import type { PlanMeasurement } from "./plan-fleet";

const QUEUES = 1_000;
const MANY_QUEUES = 5_000;
const LATENCY_MS = 20;
const LIMIT_SECONDS = 4;
const MOST_IN_FLIGHT = 20;
const LIMIT_KIBIBYTES = 10;
/** Every tenth queue has that many pull requests in it. */
const PULL_REQUESTS = 5;

/**
 * Measures the plan of many queues, each of which differs from what is declared, in a process of its own: its time
 * while the service takes 20 ms for every answer, the requests on their way, and the memory that it holds.
 * @param root - directory of the project
 */
export async function measureFleet(root: string): Promise<Figure[]> {
  const emulator = await startEmulator({ keptRequests: "none" });
  try {
    fillService(emulator, MANY_QUEUES);
    const counter = createCounter();
    emulator.setFaults(counter.fault, delay(LATENCY_MS));
    const few = await plan(root, emulator, QUEUES);
    const { most } = counter;
    emulator.setFaults();
    const many = await plan(root, emulator, MANY_QUEUES);
    const seconds = few.durationMs / 1_000;
    const kibibytes = (many.heapBytes - few.heapBytes) / (MANY_QUEUES - QUEUES) / 1_024;
    return [
      {
        name: `plan of ${QUEUES} queues at ${LATENCY_MS} ms latency`,
        value: `${seconds.toFixed(2)} s`,
        limit: `below ${LIMIT_SECONDS} s`,
        isKept: seconds < LIMIT_SECONDS,
      },
      {
        name: "requests of that plan in flight at once",
        value: String(most),
        limit: `at most ${MOST_IN_FLIGHT}`,
        isKept: most <= MOST_IN_FLIGHT,
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
  }
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

/** @throws Error if the process does not measure */
async function plan(root: string, { url, token }: Emulator, count: number): Promise<PlanMeasurement> {
  const script = "scripts/bench/plan-fleet.ts";
  const child = spawn(process.execPath, ["--expose-gc", "--import", "tsx", script, String(count)], {
    cwd: root,
    env: { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: url, MERGEQUEUE_TOKEN: token },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  if (child.exitCode !== 0) throw new Error(`${script} ended with ${child.exitCode}.`);
  return JSON.parse(output) as PlanMeasurement;
}
