import type { Fault } from "../../src/emulator/faults";
import type { ObjectValue } from "../../src/plugin/value";
import { forEachLimited } from "../../src/reconcile/for-each-limited";
import { listErrors } from "../plugin/support/terraform-side";
import { config } from "../provider/support/queue-values";
import { configure, onStage, QUEUE_TYPE, stage } from "./support/provider-under-test";

const QUEUES = 30;
/** Resources that Terraform works on at once. */
const PARALLELISM = 10;

/** A queue as Terraform keeps it between calls. */
interface Kept {
  readonly branch: string;
  state: ObjectValue | null;
  private: Buffer;
}

let kept: readonly Kept[];
let mostOpen = 0;
onStage();

beforeAll(() => {
  const { emulator } = stage;
  const watch: Fault = (_request, next) => {
    mostOpen = Math.max(mostOpen, emulator.connections.open);
    return next();
  };
  emulator.setFaults(watch);
  kept = Array.from({ length: QUEUES }, (_, index) => ({
    branch: `release/${index}`,
    state: null,
    private: Buffer.alloc(0),
  }));
});

/** Configures anew, as Terraform for each plan and apply, and counts the calls that follow by operation. */
async function count(act: (queue: Kept) => Promise<void>): Promise<{ readonly [operation: string]: number }> {
  const { side, emulator } = stage;
  await configure(side, emulator);
  const before = emulator.requests.length;
  await forEachLimited(kept, PARALLELISM, act);
  const counts: { [operation: string]: number } = {};
  for (const { operation = "none" } of emulator.requests.slice(before)) {
    counts[operation] = (counts[operation] ?? 0) + 1;
  }
  return counts;
}

/** Plans, and applies the plan. @param settings - undefined to destroy */
async function plan(queue: Kept, settings: object | undefined, appliesToo = false): Promise<void> {
  const given = settings === undefined ? null : config({ target_branch: queue.branch, ...settings });
  const response = await stage.side.plan(QUEUE_TYPE, {
    prior: queue.state,
    config: given,
    priorPrivate: queue.private,
  });
  expect(listErrors(response.diagnostics)).toEqual([]);
  if (!appliesToo) return;
  const { planned, plannedPrivate } = response;
  const applied = await stage.side.apply(QUEUE_TYPE, {
    prior: queue.state,
    planned,
    config: given,
    plannedPrivate,
  });
  expect(listErrors(applied.diagnostics)).toEqual([]);
  queue.state = applied.state;
  queue.private = applied.private;
}

async function refresh(queue: Kept): Promise<void> {
  if (queue.state === null) throw new Error("There is nothing to refresh.");
  const response = await stage.side.read(QUEUE_TYPE, queue.state, queue.private);
  expect(listErrors(response.diagnostics)).toEqual([]);
  queue.state = response.state;
}

// Each test continues with the queues of the one before.
describe(`${QUEUES} queues, ${PARALLELISM} at once`, () => {
  const SETTINGS = { mode: "parallel", concurrency: 3, required_statuses: ["ci/build"] };

  test("K-5: a plan of new queues reads each once", async () => {
    expect(await count((queue) => plan(queue, SETTINGS))).toEqual({ getQueue: QUEUES });
  });

  test("K-1, F-41: a create is the read of its plan step, a create, a read and an update", async () => {
    const counts = await count((queue) => plan(queue, SETTINGS, true));
    expect(counts).toEqual({ getQueue: 2 * QUEUES, createQueue: QUEUES, updateQueue: QUEUES });
  });

  test("K-4: a plan without changes reads each queue exactly once", async () => {
    const counts = await count(async (queue) => {
      await refresh(queue);
      await plan(queue, SETTINGS);
    });
    expect(counts).toEqual({ getQueue: QUEUES });
  });

  test("K-2: an update is one call", async () => {
    const counts = await count((queue) => plan(queue, { ...SETTINGS, concurrency: 4 }, true));
    expect(counts).toEqual({ updateQueue: QUEUES });
  });

  test("K-3: a delete is a read, a list of what is not ready and a delete, and its plan one more read and list", async () => {
    expect(await count((queue) => plan(queue, undefined))).toEqual({
      getQueue: QUEUES,
      listPullRequests: QUEUES,
    });
    const counts = await count(async (queue) => {
      const response = { prior: queue.state, planned: null, config: null, plannedPrivate: queue.private };
      expect(listErrors((await stage.side.apply(QUEUE_TYPE, response)).diagnostics)).toEqual([]);
    });
    expect(counts).toEqual({ getQueue: QUEUES, listPullRequests: QUEUES, deleteQueue: QUEUES });
  });

  test("all of it takes at most 12 connections at once", () => {
    expect(mostOpen).toBeLessThanOrEqual(12);
  });
});
