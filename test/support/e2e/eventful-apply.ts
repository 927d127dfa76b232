import { type Fault, fail, fromTime, onOperation, onQueue, onTime } from "../../../src/emulator/faults";
import { waitFor } from "../wait-for";
import { CrashStage, type HeldRun, type StartOptions, toIdentity } from "./crash-stage";
import { type HoldPoint, tryGetQueue } from "./held-requests";

const NEW = '  concurrency = 3\n  merge_method = "rebase"';
const BEFORE = "  concurrency = 3";
const AFTER = "  concurrency = 4";
const DRAIN = '  deletion_policy = "drain"';
const PULL_REQUEST = { pr: { number: 42 } };
/** Queues that have a pull request in them and are to be drained. */
export const DRAINED = ["drains", "draining"];

/** The held requests: one for each kind of step. */
export const EVENTFUL_POINTS: readonly HoldPoint[] = [
  { queue: "reads", time: 3, phase: "before" },
  { queue: "creates", time: 3, phase: "before" },
  { queue: "created", time: 5, phase: "before" },
  { queue: "updates", time: 2, phase: "before" },
  { queue: "deletes", time: 5, phase: "before" },
  { queue: "drains", time: 5, phase: "before" },
];

/** `repeats` and `repeated` wait for a retry. If the apply's advisory read fails, creating reads itself. */
function createFaults(): readonly Fault[] {
  return [
    onQueue(toIdentity("reads"), onOperation("getQueue", onTime(2, fail(503)))),
    onQueue(toIdentity("repeats"), onOperation("getQueue", fromTime(2, fail(503)))),
    onQueue(toIdentity("repeated"), onOperation("updateQueue", fail(503))),
  ];
}

/**
 * Makes a stage whose next apply has something of everything to do: queues to be created (`reads`, `repeats`,
 * `creates`, `created`), updated (`updates`, `repeated`), deleted (`deletes`) and drained (`drains`,
 * `draining`).
 */
export async function createEventfulStage(): Promise<CrashStage> {
  const stage = await CrashStage.create({
    updates: BEFORE,
    repeated: BEFORE,
    deletes: BEFORE,
    drains: DRAIN,
    draining: DRAIN,
  });
  await stage.apply();
  for (const name of DRAINED) await stage.call(name, "submitPullRequest", PULL_REQUEST);
  await stage.declare({
    reads: NEW,
    repeats: NEW,
    creates: NEW,
    created: NEW,
    updates: AFTER,
    repeated: AFTER,
  });
  return stage;
}

/**
 * Starts that apply and waits until every queue is in the middle of its step: `reads` reads, `repeats` and
 * `repeated` wait for the next try of a read and of an update, `draining` waits until it is empty, and a
 * request that writes is on its way for `creates`, `created` (its second one), `updates`, `deletes` and
 * `drains`.
 */
export async function startEventfulApply(stage: CrashStage, options?: StartOptions): Promise<HeldRun> {
  const from = stage.emulator.requests.length;
  const run = await stage.start(EVENTFUL_POINTS, createFaults(), options);
  const count = (name: string, operation: string): number =>
    stage.emulator.requests
      .slice(from)
      .filter((request) => request.operation === operation && tryGetQueue(request.body) === name).length;
  await waitFor(() => count("repeats", "getQueue") > 2, "a read that fails");
  await waitFor(() => count("repeated", "updateQueue") > 0, "an update that fails");
  await waitFor(() => stage.tryFindSettings("draining")?.state === "draining", "a queue that drains");
  return run;
}

/** Whether Terraform has reported that a queue could not be created. */
export function reportsFailure({ command }: HeldRun, name: string): boolean {
  return command.output().includes(`mergequeue_queue.${name}: Creation errored`);
}

/** Takes the pull requests out of the queues that are drained. */
export async function letDrain(stage: CrashStage): Promise<void> {
  for (const name of DRAINED) await stage.call(name, "cancelPullRequest", PULL_REQUEST);
}
