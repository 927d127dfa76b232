import {
  clampNumbers,
  drip,
  dropAfterCommit,
  fail,
  firstTimes,
  onOperation,
  rewriteRequest,
} from "../../../src/emulator/faults";
import {
  after,
  afterCall,
  CREATED_ONCE,
  created,
  deleted,
  type FaultCase,
  failUntilDeadline,
  LONG_SECONDS,
  LOOKS,
  revokeAfter,
  SHORT_SECONDS,
  SIGN_IN_PAGE,
  submitted,
  THREE_SQUASH,
  updated,
  within,
} from "./fault-case";

/** A create that fails permanently is rolled back: read, delete, and a read that confirms it. */
const ROLLED_BACK = "getQueue deleteQueue getQueue";
const CREATED_AND_DELETED = { createQueue: 1, deleteQueue: 1 };
const FIX = "Fix the cause, then apply again.";

/** The service itself refuses to configure the queue, after outside changes. */
const REFUSED_BY_SERVICE = onOperation(
  "updateQueue",
  rewriteRequest((body) => ({ ...(body as object), mergeMethod: "no" })),
);

/** Creates that fail, and either leave nothing or report what they leave. */
export const FAILED_CREATES: readonly FaultCase[] = [
  {
    title:
      "F-08, F-03: configuring always returns 503: an error within the deadline, and the queue is removed again",
    name: "create_storm_stays",
    after: within(LONG_SECONDS, "create", THREE_SQUASH),
    faults: [failUntilDeadline("updateQueue", 503, "maintenance")],
    expected: {
      calls: `${LOOKS} createQueue updateQueue updateQueue ${ROLLED_BACK}`,
      commits: CREATED_AND_DELETED,
      error: {
        summary: "Queue not created",
        says: ["removed again", '503: "maintenance"', afterCall("updateQueue"), FIX],
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
        says: ["removed again", '400: "squash is not allowed here"', afterCall("updateQueue"), FIX],
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
      commits: { ...CREATED_ONCE, deleteQueue: 1 },
      error: {
        summary: "Queue not created",
        says: ["batching_min_size: asked for 500, stored is 100", FIX],
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
      "F-03, R-2: createQueue always returns 500: an error within the deadline, and nothing in the state",
    name: "create_500_stays",
    after: within(SHORT_SECONDS, "create", THREE_SQUASH),
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
    title:
      "F-20, R-2: createQueue returns a sign-in page with 200: after the third, and reads without the queue, an error that says so",
    name: "create_page",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", fail(200, SIGN_IN_PAGE))],
    expected: {
      calls: `${LOOKS} createQueue getQueue createQueue getQueue createQueue getQueue+`,
      error: {
        summary: "No merge queue service at this address",
        says: ["<html>Sign in</html>", "3 attempts in", "did not show the queue", "the service's address"],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title: "F-20: a page with status 501 in response to createQueue is an error at once",
    name: "create_page_501",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", fail(501, SIGN_IN_PAGE))],
    expected: {
      calls: `${LOOKS} createQueue`,
      error: {
        summary: "No merge queue service at this address",
        says: ["501", "text/html", afterCall("createQueue"), "Check base_url"],
      },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-02, F-27: createQueue is lost, refused the second time, and reads lag for longer than they may: outcome unknown",
    name: "create_echo",
    after: THREE_SQUASH,
    faults: [
      after("createQueue", onOperation("getQueue", fail(404, { body: "no such queue" }))),
      onOperation("createQueue", firstTimes(1, dropAfterCommit)),
    ],
    expected: {
      calls: `${LOOKS} createQueue getQueue createQueue getQueue+`,
      commits: { createQueue: 1 },
      error: {
        summary: "Outcome of the request unknown",
        says: [
          "exists already",
          "2 attempts in",
          "be the reason for this refusal",
          "did not show the queue",
          "terraform import",
        ],
      },
      state: "absent",
      queue: { concurrency: 3, merge_method: "merge_commit" },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
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
      "F-13, F-09: a queue created outside Terraform after the plan is left as it is, and the error says how to import it",
    name: "create_exists",
    after: THREE_SQUASH,
    meanwhile: [{ act: created({ concurrency: 9 }) }],
    expected: {
      calls: LOOKS,
      warnings: ["Queue exists already: github.com/acme/web/create_exists"],
      error: { summary: "Queue exists already", says: ["It was not changed", "terraform import"] },
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title: "F-13, I-3: a queue created outside Terraform right before ours is left as it is, and not deleted",
    name: "create_overtaken",
    after: THREE_SQUASH,
    meanwhile: [{ before: "createQueue", act: created({ concurrency: 9 }) }],
    expected: {
      calls: `${LOOKS} createQueue getQueue`,
      error: { summary: "Queue exists already", says: ["It was not changed", "terraform import"] },
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "F-02b, I-3: createQueue is lost, and a queue that contradicts it is there: nothing is written, and the error says how to import it",
    name: "create_taken",
    after: THREE_SQUASH,
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
      queue: { concurrency: 9, merge_method: "merge_commit" },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title: "F-08b, I-3: a queue that was changed while configuring it failed is kept, and not in the state",
    name: "create_changed",
    after: THREE_SQUASH,
    meanwhile: [{ before: "updateQueue", act: updated({ concurrency: 9 }) }],
    faults: [REFUSED_BY_SERVICE],
    expected: {
      calls: `${LOOKS} createQueue updateQueue getQueue getQueue`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ["was kept as it is", "its concurrency is 9 and not 3", "not in the state", "terraform import"],
      },
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title:
      "F-08b, F-22: a queue that got a pull request while configuring it failed is kept, and not in the state",
    name: "create_used",
    after: THREE_SQUASH,
    meanwhile: [{ before: "updateQueue", act: submitted(7) }],
    faults: [REFUSED_BY_SERVICE],
    expected: {
      calls: `${LOOKS} createQueue updateQueue getQueue getQueue`,
      commits: { createQueue: 1 },
      error: {
        summary: "Queue created but not configured",
        says: ["was kept as it is", "it has pull requests in it", "#7", "terraform import"],
      },
      state: "absent",
      queue: { concurrency: 3 },
      nextPlan: "create",
      again: { summary: "Queue exists already", says: ["terraform import"] },
    },
  },
  {
    title: "F-23: a queue deleted outside Terraform before it is configured leaves nothing behind",
    name: "create_deleted",
    after: THREE_SQUASH,
    meanwhile: [{ before: "updateQueue", act: deleted }],
    expected: {
      calls: `${LOOKS} createQueue updateQueue ${ROLLED_BACK}`,
      commits: { createQueue: 1 },
      error: { summary: "Queue not created", says: ["an outside change deleted it", FIX] },
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-06, F-08: configuring never gets a response: an error within the deadline, and the queue is removed again",
    name: "create_slow_stays",
    after: within(SHORT_SECONDS, "create", THREE_SQUASH),
    faults: [onOperation("updateQueue", drip(1, 500, "head"))],
    expected: {
      calls: `${LOOKS} createQueue updateQueue+ ${ROLLED_BACK}`,
      error: {
        summary: "Queue not created",
        says: ["no complete response arrived in time", afterCall("updateQueue"), FIX],
      },
      commits: expect.objectContaining(CREATED_AND_DELETED) as object,
      state: "absent",
      queue: "absent",
      nextPlan: "create",
    },
  },
  {
    title:
      "F-08, I-3: a queue that is adopted and cannot be configured is kept, and taken over by the next apply",
    name: "create_adoption_refused",
    after: { ...THREE_SQUASH, on_existing: "adopt" },
    meanwhile: [{ act: created({ concurrency: 9 }) }],
    faults: [onOperation("updateQueue", fail(400, { body: "not now" }))],
    expected: {
      calls: `${LOOKS} updateQueue getQueue`,
      error: {
        summary: "Queue not adopted",
        says: ['400: "not now"', afterCall("updateQueue"), "it was not deleted", "terraform import"],
      },
      warnings: ["Queue exists and will be adopted: github.com/acme/web/create_adoption_refused"],
      state: "absent",
      queue: { concurrency: 9 },
      nextPlan: "create",
    },
  },
];
