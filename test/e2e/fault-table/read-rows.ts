import {
  drip,
  dropAfterCommit,
  fail,
  firstTimes,
  inflate,
  onOperation,
  onTime,
  truncate,
} from "../../../src/emulator/faults";
import { changeAnswer } from "../../../src/emulator/value-faults";
import type { FaultCase } from "./fault-case";
import { afterCall, deleted, recreated, THREE_SQUASH, within } from "./fault-case";

const UNTOUCHED = { before: THREE_SQUASH, after: THREE_SQUASH } as const;

const PAGE = { body: "<html>Sign in</html>", headers: { "content-type": "text/html" } } as const;

/** Refreshes that get over what goes wrong, and what they find. */
export const SURVIVED_READS: readonly FaultCase[] = [
  {
    title: "F-03, R-1: a storm of 500 and lost answers over a refresh passes",
    name: "read_storm",
    ...UNTOUCHED,
    faults: [firstTimes(3, fail(500)), firstTimes(1, dropAfterCommit)],
    expected: { calls: "getQueue getQueue getQueue getQueue getQueue" },
  },
  {
    title: "F-07: answers that end in the middle, with a length and without, are read again",
    name: "read_truncated",
    ...UNTOUCHED,
    faults: [onTime(1, truncate(20)), onTime(2, truncate(20, false))],
    expected: { calls: "getQueue getQueue getQueue" },
  },
  {
    title: "F-06: heads and bodies that drip are cut off and read again",
    name: "read_slow",
    ...UNTOUCHED,
    faults: [onTime(1, drip(1, 500, "head")), onTime(2, drip(1, 500))],
    expected: { calls: "getQueue getQueue getQueue" },
  },
  {
    title: "F-18: upper case and another order are no drift",
    name: "read_shouted",
    before: { ...THREE_SQUASH, required_statuses: ["ci/a", "ci/b"] },
    after: { ...THREE_SQUASH, required_statuses: ["ci/a", "ci/b"] },
    faults: [
      changeAnswer({ set: { mergeMethod: "SQUASH", state: "RUNNING", requiredStatuses: ["ci/b", "ci/a"] } }),
    ],
    doFaultsStay: true,
    expected: { calls: "getQueue" },
  },
  {
    title: "F-17: fields and words of a newer service are let through, words with a warning",
    name: "read_newer",
    ...UNTOUCHED,
    faults: [changeAnswer({ set: { optimizationMode: "warp", color: "blue" } })],
    doFaultsStay: true,
    expected: { calls: "getQueue", warnings: ["Unknown value of optimization_mode"] },
  },
  {
    title: "F-25: switching_modes is no drift",
    name: "read_switching",
    before: { ...THREE_SQUASH, state: "running" },
    after: { ...THREE_SQUASH, state: "running" },
    faults: [changeAnswer({ set: { state: "switching_modes" } })],
    doFaultsStay: true,
    expected: { calls: "getQueue" },
  },
  {
    title:
      "F-23, F-16: a queue that somebody else deleted is created again, with a warning where the token came from",
    name: "read_gone",
    ...UNTOUCHED,
    meanwhile: { act: deleted },
    expected: {
      calls: "getQueue+ createQueue updateQueue",
      commits: { createQueue: 1, updateQueue: 1 },
      warnings: ["Queue does not exist"],
    },
  },
  {
    title:
      "F-24, I-2: a queue that somebody else created again is drift of what is managed, and of nothing else",
    name: "read_recreated",
    ...UNTOUCHED,
    meanwhile: { act: recreated({ mergeMethod: "rebase", concurrency: 3, testingTimeoutMinutes: 7 }) },
    expected: {
      calls: "getQueue updateQueue",
      commits: { updateQueue: 1 },
      queue: { ...THREE_SQUASH, testing_timeout_minutes: 7 },
    },
  },
];

/** A plan that fails changes nothing, and once nothing goes wrong it has nothing to do. */
const READ = "getQueue";

/** Refreshes that fail, and keep the state. */
export const FAILED_READS: readonly FaultCase[] = [
  {
    title: "F-03: getQueue answers 500 for good: an error within the deadline tells attempts and status",
    name: "read_500_stays",
    before: within(3, "read", THREE_SQUASH),
    after: within(3, "read", THREE_SQUASH),
    faults: [fail(500, { body: "disk full" })],
    expected: {
      calls: "getQueue getQueue+",
      error: {
        summary: "Merge queue service failed",
        says: ['500: "disk full"', afterCall("getQueue"), "try again later"],
      },
    },
  },
  {
    title: "F-07: getQueue's answer ends in the middle for good: an error within the deadline",
    name: "read_truncated_stays",
    before: within(3, "read", THREE_SQUASH),
    after: within(3, "read", THREE_SQUASH),
    faults: [truncate(30, false)],
    expected: {
      calls: "getQueue getQueue+",
      error: {
        summary: "Answer of the merge queue service lost",
        says: ["which ends in the middle", afterCall("getQueue"), "nothing was changed"],
      },
    },
  },
  {
    title: "F-06: getQueue's head drips for good: an error within the deadline",
    name: "read_slow_stays",
    before: within(3, "read", THREE_SQUASH),
    after: within(3, "read", THREE_SQUASH),
    faults: [drip(1, 500, "head")],
    expected: {
      calls: "getQueue+",
      error: {
        summary: "Operation took too long",
        says: ["no whole answer came in time", afterCall("getQueue"), "timeouts = {"],
      },
    },
  },
  {
    title: "F-07: getQueue's answer is larger than this client reads: an error at once",
    name: "read_oversize",
    ...UNTOUCHED,
    faults: [inflate(33 * 1024 * 1024)],
    expected: {
      calls: READ,
      error: {
        summary: "Answer of the merge queue service not understood",
        says: ["larger than this client reads", afterCall("getQueue")],
      },
    },
  },
  {
    title: "F-20: a sign-in page in place of the service is an error that says what came",
    name: "read_page",
    ...UNTOUCHED,
    faults: [fail(200, PAGE)],
    expected: {
      calls: READ,
      error: {
        summary: "No merge queue service at this address",
        says: ["text/html", "<html>Sign in</html>", afterCall("getQueue"), "Check base_url"],
      },
    },
  },
  {
    title: "F-16: a 404 that is not the service's own never means that a queue is gone",
    name: "read_foreign_404",
    ...UNTOUCHED,
    faults: [fail(404, PAGE)],
    expected: {
      calls: READ,
      error: {
        summary: "No merge queue service at this address",
        says: ["404", "text/html", afterCall("getQueue"), "Check base_url"],
      },
    },
  },
  {
    title: "F-18: an answer of another shape is an error that names the field",
    name: "read_reshaped",
    ...UNTOUCHED,
    faults: [changeAnswer({ set: { concurrency: "three" } })],
    expected: {
      calls: READ,
      error: {
        summary: "Answer of the merge queue service not understood",
        says: ["concurrency", "getQueue", "newer"],
      },
    },
  },
  {
    title: "F-15, R-4: getQueue is refused with 401: no repetition, and where the token came from",
    name: "read_unauthorized",
    ...UNTOUCHED,
    faults: [fail(401, { body: "token revoked" })],
    expected: {
      calls: READ,
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ['401: "token revoked"', "MERGEQUEUE_TOKEN", afterCall("getQueue")],
      },
    },
  },
  {
    title: "F-15: getQueue is refused with 403: no repetition, and where the token came from",
    name: "read_forbidden",
    ...UNTOUCHED,
    faults: [fail(403, { body: "not yours" })],
    expected: {
      calls: READ,
      error: {
        summary: "Operation not allowed for this token",
        says: ['403: "not yours"', "MERGEQUEUE_TOKEN", afterCall("getQueue")],
      },
    },
  },
  {
    title: "F-15: a destroy is not even planned with a token that is refused",
    name: "read_for_destroy",
    before: THREE_SQUASH,
    faults: [onOperation("getQueue", fail(401, { body: "token revoked" }))],
    expected: {
      calls: READ,
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ["401", "MERGEQUEUE_TOKEN", afterCall("getQueue")],
      },
      state: THREE_SQUASH,
      queue: THREE_SQUASH,
      nextPlan: "delete",
    },
  },
];
