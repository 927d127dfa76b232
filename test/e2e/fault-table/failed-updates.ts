import {
  clampNumbers,
  drip,
  dropAfterCommit,
  dropBeforeCommit,
  fail,
  inflate,
  onOperation,
} from "../../../src/emulator/faults";
import {
  afterCall,
  CHANGED,
  deleted,
  type FaultCase,
  FOUR_SQUASH,
  failUntilDeadline,
  LONG_SECONDS,
  LOST,
  SHORT_SECONDS,
  SIGN_IN_PAGE,
  THREE_SQUASH,
  TOO_LARGE_BYTES,
  within,
} from "./fault-case";

const SHORT = { before: THREE_SQUASH, after: within(SHORT_SECONDS, "update", FOUR_SQUASH) } as const;

/** If nothing was changed: state and service are unchanged, and the next plan proposes the change again. */
const UNCHANGED = { state: THREE_SQUASH, queue: THREE_SQUASH, nextPlan: "update" } as const;

/** Where the change was made all the same: the state says so, and nothing is left to do. */
const CHANGED_NEVERTHELESS = { state: FOUR_SQUASH, queue: FOUR_SQUASH, nextPlan: "none" } as const;

/** As often as the time allowed. */
const REPEATEDLY = { updateQueue: expect.any(Number) as number };

/** Updates that fail, and leave a true state. */
export const FAILED_UPDATES: readonly FaultCase[] = [
  {
    title: "F-03: updateQueue always returns 500: an error within the deadline tells attempts and status",
    name: "update_500_stays",
    before: THREE_SQUASH,
    after: within(LONG_SECONDS, "update", FOUR_SQUASH),
    faults: [failUntilDeadline("updateQueue", 500, "disk full")],
    expected: {
      calls: "updateQueue updateQueue getQueue",
      error: {
        summary: "Merge queue service failed",
        says: ['500: "disk full"', afterCall("updateQueue"), "try again later"],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "F-02, I-4: updateQueue is always lost before it takes effect: the state is what a read shows",
    name: "update_lost_before_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", dropBeforeCommit)],
    expected: {
      calls: "updateQueue+ getQueue",
      error: {
        summary: "Outcome of the request unknown",
        says: [LOST, afterCall("updateQueue"), "Run terraform plan"],
      },
      ...UNCHANGED,
    },
  },
  {
    title: "F-02, I-4: updateQueue is always lost after it took effect: the state is what a read shows",
    name: "update_lost_after_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", dropAfterCommit)],
    expected: {
      calls: "updateQueue+ getQueue",
      commits: REPEATEDLY,
      error: {
        summary: "Outcome of the request unknown",
        says: [LOST, afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
      // What only Terraform keeps, such as timeouts, comes with the next success.
      nextPlan: "update",
    },
  },
  {
    title: "F-06: updateQueue never responds: an error within the deadline",
    name: "update_slow_stays",
    ...SHORT,
    faults: [onOperation("updateQueue", drip(1, 500))],
    expected: {
      calls: "updateQueue+ getQueue",
      commits: REPEATEDLY,
      error: {
        summary: "Outcome of the request unknown",
        says: ["no complete response arrived in time", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
      nextPlan: "update",
    },
  },
  {
    title:
      "F-07: updateQueue's response is larger than this client reads: an error that says so, and a true state",
    name: "update_oversize",
    ...CHANGED,
    faults: [onOperation("updateQueue", inflate(TOO_LARGE_BYTES))],
    expected: {
      calls: "updateQueue+ getQueue",
      commits: REPEATEDLY,
      error: {
        summary: "Outcome of the request unknown",
        says: ["larger than this client reads", afterCall("updateQueue"), "Run terraform plan"],
      },
      ...CHANGED_NEVERTHELESS,
    },
  },
  {
    title: "F-20: a sign-in page in place of updateQueue's response is an error that says what came",
    name: "update_page",
    ...CHANGED,
    faults: [onOperation("updateQueue", fail(200, SIGN_IN_PAGE))],
    expected: {
      calls: "updateQueue getQueue",
      error: {
        summary: "No merge queue service at this address",
        says: [
          "text/html",
          "<html>Sign in</html>",
          afterCall("updateQueue"),
          "Whether it took effect is not known",
        ],
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
        says: ['400: "four is too many"', afterCall("updateQueue"), "Correct what the service names"],
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
    title: "F-23: a queue deleted outside Terraform between plan and update is reported, and planned anew",
    name: "update_gone",
    ...CHANGED,
    meanwhile: [{ act: deleted }],
    expected: {
      calls: "updateQueue getQueue",
      error: {
        summary: "Queue deleted outside Terraform",
        says: ["an outside change deleted it", "Plan again"],
      },
      state: THREE_SQUASH,
      queue: "absent",
      nextPlan: "create",
    },
  },
];
