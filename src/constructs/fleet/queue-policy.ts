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

  /** Returns the policy of a construct, such as an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueuePolicy {
    return new QueuePolicy(scope);
  }

  /** Requires every queue to meet a rule from `QueueRules`, or a rule of your own. */
  require(rule: QueueRule): this {
    POLICY_ENTRIES.add(this.#scope, { kind: "require", rule });
    return this;
  }

  /** Forbids queues that meet a rule from `QueueRules`, or a rule of your own. */
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

/** Checks that all entries of one construct's policy are rules. Returns all problems as sentences. */
export function checkPolicy(scope: IConstruct): string[] {
  const wrong = POLICY_ENTRIES.list(scope).filter(({ rule }) => !isQueueRule(rule));
  return wrong.map(
    ({ kind, rule }) =>
      `QueuePolicy.${kind}: Must be a rule of QueueRules or { message, test }, got ${quote(rule)}.`,
  );
}

/** A condition on queues that `QueuePolicy` can require or forbid. */
export interface QueueRule {
  /** The requirement, such as `"at least 1 required status"`. Errors also name the queue and the policy. */
  readonly message: string;
  /**
   * Tells whether a queue meets the rule. Synthesis calls the function with the queue's props and defaults.
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
 * A read-only view of a queue for a rule: the queue's own props and defaults at synth. In strings,
 * Terraform's escapes are resolved: `$${` becomes `${`. Overrides of the Terraform resource are not included.
 *
 * Reading a value that only Terraform knows throws; see {@link QueueRule.test}.
 */
export interface QueueView {
  /** Path of the queue's construct, such as `queues/payments/main`. */
  readonly path: string;
  /** The repository whose pull requests the queue merges. */
  readonly repo: Repository;
  /** The branch that the queue merges into. */
  readonly targetBranch: string;
  /** The queue's declared settings. */
  readonly settings: QueueViewSettings;
  /** The queue's required statuses that are not tokens. Empty if the queue declares no statuses. */
  readonly knownStatuses: readonly string[];
  /** The queue's declared additional settings, by wire name. */
  readonly additionalSettings: Readonly<Record<string, unknown>>;
  /** What destroying the queue does. `refuse` if the queue does not declare a policy. */
  readonly deletionPolicy: Exclude<MergeQueueProps["deletionPolicy"], IResolvable | undefined>;
  /** What creating the queue does if it already exists. `fail` if this prop is not declared. */
  readonly onExisting: Exclude<MergeQueueProps["onExisting"], IResolvable | undefined>;
  /** How long operations can take. Empty if no timeouts are declared. */
  readonly timeouts: MergeQueueTimeouts;
  /** Tells whether a rule can read a value. False if only Terraform knows the value. True if it is absent. */
  readonly isKnown: (name: QueueViewName) => boolean;
}
