import { applyEvent } from "../../src/emulator/engine/apply-event";
import { listRunIds } from "../../src/emulator/engine/draft/queue-draft";
import type { EngineEvent } from "../../src/emulator/engine/engine-event";
import type { EngineOptions } from "../../src/emulator/engine/engine-options";
import { DEFAULT_ENGINE_OPTIONS } from "../../src/emulator/engine/engine-options";
import type { EngineState } from "../../src/emulator/engine/engine-state";
import { createState } from "../../src/emulator/engine/engine-state";
import { toIdentityKey } from "../../src/queue/queue-identity";
import { createRandom } from "../support/create-random";
import type { PartReport } from "./bench-part";
import { median, toSeconds } from "./figure";

const IDENTITY = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const KEY = toIdentityKey(IDENTITY);
const CONCURRENCY = 20;
/** How many wait or are tested at once. */
const BACKLOG = 100;
const TARGETS = 200;
const TARGETS_OF_ONE = 3;
const FAILURE_RATE = 0.05;
const OPTIONS: EngineOptions = { ...DEFAULT_ENGINE_OPTIONS, inheritedStatuses: ["ci/build", "ci/test"] };

const FEW = 1000;
const SOME = 10_000;
const MANY = 100_000;
const LIMIT_SECONDS = 3;
const LIMIT_RATIO = 1.5;

/**
 * Measures the processor time of the local service's engine: pull requests with impacted targets go through a
 * parallel queue as fast as possible, from the submission to the merge, or to the failure of one in twenty.
 */
export function measureEngine(): Promise<PartReport> {
  // First of all, so that it includes what the machine does only once; the two that are compared do not.
  const some = driveQueue(SOME);
  const few = median([1, 2, 3, 4, 5].map(() => driveQueue(FEW)));
  const many = driveQueue(MANY);
  const [fewMs, someMs, manyMs] = [few / FEW, some / SOME, many / MANY];
  const ratio = manyMs / fewMs;
  const figures = [
    {
      name: `processor time of ${SOME} pull requests through a parallel queue of concurrency ${CONCURRENCY}`,
      value: `${toSeconds(some)} s (${someMs.toFixed(3)} ms each)`,
      limit: `below ${LIMIT_SECONDS} s`,
      isKept: some / 1000 < LIMIT_SECONDS,
    },
    {
      name: `processor time of each of ${MANY}, as a multiple of that of each of ${FEW}`,
      value: `${ratio.toFixed(2)} (${manyMs.toFixed(3)} ms and ${fewMs.toFixed(3)} ms)`,
      limit: `at most ${LIMIT_RATIO}`,
      isKept: ratio <= LIMIT_RATIO,
    },
  ];
  return Promise.resolve({ figures, sections: [] });
}

/**
 * Drives a queue until that many pull requests have left it.
 * @returns milliseconds of processor time
 * @throws Error if one is still in it, or left otherwise than by a merge or a failure
 */
function driveQueue(count: number): number {
  const random = createRandom(count);
  const started = process.cpuUsage();
  let state = createState("bench");
  let nowMs = 0;
  const apply = (event: EngineEvent): void => {
    nowMs += 1;
    const { state: next, outcome } = applyEvent(state, event, { nowMs, options: OPTIONS });
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
    state = next;
  };
  const settings = { mode: "parallel", concurrency: CONCURRENCY } as const;
  apply({ type: "createQueue", identity: IDENTITY, settings });
  for (let number = 1; number <= count; number += 1) {
    const targets = Array.from(
      { length: TARGETS_OF_ONE },
      () => `//target/${Math.floor(random() * TARGETS)}`,
    );
    apply({ type: "submitPullRequest", identity: IDENTITY, number, priority: undefined, noBatch: false });
    apply({ type: "setImpactedTargets", identity: IDENTITY, number, sha: undefined, targets });
    while (countLeft(state, number) > BACKLOG) endOneRun(state, random, apply);
  }
  while (countLeft(state, count) > 0) endOneRun(state, random, apply);
  const { user, system } = process.cpuUsage(started);
  const { merged, failed } = findQueue(state).totals;
  if (merged + failed !== count) throw new Error(`${merged} merged and ${failed} failed of ${count}.`);
  return (user + system) / 1000;
}

/** Lets the checks of any run be reported. */
function endOneRun(state: EngineState, random: () => number, apply: (event: EngineEvent) => void): void {
  const ids = listRunIds(findQueue(state));
  const testRunId = ids[Math.floor(random() * ids.length)];
  if (testRunId === undefined) throw new Error("Nothing is tested, and nothing will happen any more.");
  if (random() < FAILURE_RATE) {
    apply({ type: "reportCheck", testRunId, name: "ci/test", conclusion: "failure" });
    return;
  }
  for (const name of OPTIONS.inheritedStatuses) {
    apply({ type: "reportCheck", testRunId, name, conclusion: "success" });
  }
}

function countLeft(state: EngineState, submitted: number): number {
  return submitted - findQueue(state).concluded.size;
}

function findQueue(state: EngineState): NonNullable<ReturnType<EngineState["queues"]["get"]>> {
  const queue = state.queues.get(KEY);
  if (queue === undefined) throw new Error("The queue is gone.");
  return queue;
}
