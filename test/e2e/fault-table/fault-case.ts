import type { Fault } from "../../../src/emulator/faults";
import type { EventOf } from "../../../src/engine/engine-event";
import type { QueueEngine } from "../../../src/engine/queue-engine";
import type { QueueIdentity } from "../../../src/queue/queue-identity";
import type { QueueSettings } from "../../../src/queue/settings";
import type { OperationName } from "../../../src/wire/first/operations";

/** Declared attributes of a queue's resource, besides its identity. */
export type Attributes = Readonly<Record<string, unknown>>;

/** The planned action on a resource in Terraform's words, or `none`. */
export type PlannedAction = "none" | "create" | "update" | "delete" | "replace";

/** One error diagnostic, as the user reads it. */
export interface ExpectedError {
  /** The error's first line. */
  readonly summary: string;
  /** Its text, besides the queue's id. */
  readonly says: readonly (string | RegExp)[];
}

/** The promised result. By default it is success: everything as declared, and nothing left to do. */
export interface Expected {
  /** The operations that are called during the fault, in order; `+` after one, or after `(…)`: once or more. */
  readonly calls: string;
  /** How often writes took effect meanwhile. Default: none did. */
  readonly commits?: { readonly [Name in OperationName]?: number };
  /** The one error. Default: none, and the command succeeds. */
  readonly error?: ExpectedError;
  /** Summaries of the warnings, in order. Default: none. */
  readonly warnings?: readonly string[];
  /** A part of the attributes in the state afterwards. Default: the declared ones. */
  readonly state?: "absent" | Attributes;
  /** Whether the state holds it as tainted. Default: it does not. */
  readonly isTainted?: boolean;
  /** The service's settings afterwards, by Terraform name. Default: the declared ones. */
  readonly queue?: "absent" | Attributes;
  /** The action of the next plan, without faults. Default: none. */
  readonly nextPlan?: PlannedAction;
  /**
   * The message of the same command when it is run again (rule I-5). Default: none, and everything is as declared.
   */
  readonly again?: ExpectedError;
}

/** An outside change to the row's queue. */
export interface Interference {
  /** Right before the first such call of ours. Default: when the round's faults begin. */
  readonly before?: OperationName;
  readonly act: (engine: QueueEngine, queue: QueueIdentity) => void;
}

/** One row of the table: a fault with one queue. */
export interface FaultCase {
  /** The rules that it proves, and what holds. */
  readonly title: string;
  /** Name of its resource, and branch of its queue. */
  readonly name: string;
  /** The configuration applied before the fault. Default: none, so that the queue does not exist. */
  readonly before?: Attributes;
  /** The configuration during the fault. Default: none, so that the queue is destroyed. */
  readonly after?: Attributes;
  /** Outside changes in the meantime, each made once. */
  readonly meanwhile?: readonly Interference[];
  /** The faults of requests that name the queue, the first outermost. */
  readonly faults?: readonly Fault[];
  /** Whether the faults continue during the next plan. Default: false. */
  readonly doFaultsStay?: boolean;
  readonly expected: Expected;
}

/** Settings of which `/createQueue` accepts only the first. */
export const THREE_REBASE: Attributes = { concurrency: 3, merge_method: "rebase" };

/** What {@link THREE_REBASE} is changed into. */
export const FOUR_REBASE: Attributes = { concurrency: 4, merge_method: "rebase" };

/**
 * The first calls of a create: the apply plans again, with the plan's advisory read, and looks for the queue only if
 * more than 10 seconds have passed since then, as on a very busy machine.
 */
export const LOOKS = "getQueue getQueue?";

/** The calls of a successful create. */
export const CREATED_ONCE = { createQueue: 1, updateQueue: 1 } as const;

/** The configuration before, during and after the fault. */
export const UNTOUCHED = { before: THREE_REBASE, after: THREE_REBASE } as const;

/** Attributes of a queue before and after an update. */
export const CHANGED = { before: THREE_REBASE, after: FOUR_REBASE } as const;

/** A web page, as proxies and wireless networks return it. */
export const SIGN_IN_PAGE = {
  body: "<html>Sign in</html>",
  headers: { "content-type": "text/html" },
} as const;

/** Returns how messages tell which call failed, where, how often and for how long (rule F-35). */
export function afterCall(operation: OperationName): RegExp {
  return new RegExp(`\\(${operation} at http://127\\.0\\.0\\.1:\\d+, \\d+ attempts? in \\d+\\.\\d s\\)`);
}

/** Deletes the row's queue. */
export const deleted: Interference["act"] = (engine, identity) => {
  engine.apply({ type: "deleteQueue", identity });
};

/** Changes the row's queue. */
function updated(settings: QueueSettings): Interference["act"] {
  return (engine, identity) => {
    engine.apply({ type: "updateQueue", identity, settings, deletesRequiredStatuses: false });
  };
}

/** Creates the row's queue. */
export function created(settings: EventOf<"createQueue">["settings"]): Interference["act"] {
  return (engine, identity) => {
    engine.apply({ type: "createQueue", identity, settings });
  };
}

/** Deletes the row's queue and creates it again, otherwise. */
export function recreated(settings: QueueSettings): Interference["act"] {
  return (engine, identity) => {
    deleted(engine, identity);
    created({})(engine, identity);
    updated(settings)(engine, identity);
  };
}

/** Submits a pull request to the row's queue. */
export function submitted(number: number): Interference["act"] {
  return (engine, identity) => {
    engine.apply({ type: "submitPullRequest", identity, number, priority: undefined, noBatch: false });
  };
}

/** Returns the queue of a row. */
export function toIdentity(name: string): QueueIdentity {
  return { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: name };
}
