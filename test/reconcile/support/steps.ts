import { type ErrorCode, type ErrorDetails, MergeQueueError } from "../../../src/queue/merge-queue-error";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import type { OperationName } from "../../../src/wire/first/operations";
import { SETTINGS_SHOWN } from "../../support/all-settings";
import type { Stage } from "./stage";

/** The queue that the tests work on. */
export const QUEUE: QueueIdentity = {
  repo: { host: "github.com", owner: "acme", name: "web" },
  targetBranch: "main",
};

/** Its id. */
export const QUEUE_ID = "github.com/acme/web/main";

/** One expected call, and the service's reaction. */
export interface Step {
  readonly operation: OperationName;
  /** The whole body. */
  readonly request: object;
  /** The body of a response with status 200, or the error that the client throws. */
  readonly response: unknown;
  /** Milliseconds until the response arrives. Default: 0. */
  readonly takesMs?: number;
  /** Whether the client would send it again after this failure: it then reads what is there first (F-42). */
  readonly isRepeated?: boolean;
  /** What happens while the call is on its way. */
  readonly meanwhile?: (stage: Stage) => void;
  /** Pull requests listed as not ready if asked next, or an error. Default: the service must not be asked. */
  readonly notReady?: readonly object[] | Error | ((stage: Stage) => readonly object[]);
}

/** How a step differs from the usual. */
export type StepOptions = Pick<Step, "takesMs" | "meanwhile" | "notReady" | "isRepeated">;

/** The body of a queue in a response to `/updateQueue`. */
export function record(settings: object = {}): object {
  return { branch: "main", ...SETTINGS_SHOWN, ...settings };
}

/** The body of a queue in a response to `/getQueue`. */
export function live(settings: object = {}, pullRequestNumbers: readonly number[] = []): object {
  return { ...record(settings), enqueuedPullRequests: pullRequestNumbers.map((each) => pullRequest(each)) };
}

/** An item of `enqueuedPullRequests`. */
export function pullRequest(prNumber: number, state = "testing"): object {
  return {
    id: `id-${prNumber}`,
    state,
    stateChangedAt: "2026-01-01T00:00:00Z",
    priorityValue: 100,
    priorityName: "medium",
    skipTheLine: false,
    prNumber,
    prTitle: `Change ${prNumber}`,
    prSha: "0f".repeat(20),
    prBaseBranch: "main",
    prAuthor: "ada",
    noBatch: false,
  };
}

/** An error as the client throws it. */
export function failure(code: ErrorCode, details: ErrorDetails = {}): MergeQueueError {
  const doubt = code === "outcome_unknown" ? { isEffectPossible: true } : {};
  return new MergeQueueError(code, `The service: ${code}.`, { ...doubt, ...details });
}

/** The user interrupts so many milliseconds after the call was made. */
export function interruptAfter(ms: number): StepOptions {
  return {
    meanwhile: ({ clock, stop }) => {
      clock.after(ms, () => {
        stop.abort();
      });
    },
  };
}

/** Expects `/getQueue`. */
export function reads(response: unknown, options: StepOptions = {}): Step {
  return { operation: "getQueue", request: QUEUE, response, ...options };
}

/** As {@link reads}, where the code may ask what is not ready; nothing is, unless the options say so. */
export function looks(response: unknown, options: StepOptions = {}): Step {
  return reads(response, { notReady: [], ...options });
}

/** Expects `/createQueue`. */
export function creates(settings: object, response: unknown = {}, options: StepOptions = {}): Step {
  return { operation: "createQueue", request: { ...QUEUE, ...settings }, response, ...options };
}

/** Expects `/updateQueue`. */
export function updates(change: object, response: unknown, options: StepOptions = {}): Step {
  return { operation: "updateQueue", request: { ...QUEUE, ...change }, response, ...options };
}

/** Expects `/deleteQueue`. A JSON response is trusted; text, the default, is not. */
export function deletes(response: unknown = "OK", options: StepOptions = {}): Step {
  return { operation: "deleteQueue", request: QUEUE, response, ...options };
}

/** The response of a service without this queue. */
export const GONE = failure("not_found");

/** The user interrupts while the call is on its way. */
export const INTERRUPT: StepOptions = {
  meanwhile: ({ stop }) => {
    stop.abort();
  },
};

/** The user interrupts while it is listed what is not ready. */
export const INTERRUPT_LIST: StepOptions = {
  notReady: ({ stop }) => {
    stop.abort();
    return [];
  },
};

/** Returns a body without one of its fields. */
export function without(body: object, name: string): object {
  return Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));
}

/** Repeats a step. */
export function times<Each>(count: number, each: Each): Each[] {
  return Array.from({ length: count }, () => each);
}
