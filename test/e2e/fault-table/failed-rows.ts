import { clampNumbers, dropAfterCommit, fail, firstTimes, onOperation } from "../../../src/emulator/faults";
import {
  afterCall,
  created,
  type FaultCase,
  FOUR_REBASE,
  LOOKS,
  SIGN_IN_PAGE,
  submitted,
  THREE_REBASE,
  UNTOUCHED,
} from "./fault-case";

/** A create that fails permanently is rolled back: reads and a delete, which the service confirms in JSON. */
const ROLLED_BACK = "getQueue listPullRequests deleteQueue";
const FIX = "Fix the cause, then apply again.";

/** If nothing was deleted: state and service are unchanged, and the next plan proposes the deletion again. */
const KEPT = { state: THREE_REBASE, queue: THREE_REBASE, nextPlan: "delete" } as const;

/** Writes that fail, and what they leave in the state. */
export const FAILED_WRITES: readonly FaultCase[] = [
  {
    title: "F-08, R-4: configuring is refused: it is not repeated, and the queue is removed again",
    name: "create_refused",
    after: THREE_REBASE,
    faults: [onOperation("updateQueue", fail(400, { body: "rebase is not allowed here" }))],
    expected: {
      calls: `${LOOKS} createQueue getQueue updateQueue getQueue ${ROLLED_BACK}`,
      commits: { createQueue: 1, deleteQueue: 1 },
      error: {
        summary: "Queue not created",
        says: ["removed again", '400: "rebase is not allowed here"', afterCall("updateQueue"), FIX],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-08: neither configured nor removed again: the queue is in the state, tainted, and the error names untaint",
    name: "create_stuck",
    after: THREE_REBASE,
    faults: [onOperation(["updateQueue", "deleteQueue"], fail(400, { body: "no" }))],
    expected: {
      calls: `${LOOKS} createQueue getQueue updateQueue getQueue getQueue listPullRequests deleteQueue getQueue listPullRequests getQueue`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ['400: "no"', afterCall("updateQueue"), afterCall("deleteQueue"), "terraform untaint"],
      },
      state: { concurrency: 3, merge_method: "squash" },
      isTainted: true,
      queue: { concurrency: 3, merge_method: "squash" },
      nextPlan: "replace",
    },
  },
  {
    title: "F-02, F-08, I-3: a queue whose creation is inferred and cannot be configured is never deleted",
    name: "create_unproven",
    after: THREE_REBASE,
    faults: [
      onOperation("createQueue", firstTimes(1, dropAfterCommit)),
      onOperation("updateQueue", fail(400, { body: "no" })),
    ],
    expected: {
      calls: `${LOOKS} createQueue getQueue updateQueue getQueue`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ["it was not deleted", '400: "no"', "terraform import"],
      },
      state: "absent",
      queue: { concurrency: 3, merge_method: "squash" },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "F-02b, I-3: createQueue is lost, and a queue that contradicts it is there: nothing is written, and the error says how to import it",
    name: "create_taken",
    after: THREE_REBASE,
    meanwhile: [{ before: "createQueue", act: created({ concurrency: 9 }) }],
    faults: [onOperation("createQueue", fail(503, { commits: true }))],
    expected: {
      calls: `${LOOKS} createQueue getQueue`,
      error: {
        summary: "Outcome of the request unknown",
        says: [
          "its concurrency is 9 and not 3",
          "Nothing was changed",
          "terraform import",
          'on_existing = "adopt"',
        ],
      },
      state: "absent",
      queue: { concurrency: 9, merge_method: "squash" },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "I-1: a value that the service clamps is an error that names wish and stored value; the state is true",
    name: "update_clamped",
    before: THREE_REBASE,
    after: { ...FOUR_REBASE, concurrency: 500 },
    faults: [clampNumbers({ concurrency: 100 })],
    expected: {
      calls: "updateQueue",
      commits: { updateQueue: 1 },
      error: {
        summary: "Service stored something else than configured",
        says: ["concurrency: asked for 500, stored is 100", "leave the setting out"],
      },
      state: { ...THREE_REBASE, concurrency: 100 },
      queue: { ...THREE_REBASE, concurrency: 100 },
      nextPlan: "update",
    },
  },
  {
    title: "F-22: a pull request that slips in right before deleteQueue keeps the queue, and is listed",
    name: "delete_slipped_in",
    before: THREE_REBASE,
    meanwhile: [{ before: "deleteQueue", act: submitted(43) }],
    expected: {
      calls: "getQueue listPullRequests deleteQueue getQueue listPullRequests",
      error: {
        summary: "Queue has pull requests in it",
        says: ["1 pull request is in it", "#43", "draining"],
      },
      ...KEPT,
      again: { summary: "Queue has pull requests in it", says: ["#43"] },
    },
  },
];

/** Refreshes that fail, and keep the state. */
export const FAILED_READS: readonly FaultCase[] = [
  {
    title: "F-16: a 404 that is not the service's own never means that a queue is gone",
    name: "read_foreign_404",
    ...UNTOUCHED,
    faults: [fail(404, SIGN_IN_PAGE)],
    expected: {
      calls: "getQueue",
      error: {
        summary: "No merge queue service at this address",
        says: ["404", "text/html", afterCall("getQueue"), "Check base_url"],
      },
    },
  },
];
