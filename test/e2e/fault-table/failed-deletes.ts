import {
  changeAnswer,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  onOperation,
} from "../../../src/emulator/faults";
import {
  afterCall,
  type FaultCase,
  LOST,
  SHORT_SECONDS,
  SIGN_IN_PAGE,
  submitted,
  THREE_SQUASH,
  within,
} from "./fault-case";

/** If nothing was deleted: state and service are unchanged, and the next plan proposes the deletion again. */
const KEPT = { state: THREE_SQUASH, queue: THREE_SQUASH, nextPlan: "delete" } as const;

/** Destroys that fail, and keep the state. */
export const FAILED_DELETES: readonly FaultCase[] = [
  {
    title: "F-03, R-2: deleteQueue always returns 500: an error within the deadline, and the state stays",
    name: "delete_500_stays",
    before: within(SHORT_SECONDS, "delete", THREE_SQUASH),
    faults: [onOperation("deleteQueue", fail(500, { body: "disk full" }))],
    expected: {
      calls: "getQueue (deleteQueue getQueue)+",
      error: {
        summary: "Outcome of the request unknown",
        says: ['500: "disk full"', afterCall("deleteQueue"), "Run terraform plan"],
      },
      ...KEPT,
    },
  },
  {
    title:
      "F-20, R-2: deleteQueue returns a sign-in page with 200: after the third, and reads with the queue, an error that says so",
    name: "delete_page",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", fail(200, SIGN_IN_PAGE))],
    expected: {
      calls: "getQueue deleteQueue getQueue deleteQueue getQueue deleteQueue getQueue+",
      error: {
        summary: "No merge queue service at this address",
        says: ["<html>Sign in</html>", "3 attempts in", "showed the queue", "the service's address"],
      },
      ...KEPT,
    },
  },
  {
    title: "F-02, R-2: deleteQueue is always lost before it takes effect: an error within the deadline",
    name: "delete_lost_stays",
    before: within(SHORT_SECONDS, "delete", THREE_SQUASH),
    faults: [onOperation("deleteQueue", dropBeforeCommit)],
    expected: {
      calls: "getQueue (deleteQueue getQueue)+",
      error: {
        summary: "Outcome of the request unknown",
        says: [LOST, afterCall("deleteQueue"), "Run terraform plan"],
      },
      ...KEPT,
    },
  },
  {
    title: "F-15: deleteQueue is refused with 401: no repetition, and the state stays",
    name: "delete_unauthorized",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", fail(401, { body: "token revoked" }))],
    expected: {
      calls: "getQueue deleteQueue",
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ['401: "token revoked"', "MERGEQUEUE_TOKEN", afterCall("deleteQueue")],
      },
      ...KEPT,
    },
  },
  {
    title:
      "R-4: deleteQueue of an empty queue is refused with 400: no repetition, and the service's reason is shown",
    name: "delete_refused",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", fail(400, { body: "queues are kept for a day" }))],
    expected: {
      calls: "getQueue deleteQueue getQueue",
      error: {
        summary: "Request refused by the merge queue service",
        says: ['400: "queues are kept for a day"', afterCall("deleteQueue")],
      },
      ...KEPT,
    },
  },
  {
    title: "I-1: deleteQueue returns 200 and nothing happens: that is not a success",
    name: "delete_lie",
    before: within(SHORT_SECONDS, "delete", THREE_SQUASH),
    faults: [
      onOperation("deleteQueue", fail(200, { body: "OK", headers: { "content-type": "text/plain" } })),
    ],
    expected: {
      calls: "getQueue deleteQueue getQueue+",
      error: {
        summary: "Response of the merge queue service not understood",
        says: ["said that queue", "the queue still exists"],
      },
      ...KEPT,
    },
  },
  {
    title: "F-22: a pull request that comes in between plan and destroy keeps the queue, and is listed",
    name: "delete_in_use",
    before: THREE_SQUASH,
    meanwhile: [{ act: submitted(42) }],
    expected: {
      calls: "getQueue",
      error: {
        summary: "Queue has pull requests in it",
        says: ["1 pull request is in it", "#42", "draining"],
      },
      ...KEPT,
      again: { summary: "Queue has pull requests in it", says: ["#42"] },
    },
  },
  {
    title: "F-22: a pull request that slips in right before deleteQueue keeps the queue, and is listed",
    name: "delete_slipped_in",
    before: THREE_SQUASH,
    meanwhile: [{ before: "deleteQueue", act: submitted(43) }],
    expected: {
      calls: "getQueue deleteQueue getQueue",
      error: {
        summary: "Queue has pull requests in it",
        says: ["1 pull request is in it", "#43", "draining"],
      },
      ...KEPT,
      again: { summary: "Queue has pull requests in it", says: ["#43"] },
    },
  },
  {
    title:
      "F-22: a queue whose pull requests the service does not show is not deleted, and the error says why",
    name: "delete_unlisted",
    before: THREE_SQUASH,
    faults: [changeAnswer({ remove: ["enqueuedPullRequests"] })],
    expected: {
      calls: "getQueue",
      error: {
        summary: "Response of the merge queue service not understood",
        says: ["Whether queue", "is empty is not known", "has no enqueuedPullRequests"],
      },
      ...KEPT,
    },
  },
  {
    title:
      "F-22, F-02: a queue that does not get empty in time gets its state back, although responses were lost",
    name: "delete_not_drained",
    before: within(SHORT_SECONDS, "delete", { ...THREE_SQUASH, deletion_policy: "drain" }),
    meanwhile: [{ act: submitted(45) }],
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: {
      calls: "getQueue updateQueue updateQueue getQueue+ updateQueue",
      commits: { updateQueue: 3 },
      error: { summary: "Queue has pull requests in it", says: ["#45", "running"] },
      ...KEPT,
      queue: { ...THREE_SQUASH, state: "running" },
      again: { summary: "Queue has pull requests in it", says: ["#45", "running"] },
    },
  },
];
