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
import { cancelled, deleted, type FaultCase, submitted, THREE_SQUASH, updated } from "./fault-case";

const DELETED = { deleteQueue: 1 };

/** Destroys that succeed despite faults. */
export const SURVIVED_DELETES: readonly FaultCase[] = [
  {
    title:
      "F-02, R-2: deleteQueue is lost before it takes effect: a read finds the queue, and it is sent again",
    name: "delete_lost_before",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, dropBeforeCommit))],
    expected: { calls: "getQueue deleteQueue getQueue deleteQueue", commits: DELETED },
  },
  {
    title: "F-02: deleteQueue is lost after it took effect: a read finds nothing, which is success",
    name: "delete_lost_after",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-03: deleteQueue returns 500 and did nothing: a read decides, and it is sent again",
    name: "delete_500_before",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, fail(500)))],
    expected: { calls: "getQueue deleteQueue getQueue deleteQueue", commits: DELETED },
  },
  {
    title: "F-04: deleteQueue returns 500 although it took effect: a read finds nothing, which is success",
    name: "delete_500_after",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-06: the head of deleteQueue's response drips: it is cut off, and a read finds nothing",
    name: "delete_slow_head",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-07: deleteQueue's response ends before its declared length: a read finds nothing",
    name: "delete_truncated",
    before: THREE_SQUASH,
    faults: [onOperation("deleteQueue", firstTimes(1, truncate(1)))],
    expected: { calls: "getQueue deleteQueue getQueue", commits: DELETED },
  },
  {
    title: "F-19: a delete may return text: a read confirms it",
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
    title: "F-27: a deleted queue that reads still show is waited for, where the service told it in a text",
    name: "delete_lag",
    before: THREE_SQUASH,
    faults: [
      lagReads(2),
      onOperation(
        "deleteQueue",
        fail(200, { commits: true, body: "OK", headers: { "content-type": "text/plain" } }),
      ),
    ],
    expected: { calls: "getQueue deleteQueue getQueue getQueue getQueue", commits: DELETED },
  },
  {
    title: "F-23: a queue deleted outside Terraform between plan and destroy is not a failure",
    name: "delete_gone",
    before: THREE_SQUASH,
    meanwhile: [{ act: deleted }],
    expected: { calls: "getQueue" },
  },
  {
    title: "F-25: a delete that is refused while the queue switches modes waits and is repeated",
    name: "delete_while_switching",
    before: THREE_SQUASH,
    // The service of this round refuses writes for two reads, of which the destroy makes one to see who is in it.
    meanwhile: [{ act: updated({ mode: "parallel" }) }],
    expected: { calls: "getQueue deleteQueue getQueue getQueue deleteQueue", commits: DELETED },
  },
  {
    title:
      "F-22, F-02: a queue that is drained and gets empty is deleted, although the response to the draining was lost",
    name: "delete_drained",
    before: { ...THREE_SQUASH, deletion_policy: "drain" },
    meanwhile: [{ act: submitted(44) }, { before: "updateQueue", act: cancelled(44) }],
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: {
      calls: "getQueue updateQueue updateQueue getQueue deleteQueue",
      commits: { updateQueue: 2, deleteQueue: 1 },
    },
  },
];
