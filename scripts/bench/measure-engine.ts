import { applyEvent } from "../../src/emulator/engine/apply-event";
import { listRunIds } from "../../src/emulator/engine/draft/queue-draft";
import type { EngineEvent } from "../../src/emulator/engine/engine-event";
import { DEFAULT_ENGINE_OPTIONS } from "../../src/emulator/engine/engine-options";
import { createState } from "../../src/emulator/engine/engine-state";
import { toIdentityKey } from "../../src/queue/queue-identity";
import { createRandom } from "../support/create-random";
import { atMost, type BenchContext, median, type PartReport } from "./bench-part";

const IDENTITY = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
const KEY = toIdentityKey(IDENTITY);
const CONCURRENCY = 20;
/** Pull requests in the queue at once. */
const BACKLOG = 100;
const TARGETS = 200;
const FAILURE_RATE = 0.05;
const STATUSES = ["ci/build", "ci/test"];
const OPTIONS = { ...DEFAULT_ENGINE_OPTIONS, inheritedStatuses: STATUSES };

/**
 * Measures the processor time of the local service's engine: pull requests with impacted targets go through a parallel
 * queue, from the submission to the merge, or to the failure of one in twenty.
 */
export function measureEngine({ isQuick }: BenchContext): PartReport {
  const [few, some, many] = [1_000, 10_000, isQuick ? 20_000 : 100_000];
  // Some first: it includes the compilation, which the comparison of the other two leaves out.
  const someMs = driveQueue(some);
  const fewMs = median([1, 2, 3, 4, 5].map(() => driveQueue(few)));
  const manyMs = driveQueue(many);
  return {
    figures: [
      atMost(`processor time of ${some} pull requests in the local service`, someMs / 1_000, 3, "s"),
      atMost(
        `processor time of each of ${many} pull requests / each of ${few}`,
        manyMs / many / (fewMs / few),
        1.5,
      ),
    ],
  };
}

/**
 * Drives a queue until that many pull requests have left it.
 * @returns milliseconds of processor time
 * @throws Error if a pull request neither merged nor failed
 */
function driveQueue(count: number): number {
  const random = createRandom(count);
  const pick = (limit: number): number => Math.floor(random() * limit);
  const started = process.cpuUsage();
  let state = createState("bench");
  let nowMs = 0;
  const findQueue = () => {
    const queue = state.queues.get(KEY);
    if (queue === undefined) throw new Error("The queue does not exist.");
    return queue;
  };
  const apply = (event: EngineEvent): void => {
    nowMs += 1;
    const { state: next, outcome } = applyEvent(state, event, { nowMs, options: OPTIONS });
    if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
    state = next;
  };
  const endRunsUntil = (left: number, submitted: number): void => {
    while (submitted - findQueue().concluded.size > left) {
      const ids = listRunIds(findQueue());
      const testRunId = ids[pick(ids.length)];
      if (testRunId === undefined) throw new Error("No test runs, so nothing more can happen.");
      const fails = random() < FAILURE_RATE;
      for (const name of fails ? STATUSES.slice(0, 1) : STATUSES)
        apply({ type: "reportCheck", testRunId, name, conclusion: fails ? "failure" : "success" });
    }
  };
  apply({
    type: "createQueue",
    identity: IDENTITY,
    settings: { mode: "parallel", concurrency: CONCURRENCY },
  });
  for (let number = 1; number <= count; number += 1) {
    const targets = [1, 2, 3].map(() => `//target/${pick(TARGETS)}`);
    apply({ type: "submitPullRequest", identity: IDENTITY, number, priority: undefined, noBatch: false });
    apply({ type: "setImpactedTargets", identity: IDENTITY, number, sha: undefined, targets });
    endRunsUntil(BACKLOG, number);
  }
  endRunsUntil(0, count);
  const { user, system } = process.cpuUsage(started);
  const { merged, failed } = findQueue().totals;
  if (merged + failed !== count) throw new Error(`${merged} merged and ${failed} failed of ${count}.`);
  return (user + system) / 1_000;
}
