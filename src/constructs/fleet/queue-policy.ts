import type { IConstruct } from "../cdk";
import { checkPolicy } from "./check-policy";
import type { PolicyEntry } from "./policy-entries";
import { POLICY_ENTRIES } from "./policy-entries";
import type { QueueRule } from "./queue-rule";

/**
 * Rules for every queue below a construct, and for the construct itself if it is a queue. Policies add up: a queue must
 * meet those of every construct above it.
 *
 * They are checked when a stack is synthesized, over what the queue says and inherits. If one is broken, the synthesis
 * ends, and what is wrong with the queues of the whole app is listed at once.
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

  /** Answers the policy of a construct: of an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueuePolicy {
    return new QueuePolicy(scope);
  }

  /** States that every queue must meet a rule, one of `QueueRules` or your own. */
  require(rule: QueueRule): this {
    return this.#state({ kind: "require", rule });
  }

  /** States that no queue may meet a rule, one of `QueueRules` or your own. */
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
