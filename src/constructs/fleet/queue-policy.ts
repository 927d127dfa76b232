import { quote } from "../../text/quote";
import type { IConstruct } from "../cdk";
import { KeptList } from "../values/kept-list";
import type { QueueRule } from "./queue-view";

/** One rule of a policy. JavaScript callers can pass anything as a rule. */
export interface PolicyEntry {
  readonly kind: "require" | "forbid";
  readonly rule: unknown;
}

/** The entries of each scope. */
export const POLICY_ENTRIES = new KeptList<PolicyEntry>("QueuePolicy");

/**
 * Rules for every queue below a construct, and for the construct itself if it is a queue. A queue must meet the rules
 * of all constructs above it.
 *
 * Synthesis checks the rules against the queue's own props and its defaults. If a queue breaks a rule, synthesis fails
 * and lists all errors of the whole app.
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
    return this.#state({ kind: "require", rule });
  }

  /** Forbids every queue to meet a rule: one of `QueueRules` or your own. */
  forbid(rule: QueueRule): this {
    return this.#state({ kind: "forbid", rule });
  }

  #state(entry: PolicyEntry): this {
    const scope = this.#scope;
    if (POLICY_ENTRIES.add(scope, entry)) {
      scope.node.addValidation({ validate: () => checkPolicy(scope) });
    }
    return this;
  }
}

/** Tells whether a value is a rule. */
export function isQueueRule(value: unknown): value is QueueRule {
  if (typeof value !== "object" || value === null) return false;
  const { message, test } = value as Partial<Record<keyof QueueRule, unknown>>;
  return typeof message === "string" && message.trim() !== "" && typeof test === "function";
}

/** Checks that the entries of one scope are rules. Returns everything that is wrong, as sentences. */
export function checkPolicy(scope: IConstruct): string[] {
  const wrong = POLICY_ENTRIES.list(scope).filter(({ rule }) => !isQueueRule(rule));
  return wrong.map(
    ({ kind, rule }) =>
      `QueuePolicy.${kind}: Must be a rule of QueueRules or { message, test }, got ${quote(rule)}.`,
  );
}
