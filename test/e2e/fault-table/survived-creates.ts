import {
  changeAnswer,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  lagReads,
  onOperation,
  truncate,
} from "../../../src/emulator/faults";
import { CREATED_ONCE, created, type FaultCase, LOOKS, SIGN_IN_PAGE, THREE_SQUASH } from "./fault-case";

/** Creates that succeed despite faults. */
export const SURVIVED_CREATES: readonly FaultCase[] = [
  {
    title:
      "F-02, I-6: createQueue is lost before it takes effect: a read finds nothing, and it is sent again",
    name: "create_lost_before",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, dropBeforeCommit))],
    expected: { calls: `${LOOKS} createQueue getQueue createQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title:
      "F-02, I-6: createQueue is lost after it took effect: a read finds the queue, and all is sent to it",
    name: "create_lost_after",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, dropAfterCommit))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-04, R-2: createQueue returns 500 although it took effect: a read finds the queue",
    name: "create_500_after",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-03, R-2: createQueue returns 500 and did nothing: a read decides before each repetition",
    name: "create_500_before",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(2, fail(500)))],
    expected: {
      calls: `${LOOKS} createQueue getQueue createQueue getQueue createQueue updateQueue`,
      commits: CREATED_ONCE,
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
      commits: CREATED_ONCE,
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
    title: "F-06: the head of createQueue's response drips: it is cut off, and a read finds the queue",
    name: "create_slow_head",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-07: createQueue's response ends before its declared length: a read finds the queue",
    name: "create_truncated",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, truncate(1)))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-20: a sign-in page in place of createQueue's response: a read finds the queue behind it",
    name: "create_page",
    after: THREE_SQUASH,
    faults: [onOperation("createQueue", firstTimes(1, fail(200, { ...SIGN_IN_PAGE, commits: true })))],
    expected: { calls: `${LOOKS} createQueue getQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-19: text and emptiness as responses to a create are fine: reading decides",
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
    expected: { calls: `${LOOKS} createQueue updateQueue getQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-27: a new queue that reads do not show yet is waited for",
    name: "create_lag",
    after: { concurrency: 3 },
    faults: [lagReads(2)],
    expected: { calls: `${LOOKS} createQueue getQueue getQueue getQueue`, commits: { createQueue: 1 } },
  },
  {
    title: "F-17: fields of a newer service are accepted, and an unknown word is kept with a warning",
    name: "create_newer",
    after: THREE_SQUASH,
    faults: [changeAnswer({ set: { optimizationMode: "quantum", color: "blue" } })],
    doFaultsStay: true,
    expected: {
      calls: `${LOOKS} createQueue updateQueue`,
      commits: CREATED_ONCE,
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
    expected: { calls: `${LOOKS} createQueue updateQueue`, commits: CREATED_ONCE },
  },
  {
    title: "F-13, I-3: where it may adopt, a queue created outside Terraform right before ours is taken over",
    name: "create_adopts",
    after: { ...THREE_SQUASH, on_existing: "adopt" },
    meanwhile: [{ before: "createQueue", act: created({ concurrency: 9 }) }],
    faults: [onOperation("updateQueue", firstTimes(1, dropAfterCommit))],
    expected: {
      calls: `${LOOKS} createQueue getQueue updateQueue updateQueue`,
      commits: { updateQueue: 2 },
    },
  },
];
