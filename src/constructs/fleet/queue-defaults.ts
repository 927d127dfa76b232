import type { IConstruct } from "../cdk";
import { copyProps } from "../copy-props";
import { checkDefaults } from "./check-defaults";
import { DEFAULT_ENTRIES, type DefaultEntry } from "./default-entries";
import type { QueueDefaultName, QueueDefaultProps } from "./queue-default-props";

/**
 * Defaults for every queue below a construct, and for the construct itself if it is a queue. What a queue says itself
 * comes first, then the nearest default, prop by prop; of several statements at one construct the later one counts.
 * `batching` and `timeouts` count as a whole; `additionalSettings` are merged name by name.
 *
 * Defaults count whether they are stated before or after the queues. The synthesized result is the same as if every
 * queue had said everything itself.
 *
 * @example
 * ```ts
 * QueueDefaults.of(app).add({ mode: "parallel", concurrency: 4, requiredStatuses: ["ci/build"] });
 * QueueDefaults.of(paymentStack).add({ concurrency: 1 }).without("mode");
 * ```
 */
export class QueueDefaults {
  readonly #scope: IConstruct;

  private constructor(scope: IConstruct) {
    this.#scope = scope;
  }

  /** Answers the defaults of a construct: of an app, a stack, a group of queues, or one queue. */
  static of(scope: IConstruct): QueueDefaults {
    return new QueueDefaults(scope);
  }

  /**
   * Adds defaults. What is wrong with them is reported at synth, once, with the path of the construct.
   * @param props - every setting, `deletionPolicy`, `onExisting`, `timeouts` and `additionalSettings`; undefined is as
   * good as left out
   */
  add(props: QueueDefaultProps): this {
    return this.#state({ props: copyProps(props) });
  }

  /**
   * Takes away defaults that come from farther away, and those that were added here before: below the construct these
   * props are left out again, unless a queue or a nearer default says something.
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
