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
import type { FaultCase } from "./fault-case";
import { afterCall, deleted, submitted, THREE_SQUASH, updated, within } from "./fault-case";

const DELETED = { deleteQueue: 1 };

/** Destroys that get over what goes wrong. */
export const SURVIVED_DELETES: readonly FaultCase[] = [
  {
    title:
      "F-02, R-2: deleteQueue is lost before it takes effect: a read finds the queue, and it is sent again",
    name: "delete_lost_before",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, dropBeforeCommit))],
    expected: { calls: "getQueue deleteQueue getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-02: deleteQueue is lost after it took effect: a read finds nothing, which is success",
    name: "delete_lost_after",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-03: deleteQueue answers 500 and did nothing: a read decides, and it is sent again",
    name: "delete_500_before",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, fail(500)))],
    expected: { calls: "getQueue deleteQueue getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-04: deleteQueue answers 500 although it took effect: a read finds nothing, which is success",
    name: "delete_500_after",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-06: the head of deleteQueue's answer drips: it is cut off, and a read finds nothing",
    name: "delete_slow_head",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-07: deleteQueue's answer ends before its declared length: a read finds nothing",
    name: "delete_truncated",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, truncate(1)))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-19: a delete may answer text: a read confirms it",
    name: "delete_text",
    before: THREE_SQUASH,
    faults: [
      onOperation(
        "deleteQueue",
        fail(200, { commits: true, body: "gone", headers: { "content-type": "text/plain" } }),
      ),
    ],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-27: a deleted queue that reads still show is waited for",
    name: "delete_lag",
    before: THREE_SQUASH,
    faults: [lagReads(2)],
    expected: { calls: "getQueue deleteQueue getQueue getQueue getQueue", commits: DELETED },
  },
  {
    title: "F-23: a queue that somebody else deletes between plan and destroy is no failure",
    name: "delete_gone",
    before: THREE_SQUASH,
    meanwhile: { act: deleted },
    expected: { calls: "getQueue" },
  },
  {
    title: "F-25: a delete that is refused while the queue switches modes waits and is repeated",
    name: "delete_while_switching",
    before: THREE_SQUASH,
    // The service of this round refuses writes for two reads, of which the destroy makes one to see who is in it.
    meanwhile: { act: updated({ mode: "parallel" }) },
    expected: { calls: "getQueue deleteQueue getQueue getQueue deleteQueue getQueue", commits: DELETED },
  },
];

/** Where nothing was deleted: state and service have what they had, and the next plan proposes it again. */
const KEPT = { state: THREE_SQUASH, queue: THREE_SQUASH, nextPlan: "delete" } as const;

/** Destroys that fail, and keep the state. */
export const FAILED_DELETES: readonly FaultCase[] = [
  {
    title: "F-03, R-2: deleteQueue answers 500 for good: an error within the deadline, and the state stays",
    name: "delete_500_stays",
    before: within(4, "delete", THREE_SQUASH),
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
    title: "F-02, R-2: deleteQueue is lost for good before it takes effect: an error within the deadline",
    name: "delete_lost_stays",
    before: within(4, "delete", THREE_SQUASH),
    faults: [onOperation("deleteQueue", dropBeforeCommit)],
    expected: {
      calls: "getQueue (deleteQueue getQueue)+",
      error: {
        summary: "Outcome of the request unknown",
        says: ["the connection broke off", afterCall("deleteQueue"), "Run terraform plan"],
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
    title: "I-1: deleteQueue answers 200 and nothing happens: that is no success",
    name: "delete_lie",
    before: within(4, "delete", THREE_SQUASH),
    faults: [
      onOperation("deleteQueue", fail(200, { body: "OK", headers: { "content-type": "text/plain" } })),
    ],
    expected: {
      calls: "getQueue deleteQueue getQueue+",
      error: {
        summary: "Answer of the merge queue service not understood",
        says: ["said that queue", "the queue is still there"],
      },
      ...KEPT,
    },
  },
  {
    title: "F-22: a pull request that comes in between plan and destroy keeps the queue, and is listed",
    name: "delete_in_use",
    before: THREE_SQUASH,
    meanwhile: { act: submitted(42) },
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
    meanwhile: { before: "deleteQueue", act: submitted(43) },
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
];
