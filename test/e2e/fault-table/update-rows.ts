import {
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  firstTimes,
  inflate,
  onOperation,
  truncate,
} from "../../../src/emulator/faults";
import { changeAnswer, clampNumbers } from "../../../src/emulator/value-faults";
import type { FaultCase } from "./fault-case";
import { afterCall, deleted, FOUR_SQUASH, THREE_SQUASH, updated, within } from "./fault-case";

const CHANGED = { before: THREE_SQUASH, after: FOUR_SQUASH } as const;

const TWICE = "updateQueue updateQueue";

/** Updates that get over what goes wrong. */
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
    title: "F-04: updateQueue answers 500 although it took effect: it is repeated",
    name: "update_500_after",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, fail(500, { commits: true })))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: the head of updateQueue's answer drips: it is cut off and repeated",
    name: "update_slow_head",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, drip(1, 500, "head")))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: the body of updateQueue's answer drips: it is cut off and repeated",
    name: "update_slow_body",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, drip(1, 500)))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title: "F-06: an answer that drips but arrives in time is an answer",
    name: "update_in_time",
    ...CHANGED,
    faults: [onOperation("updateQueue", drip(200, 10, "head"))],
    expected: { calls: "updateQueue", commits: { updateQueue: 1 } },
  },
  {
    title: "F-07: updateQueue's answer ends before its declared length: it is repeated",
    name: "update_truncated",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, truncate(20)))],
    expected: { calls: TWICE, commits: { updateQueue: 2 } },
  },
  {
    title:
      "F-07: updateQueue's answer ends in the middle and declares no length: it is no record, and a read decides",
    name: "update_truncated_silently",
    ...CHANGED,
    faults: [onOperation("updateQueue", firstTimes(1, truncate(20, false)))],
    expected: { calls: "updateQueue getQueue", commits: { updateQueue: 1 } },
  },
  {
    title:
      "F-27, F-19: the answer is no record and reads lag behind: reading goes on until they show what was asked",
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
    title: "F-18: an answer that lacks a setting is no record: a read decides",
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
    title: "F-14, I-2: settings that somebody else changed between plan and apply are left to the next plan",
    name: "update_raced",
    ...CHANGED,
    meanwhile: { act: updated({ mergeMethod: "rebase", testingTimeoutMinutes: 7 }) },
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
    meanwhile: { act: updated({ mode: "parallel" }) },
    expected: { calls: "updateQueue getQueue getQueue+ updateQueue", commits: { updateQueue: 1 } },
  },
];

const SHORT = { before: THREE_SQUASH, after: within(4, "update", FOUR_SQUASH) } as const;

/** More than the client reads: 33 MiB. */
const TOO_LARGE_BYTES = 33 * 1024 * 1024;

/** Where nothing was changed: state and service have what they had, and the next plan proposes it again. */
const UNCHANGED = { state: THREE_SQUASH, queue: THREE_SQUASH, nextPlan: "update" } as const;

/** Where the change was made all the same: the state says so, and nothing is left to do. */
const CHANGED_NEVERTHELESS = { state: FOUR_SQUASH, queue: FOUR_SQUASH, nextPlan: "none" } as const;

/** As often as the deadline allowed. */
const REPEATEDLY = { updateQueue: expect.any(Number) as number };

/** Updates that fail, and leave a true state. */
export const FAILED_UPDATES: readonly FaultCase[] = [
  {
    title: "F-03: updateQueue answers 500 for good: an error within the deadline tells attempts and status",
    name: "update_500_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", fail(500, { body: "disk full" }))],
    expected: {
      calls: "updateQueue updateQueue+ getQueue",
      error: {
        summary: "Merge queue service failed",
        says: ['500: "disk full"', afterCall("updateQueue"), "try again later"],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "F-02, I-4: updateQueue is lost for good before it takes effect: the state is what a read shows",
    name: "update_lost_before_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", dropBeforeCommit)],
    expected: {
      calls: "updateQueue updateQueue+ getQueue",
      error: {
        summary: "Outcome of the request unknown",
        says: ["the connection broke off", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "F-02, I-4: updateQueue is lost for good after it took effect: the state is what a read shows",
    name: "update_lost_after_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", dropAfterCommit)],
    expected: {
      calls: "updateQueue updateQueue+ getQueue",
      commits: REPEATEDLY,
      error: {
        summary: "Outcome of the request unknown",
        says: ["the connection broke off", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
      // What only Terraform keeps, such as timeouts, comes with the next success.
      nextPlan: "update",
    },
  },
  {
    title: "F-06: updateQueue never answers: an error within the deadline",
    name: "update_slow_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", drip(1, 500))],
    expected: {
      calls: "updateQueue updateQueue+ getQueue",
      commits: REPEATEDLY,
      error: {
        summary: "Outcome of the request unknown",
        says: ["no whole answer came in time", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
      nextPlan: "update",
    },
  },
  {
    title: "F-07: updateQueue's answer is larger than this client reads: it is not repeated",
    name: "update_oversize",
    ...CHANGED,
    faults: [onOperation("updateQueue", inflate(TOO_LARGE_BYTES))],
    expected: {
      calls: "updateQueue getQueue",
      commits: { updateQueue: 1 },
      error: {
        summary: "Outcome of the request unknown",
        says: ["larger than this client reads", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
    },
  },
  {
    title: "F-20: a sign-in page in place of updateQueue's answer is an error that says what came",
    name: "update_page",
    ...CHANGED,
    faults: [
      onOperation(
        "updateQueue",
        fail(200, { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } }),
      ),
    ],
    expected: {
      calls: "updateQueue getQueue",
      error: {
        summary: "Outcome of the request unknown",
        says: ["text/html", "<html>Sign in</html>", afterCall("updateQueue")],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "F-15, R-4: updateQueue is refused with 401: no repetition, and the state stays",
    name: "update_unauthorized",
    ...CHANGED,
    faults: [fail(401, { body: "token revoked" })],
    expected: {
      calls: "updateQueue getQueue",
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ['401: "token revoked"', "MERGEQUEUE_TOKEN", afterCall("updateQueue")],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "R-4: updateQueue is refused with 400: no repetition, and the service's reason is shown",
    name: "update_refused",
    ...CHANGED,
    faults: [onOperation("updateQueue", fail(400, { body: "four is too many" }))],
    expected: {
      calls: "updateQueue getQueue getQueue",
      error: {
        summary: "Request refused by the merge queue service",
        says: ['400: "four is too many"', afterCall("updateQueue"), "correct that"],
      },
      ...UNCHANGED,
    },
  },
  {
    title:
      "I-1: a value that the service clamps is an error that names wish and stored value; the state is true",
    name: "update_clamped",
    before: THREE_SQUASH,
    after: { ...FOUR_SQUASH, concurrency: 500 },
    faults: [clampNumbers({ concurrency: 100 })],
    expected: {
      calls: "updateQueue",
      commits: { updateQueue: 1 },
      error: {
        summary: "Service stored something else than configured",
        says: ["concurrency: asked for 500, stored is 100", "leave the setting out"],
      },
      state: { ...THREE_SQUASH, concurrency: 100 },
      queue: { ...THREE_SQUASH, concurrency: 100 },
      nextPlan: "update",
    },
  },
  {
    title: "F-23: a queue that somebody else deletes between plan and update is told, and planned anew",
    name: "update_gone",
    ...CHANGED,
    meanwhile: { act: deleted },
    expected: {
      calls: "updateQueue getQueue",
      error: { summary: "Queue deleted outside Terraform", says: ["deleted by somebody else", "Plan again"] },
      state: THREE_SQUASH,
      queue: "absent",
      nextPlan: "create",
    },
  },
];
