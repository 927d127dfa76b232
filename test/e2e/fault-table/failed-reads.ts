import {
  changeAnswer,
  compress,
  drip,
  fail,
  inflate,
  onOperation,
  truncate,
} from "../../../src/emulator/faults";
import {
  afterCall,
  type FaultCase,
  failUntilDeadline,
  LONG_SECONDS,
  SHORT_SECONDS,
  SIGN_IN_PAGE,
  THREE_SQUASH,
  TOO_LARGE_BYTES,
  UNTOUCHED,
  within,
} from "./fault-case";

/** Refreshes that fail, and keep the state. */
export const FAILED_READS: readonly FaultCase[] = [
  {
    title: "F-03: getQueue always returns 500: an error within the deadline tells attempts and status",
    name: "read_500_stays",
    before: within(LONG_SECONDS, "read", THREE_SQUASH),
    after: within(LONG_SECONDS, "read", THREE_SQUASH),
    faults: [failUntilDeadline("getQueue", 500, "disk full")],
    expected: {
      calls: "getQueue getQueue",
      error: {
        summary: "Merge queue service failed",
        says: ['500: "disk full"', afterCall("getQueue"), "try again later"],
      },
    },
  },
  {
    title: "F-07: getQueue's response is always cut off: an error within the deadline",
    name: "read_truncated_stays",
    before: within(SHORT_SECONDS, "read", THREE_SQUASH),
    after: within(SHORT_SECONDS, "read", THREE_SQUASH),
    faults: [truncate(30, false)],
    expected: {
      calls: "getQueue getQueue+",
      error: {
        summary: "Response of the merge queue service lost",
        says: ["which is incomplete", afterCall("getQueue"), "nothing was changed"],
      },
    },
  },
  {
    title: "F-06: getQueue's head always drips: an error within the deadline",
    name: "read_slow_stays",
    before: within(SHORT_SECONDS, "read", THREE_SQUASH),
    after: within(SHORT_SECONDS, "read", THREE_SQUASH),
    faults: [drip(1, 500, "head")],
    expected: {
      calls: "getQueue+",
      error: {
        summary: "Operation took too long",
        says: ["no complete response arrived in time", afterCall("getQueue"), "timeouts = {"],
      },
    },
  },
  {
    title: "F-07: getQueue's response is larger than this client reads: an error that says so",
    name: "read_oversize",
    ...UNTOUCHED,
    faults: [inflate(TOO_LARGE_BYTES)],
    expected: {
      calls: "getQueue+",
      error: {
        summary: "Response of the merge queue service not understood",
        says: ["larger than this client reads", afterCall("getQueue")],
      },
    },
  },
  {
    title:
      "F-07, S-18: getQueue's response is larger, once decompressed, than this client reads: an error that says so",
    name: "read_bomb",
    ...UNTOUCHED,
    faults: [compress("gzip"), inflate(TOO_LARGE_BYTES)],
    expected: {
      calls: "getQueue+",
      error: {
        summary: "Response of the merge queue service not understood",
        says: ["the response, decompressed, is larger than this client reads", afterCall("getQueue")],
      },
    },
  },
  {
    title: "F-20: a sign-in page in place of the service is an error that says what came",
    name: "read_page",
    ...UNTOUCHED,
    faults: [fail(200, SIGN_IN_PAGE)],
    expected: {
      calls: "getQueue",
      error: {
        summary: "No merge queue service at this address",
        says: ["text/html", "<html>Sign in</html>", afterCall("getQueue"), "Check base_url"],
      },
    },
  },
  {
    title: "F-20: a page with status 501 is an error that says what came",
    name: "read_page_501",
    ...UNTOUCHED,
    faults: [fail(501, SIGN_IN_PAGE)],
    expected: {
      calls: "getQueue",
      error: {
        summary: "No merge queue service at this address",
        says: ["501", "text/html", "<html>Sign in</html>", afterCall("getQueue"), "Check base_url"],
      },
    },
  },
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
  {
    title: "F-18: a response of another shape is an error that names the field",
    name: "read_reshaped",
    ...UNTOUCHED,
    faults: [changeAnswer({ set: { concurrency: "three" } })],
    expected: {
      calls: "getQueue",
      error: {
        summary: "Response of the merge queue service not understood",
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
      calls: "getQueue",
      error: {
        summary: "Token not accepted by the merge queue service",
        says: ['401: "token revoked"', "MERGEQUEUE_TOKEN", afterCall("getQueue")],
      },
    },
  },
  {
    title:
      "F-15, F-35: getQueue is refused with 403: no repetition, what the service says as it came, and where the token came from",
    name: "read_forbidden",
    ...UNTOUCHED,
    faults: [fail(403, { body: '{"field":"testingTimeoutMinutes"}' })],
    expected: {
      calls: "getQueue",
      error: {
        summary: "Operation not allowed for this token",
        says: ['403: "{\\"field\\":\\"testingTimeoutMinutes\\"}"', "MERGEQUEUE_TOKEN", afterCall("getQueue")],
      },
    },
  },
  {
    title: "F-15: a destroy is not even planned with a token that is refused",
    name: "read_for_destroy",
    before: THREE_SQUASH,
    faults: [onOperation("getQueue", fail(401, { body: "token revoked" }))],
    expected: {
      calls: "getQueue",
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
