import type { IConstruct } from "../cdk";
import type { MergeQueueProps, MergeQueueSettings } from "../queue/merge-queue-props";
import { copyNested } from "../values/nested-value";
import { checkDefaults, DEFAULT_ENTRIES, type DefaultEntry } from "./default-entries";

/**
 * Props that can have a default: all settings, and the props for creation, deletion and timeouts. Each queue has its
 * own `repo`, `targetBranch` and Terraform meta-arguments.
 */
export type QueueDefaultProps = MergeQueueSettings &
  Pick<MergeQueueProps, "deletionPolicy" | "onExisting" | "additionalSettings" | "timeouts">;

/** Name of a prop that can have a default. */
export type QueueDefaultName = keyof QueueDefaultProps;

/**
 * Defaults for every queue below a construct, and for the construct itself if it is a queue. For each prop, the queue's
 * own value wins, then the nearest default; at one construct, the later default wins. `batching` and `timeouts` are
 * inherited as a whole; `additionalSettings` are merged by name.
 *
 * Defaults can be added before or after the queues. The synthesized result is the same as if every queue declared all
 * props itself.
 *
 * @example
 * ```ts
 * QueueDefaults.of(app).add({ mode: "single", concurrency: 4, requiredStatuses: ["ci/build"] });
 * QueueDefaults.of(paymentStack).add({ concurrency: 1 }).without("mode");
 * ```
 */
export class QueueDefaults {
  readonly #scope: IConstruct;

  private constructor(scope: IConstruct) {
    this.#scope = scope;
  }

  /** Returns the defaults of a construct: an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueueDefaults {
    return new QueueDefaults(scope);
  }

  /**
   * Adds defaults. Synthesis reports errors in them once, with the path of the construct.
   * @param props - settings, `deletionPolicy`, `onExisting`, `timeouts` and `additionalSettings`; undefined means absent
   */
  add(props: QueueDefaultProps): this {
    return this.#state({ props: copyNested(props) });
  }

  /**
   * Removes defaults that were added here before, or further up: below the construct, these props are absent again
   * unless a queue or a nearer default sets them.
   */
  without(...names: readonly QueueDefaultName[]): this {
    return this.#state({ without: names });
  }

  #state(entry: DefaultEntry): this {
    const scope = this.#scope;
    if (DEFAULT_ENTRIES.add(scope, entry)) {
      scope.node.addValidation({ validate: () => checkDefaults(scope) });
    }
    return this;
  }
}
