import {
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  lagReads,
  onOperation,
  truncate,
} from "../../../src/emulator/faults";
import { changeAnswer, clampNumbers } from "../../../src/emulator/value-faults";
import type { FaultCase } from "./fault-case";
import { afterCall, created, deleted, revokeAfter, THREE_SQUASH, within } from "./fault-case";

const ONCE = { createQueue: 1, updateQueue: 1 };

/** The plan is made again by the apply, with its advisory read; then the create looks before it writes. */
const LOOKS = "getQueue getQueue";

/** Creates that get over what goes wrong. */
export const SURVIVED_CREATES: readonly FaultCase[] = [
  {
    title:
      "F-02, I-6: createQueue is lost before it takes effect: a read finds nothing, and it is sent again",
    name: "create_lost_before",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, dropBeforeCommit))],
    expected: { calls: `${LOOKS} createQueue getQueue createQueue updateQueue`, commits: ONCE },
  },
  {
    title:
      "F-02, I-6: createQueue is lost after it took effect: a read finds the queue, and all is sent to it",
    name: "create_lost_after",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: ONCE },
  },
  {
    title: "F-04, R-2: createQueue answers 500 although it took effect: a read finds the queue",
    name: "create_500_after",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: ONCE },
  },
  {
    title: "F-03, R-2: createQueue answers 500 and did nothing: a read decides before each repetition",
    name: "create_500_before",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(2, fail(500)))],
    expected: {
      calls: `${LOOKS} createQueue getQueue createQueue getQueue createQueue updateQueue`,
      commits: ONCE,
    },
  },
  {
    title: "F-03, R-1: a storm of 500 over reads and configuring of a create passes",
    name: "create_storm",
    after: THREE_SQUASH,
    faults: [
      onOperation("getQueue", firstTimes(4, fail(500))),
      onOperation("updateQueue", firstTimes(3, fail(503))),
    ],
    expected: {
      calls: "getQueue+ createQueue updateQueue updateQueue updateQueue updateQueue",
      commits: ONCE,
    },
  },
  {
    title: "F-02: configuring a new queue is lost after it took effect: it is repeated",
    name: "create_update_lost",
    after: THREE_SQUASH,
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue updateQueue`,
      commits: { createQueue: 1, updateQueue: 2 },
    },
  },
  {
    title: "F-06: the head of createQueue's answer drips: it is cut off, and a read finds the queue",
    name: "create_slow_head",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: ONCE },
  },
  {
    title: "F-07: createQueue's answer ends before its declared length: a read finds the queue",
    name: "create_truncated",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, truncate(1)))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: ONCE },
  },
  {
    title: "F-20: a sign-in page in place of createQueue's answer: a read finds the queue behind it",
    name: "create_page",
    after: THREE_SQUASH,
    faults: [
      onOperation(
        "createQueue",
        firstTimes(
          1,
          fail(200, {
            commits: true,
            body: "<html>Sign in</html>",
            headers: { "content-type": "text/html" },
          }),
        ),
      ),
    ],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: ONCE },
  },
  {
    title: "F-19: text and emptiness as answers of a create are fine: reading decides",
    name: "create_text",
    after: THREE_SQUASH,
    faults: [
      onOperation(
        "createQueue",
        fail(200, { commits: true, body: "", headers: { "content-type": "text/plain" } }),
      ),
      onOperation(
        "updateQueue",
        fail(200, { commits: true, body: "OK", headers: { "content-type": "text/plain" } }),
      ),
    ],
    expected: { calls: `${LOOKS} createQueue updateQueue getQueue`, commits: ONCE },
  },
  {
    title: "F-27: a new queue that reads do not show yet is waited for",
    name: "create_lag",
    after: { concurrency: 3 },
    faults: [lagReads(2)],
    expected: { calls: `${LOOKS} createQueue getQueue getQueue getQueue`, commits: { createQueue: 1 } },
  },
  {
    title:
      "F-17: fields of a newer service are let through, and a word that nobody knows is kept with a warning",
    name: "create_newer",
    after: THREE_SQUASH,
    faults: [changeAnswer({ set: { optimizationMode: "quantum", color: "blue" } })],
    doFaultsStay: true,
    expected: {
      calls: `${LOOKS} createQueue updateQueue`,
      commits: ONCE,
      warnings: ["Unknown value of optimization_mode"],
      state: { ...THREE_SQUASH, optimization_mode: "quantum" },
    },
  },
  {
    title: "F-18: upper case and another order are what was asked for",
    name: "create_shouted",
    after: { ...THREE_SQUASH, required_statuses: ["ci/a", "ci/b"] },
    faults: [
      onOperation(
        ["getQueue", "updateQueue"],
        changeAnswer({ set: { mergeMethod: "SQUASH", mode: "SINGLE", requiredStatuses: ["ci/b", "ci/a"] } }),
      ),
    ],
    doFaultsStay: true,
    expected: { calls: `${LOOKS} createQueue updateQueue`, commits: ONCE },
  },
];

/** A create that fails for good is taken back: read, delete, and a read that confirms it. */
const ROLLED_BACK = "getQueue deleteQueue getQueue";
const CREATED_AND_DELETED = { createQueue: 1, deleteQueue: 1 };
const SOLVE = "Solve the cause, then apply again.";

/** Creates that fail, and leave nothing behind or say what they leave. */
export const FAILED_CREATES: readonly FaultCase[] = [
  {
    title:
      "F-08, F-03: configuring answers 503 for good: an error within the deadline, and the queue is removed again",
    name: "create_storm_stays",
    after: within(5, "create", THREE_SQUASH),
    faults: [onOperation("updateQueue", fail(503, { body: "maintenance" }))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue+ ${ROLLED_BACK}`,
      commits: CREATED_AND_DELETED,
      error: {
        summary: "Queue not created",
        says: ["removed again", '503: "maintenance"', afterCall("updateQueue"), SOLVE],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title: "F-08, R-4: configuring is refused: it is not repeated, and the queue is removed again",
    name: "create_refused",
    after: THREE_SQUASH,
    faults: [onOperation("updateQueue", fail(400, { body: "squash is not allowed here" }))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue getQueue ${ROLLED_BACK}`,
      commits: CREATED_AND_DELETED,
      error: {
        summary: "Queue not created",
        says: ["removed again", '400: "squash is not allowed here"', afterCall("updateQueue"), SOLVE],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title: "F-08, I-1: a value that the service clamps in a new queue takes the queue back",
    name: "create_clamped",
    after: { ...THREE_SQUASH, batching_min_size: 500 },
    faults: [clampNumbers({ batchingMinSize: 100 })],
    expected: {
      calls: `${LOOKS} createQueue updateQueue ${ROLLED_BACK}`,
      commits: { ...ONCE, deleteQueue: 1 },
      error: {
        summary: "Queue not created",
        says: ["batching_min_size: asked for 500, stored is 100", SOLVE],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-08: neither configured nor removed again: the queue is in the state, tainted, and untaint is told",
    name: "create_stuck",
    after: THREE_SQUASH,
    faults: [onOperation(["updateQueue", "deleteQueue"], fail(400, { body: "no" }))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue getQueue getQueue deleteQueue getQueue+`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ['400: "no"', afterCall("updateQueue"), afterCall("deleteQueue"), "terraform untaint"],
      },
      state: { concurrency: 3, merge_method: "merge_commit" },
      isTainted: true,
      queue: { concurrency: 3, merge_method: "merge_commit" },
      nextPlan: "replace",
    },
  },
  {
    title:
      "F-08, F-15, I-4: the token is revoked behind createQueue: the state holds what was sent, and no guess",
    name: "create_revoked",
    after: THREE_SQUASH,
    faults: [revokeAfter("createQueue")],
    expected: {
      calls: `${LOOKS} createQueue updateQueue getQueue getQueue`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ["401", "MERGEQUEUE_TOKEN", afterCall("updateQueue"), "terraform untaint"],
      },
      state: { concurrency: 3, merge_method: null, mode: null, state: null, required_statuses: null },
      isTainted: true,
      queue: { concurrency: 3 },
      nextPlan: "replace",
    },
  },
  {
    title: "F-15: createQueue is refused with 401: no repetition, no state, and where the token came from",
    name: "create_unauthorized",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", fail(401, { body: "token revoked" }))],
    expected: {
      calls: `${LOOKS} createQueue`,
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ['401: "token revoked"', "MERGEQUEUE_TOKEN", afterCall("createQueue")],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-03, R-2: createQueue answers 500 for good: an error within the deadline, and nothing in the state",
    name: "create_500_stays",
    after: within(4, "create", THREE_SQUASH),
    faults: [onOperation("createQueue", fail(500, { body: "out of memory" }))],
    expected: {
      calls: `${LOOKS} (createQueue getQueue)+`,
      error: {
        summary: "Outcome of the request unknown",
        says: ['500: "out of memory"', afterCall("createQueue"), "Run terraform plan"],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title: "F-02, F-08, I-3: a queue whose creation is inferred and cannot be configured is never deleted",
    name: "create_unproven",
    after: THREE_SQUASH,
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
      queue: { concurrency: 3, merge_method: "merge_commit" },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "F-13, F-09: a queue that somebody else creates behind the plan is left as it is, and the import is told",
    name: "create_exists",
    after: THREE_SQUASH,
    meanwhile: { act: created({ concurrency: 9 }) },
    expected: {
      calls: LOOKS,
      warnings: ["Queue exists already"],
      error: { summary: "Queue exists already", says: ["It was left as it is", "terraform import"] },
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "F-13, I-3: a queue that somebody else creates right before ours is left as it is, and nobody deletes it",
    name: "create_overtaken",
    after: THREE_SQUASH,
    meanwhile: { before: "createQueue", act: created({ concurrency: 9 }) },
    expected: {
      calls: `${LOOKS} createQueue getQueue`,
      error: { summary: "Queue exists already", says: ["It was left as it is", "terraform import"] },
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title: "F-23: a queue that somebody else deletes before it is configured leaves nothing behind",
    name: "create_deleted",
    after: THREE_SQUASH,
    meanwhile: { before: "updateQueue", act: deleted },
    expected: {
      calls: `${LOOKS} createQueue updateQueue ${ROLLED_BACK}`,
      commits: { createQueue: 1 },
      error: { summary: "Queue not created", says: ["deleted by somebody else", SOLVE] },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-06, F-08: configuring never answers: an error within the deadline, and the queue is removed again",
    name: "create_slow_stays",
    after: within(5, "create", THREE_SQUASH),
    faults: [onOperation("updateQueue", drip(1, 500, "head"))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue+ ${ROLLED_BACK}`,
      error: {
        summary: "Queue not created",
        says: ["no whole answer came in time", afterCall("updateQueue"), SOLVE],
      },
      commits: expect.objectContaining(CREATED_AND_DELETED) as object,
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
];
