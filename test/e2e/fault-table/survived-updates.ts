import {
  changeAnswer,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  onOperation,
  truncate,
} from "../../../src/emulator/faults";
import { CHANGED, type FaultCase, FOUR_SQUASH, THREE_SQUASH, updated } from "./fault-case";

const TWICE = "updateQueue updateQueue";

/** Updates that succeed despite faults. */
export const SURVIVED_UPDATES: readonly FaultCase[] = [
  {
    title: "F-02, R-1: updateQueue is lost before it takes effect: it is repeated",
    name: "update_lost_before",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, dropBeforeCommit))],
    expected: { calls: TWICE, commits: { updateQueue: 1 } },
  },
  {
    title: "F-02, R-1: updateQueue is lost after it took effect: repeating it changes nothing further",
    name: "update_lost_after",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-03, R-1: a storm of 500, 502, 503 and 504 over an update passes",
    name: "update_storm",
    ...CHANGED,
    faults: [500, 502, 503, 504].map((status) => onOperation("updateQueue", firstTimes(1, fail(status)))),
    expected: { calls: `${TWICE} ${TWICE} updateQueue`, commits: { updateQueue: 1 } },
  },
  {
    title: "F-04: updateQueue returns 500 although it took effect: it is repeated",
    name: "update_500_after",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: the head of updateQueue's response drips: it is cut off and repeated",
    name: "update_slow_head",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: the body of updateQueue's response drips: it is cut off and repeated",
    name: "update_slow_body",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, drip(1, 500)))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: a response that drips but arrives in time is a response",
    name: "update_in_time",
    ...CHANGED,
    faults: [onOperation("updateQueue", drip(200, 10, "head"))],
    expected: { calls: "updateQueue", commits: { updateQueue: 1 } },
  },
  {
    title: "F-07: updateQueue's response ends before its declared length: it is repeated",
    name: "update_truncated",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, truncate(20)))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title:
      "F-07: updateQueue's response ends in the middle and declares no length: it is not a record, and a read decides",
    name: "update_truncated_silently",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, truncate(20, false)))],
    expected: { calls: "updateQueue getQueue", commits: { updateQueue: 1 } },
  },
  {
    title:
      "F-27, F-19: the response is not a record and reads lag behind: reading goes on until they show what was asked",
    name: "update_lag",
    ...CHANGED,
    faults: [
      onOperation(
        "updateQueue",
        fail(200, { commits: true, body: "OK", headers: { "content-type": "text/plain" } }),
      ),
      onOperation("getQueue", firstTimes(2, changeAnswer({ set: { concurrency: 3 } }))),
    ],
    expected: { calls: "updateQueue getQueue getQueue getQueue", commits: { updateQueue: 1 } },
  },
  {
    title: "F-18: a response that lacks a setting is not a record: a read decides",
    name: "update_incomplete",
    ...CHANGED,
    faults: [onOperation("updateQueue", changeAnswer({ remove: ["concurrency"] }))],
    expected: { calls: "updateQueue getQueue", commits: { updateQueue: 1 } },
  },
  {
    title:
      "F-17, F-18: words in upper case are the same words, unknown ones are kept, unknown fields let through",
    name: "update_newer",
    ...CHANGED,
    faults: [changeAnswer({ set: { mergeMethod: "Squash", directMergeMode: "sometimes", color: "blue" } })],
    doFaultsStay: true,
    expected: {
      calls: "updateQueue",
      commits: { updateQueue: 1 },
      warnings: ["Unknown value of direct_merge_mode"],
    },
  },
  {
    title: "F-14, I-2: settings changed outside Terraform between plan and apply are left to the next plan",
    name: "update_raced",
    ...CHANGED,
    meanwhile: [{ act: updated({ mergeMethod: "rebase", testingTimeoutMinutes: 7 }) }],
    expected: {
      calls: "updateQueue",
      commits: { updateQueue: 1 },
      queue: { concurrency: 4, merge_method: "rebase", testing_timeout_minutes: 7 },
      nextPlan: "update",
    },
  },
  {
    title:
      "F-25: switching_modes after a change of mode counts as the state that was there: it is never drift",
    name: "update_mode",
    before: { ...THREE_SQUASH, mode: "single", state: "running" },
    after: { ...FOUR_SQUASH, mode: "parallel", state: "running" },
    faults: [changeAnswer({ set: { state: "switching_modes" } })],
    doFaultsStay: true,
    expected: { calls: "updateQueue", commits: { updateQueue: 1 } },
  },
  {
    title: "F-25, F-26: an update that is refused while the queue switches modes waits and is repeated",
    name: "update_while_switching",
    ...CHANGED,
    // The service of this round refuses writes for two reads.
    meanwhile: [{ act: updated({ mode: "parallel" }) }],
    expected: { calls: "updateQueue getQueue getQueue+ updateQueue", commits: { updateQueue: 1 } },
  },
];
