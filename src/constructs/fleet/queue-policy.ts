import type { Repository } from "../../queue/queue-identity";
import { quote } from "../../text/quote";
import type { IConstruct, IResolvable } from "../cdk";
import type { MergeQueueProps, MergeQueueTimeouts, QueueViewSettings } from "../queue/merge-queue-props";
import { KeptList } from "../values/kept-list";

type PolicyEntry = Readonly<{ kind: "require" | "forbid"; rule: unknown }>;
export const POLICY_ENTRIES = new KeptList<PolicyEntry>("QueuePolicy", checkPolicy);

/**
 * Rules for every queue below a construct, and for the construct itself if it is a queue. A queue must meet
 * the rules of all constructs above it.
 *
 * Synthesis checks the rules against the queue's own props and its defaults. If a queue breaks a rule,
 * synthesis fails and lists all errors of the whole app.
 *
 * @example
 * ```ts
 * QueuePolicy.of(app)
 *   .require(QueueRules.requiredStatuses())
 *   .forbid(QueueRules.directMerge())
 *   .require({
 *     message: "batches on release branches",
 *     test: (queue) => !queue.targetBranch.startsWith("release/") || queue.settings.batch === true,
 *   });
 * ```
 */
export class QueuePolicy {
  readonly #scope: IConstruct;

  private constructor(scope: IConstruct) {
    this.#scope = scope;
  }

  /** Returns the policy of a construct: an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueuePolicy {
    return new QueuePolicy(scope);
  }

  /** Requires every queue to meet a rule: one of `QueueRules` or your own. */
  require(rule: QueueRule): this {
    POLICY_ENTRIES.add(this.#scope, { kind: "require", rule });
    return this;
  }

  /** Forbids queues that meet a rule: one of `QueueRules` or your own. */
  forbid(rule: QueueRule): this {
    POLICY_ENTRIES.add(this.#scope, { kind: "forbid", rule });
    return this;
  }
}

export function isQueueRule(value: unknown): value is QueueRule {
  if (typeof value !== "object" || value === null) return false;
  const { message, test } = value as Partial<Record<keyof QueueRule, unknown>>;
  return typeof message === "string" && message.trim() !== "" && typeof test === "function";
}

/** Checks that the entries of one scope are rules. Returns all problems as sentences. */
export function checkPolicy(scope: IConstruct): string[] {
  const wrong = POLICY_ENTRIES.list(scope).filter(({ rule }) => !isQueueRule(rule));
  return wrong.map(
    ({ kind, rule }) =>
      `QueuePolicy.${kind}: Must be a rule of QueueRules or { message, test }, got ${quote(rule)}.`,
  );
}

/** A condition on queues that `QueuePolicy` can require or forbid. */
export interface QueueRule {
  /** The requirement, such as `"at least 1 required status"`. Messages add the queue and the policy. */
  readonly message: string;
  /**
   * Tells whether a queue meets the rule. Called at synth with the queue's props and defaults.
   *
   * If the function reads a value that only Terraform knows, the read throws. Synthesis then warns that the
   * rule cannot be checked for this queue. To avoid this, call {@link QueueView.isKnown} first.
   */
  readonly test: (queue: QueueView) => boolean;
}

/** Names that you can pass to {@link QueueView.isKnown}. */
export type QueueViewName =
  | keyof QueueViewSettings
  | "repo"
  | "targetBranch"
  | "deletionPolicy"
  | "onExisting"
  | "timeouts"
  | "additionalSettings"
  | `additionalSettings.${string}`;

/**
 * A queue as a rule sees it: its own props and defaults at synth, read-only. In strings, Terraform's escapes
 * are resolved: `$${` is `${`. Overrides of the Terraform resource are not included.
 *
 * Reading a value that only Terraform knows throws; see {@link QueueRule.test}.
 */
export interface QueueView {
  /** Path of the queue's construct: `queues/payments/main`. */
  readonly path: string;
  /** The repository whose pull requests the queue merges. */
  readonly repo: Repository;
  /** The branch that the queue merges into. */
  readonly targetBranch: string;
  /** Its declared settings. */
  readonly settings: QueueViewSettings;
  /** The required statuses that are not tokens. Empty if none are declared. */
  readonly knownStatuses: readonly string[];
  /** Its declared additional settings, by wire name. */
  readonly additionalSettings: Readonly<Record<string, unknown>>;
  /** What destroying the queue does; `refuse` if not declared. */
  readonly deletionPolicy: Exclude<MergeQueueProps["deletionPolicy"], IResolvable | undefined>;
  /** What creating the queue does if it already exists; `fail` if not declared. */
  readonly onExisting: Exclude<MergeQueueProps["onExisting"], IResolvable | undefined>;
  /** How long operations can take; empty if not declared. */
  readonly timeouts: MergeQueueTimeouts;
  /** Tells whether a value can be read: false if only Terraform knows it, true if it is absent. */
  readonly isKnown: (name: QueueViewName) => boolean;
}
