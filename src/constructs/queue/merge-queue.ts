import type { Construct, TerraformResource } from "../cdk";
import { copyProps } from "../copy-props";
import { toEffectiveProps } from "../fleet/effective-props";
import { inspectAtSynth } from "../fleet/inspect-fleet";
import { checkLocalExecProps, describeLateProvider } from "../local-exec/check-local-exec-props";
import type { LocalExecMode } from "../local-exec/local-exec-mode";
import { tryFindLocalExecMode } from "../local-exec/local-exec-mode";
import { LocalExecQueue } from "../local-exec/local-exec-queue";
import { takeProps } from "../take-props";
import { brandQueue, isBrandedQueue } from "./branded-queue";
import { MergeQueueBase } from "./merge-queue-base";
import type { MergeQueueProps } from "./merge-queue-props";
import { MergeQueueResource } from "./merge-queue-resource";
import type { MergeQueueValues } from "./merge-queue-values";
import { pickMetaArguments, toQueueAttributes } from "./queue-attributes";

/**
 * A merge queue: it tests and merges the pull requests of one repository that target one branch.
 *
 * Its Terraform resource is a child with the id `Default`, so that its address is `mergequeue_queue.<id>` for a
 * queue that is created directly in a stack; `null_resource.<id>` where its provider has `via: "local-exec"`. Props
 * are checked when the stack is synthesized: everything that is wrong is reported at once, with the path of the
 * construct, and without a request to the service.
 *
 * @example
 * ```ts
 * new MergeQueue(this, "main", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   mode: "parallel",
 *   concurrency: 4,
 *   batching: { minSize: 2, maxWaitMinutes: 10 },
 *   requiredStatuses: ["ci/build", "ci/test"],
 * });
 * ```
 */
export class MergeQueue extends MergeQueueBase {
  /** Type of the resource in Terraform, as the CDK's own classes and matchers name it. */
  static readonly tfResourceType = MergeQueueResource.tfResourceType;

  /** The Terraform resource, for what the props do not offer: overrides, `importFrom`, moves. */
  readonly resource: TerraformResource;

  /** What was given to the queue itself. */
  readonly #props: MergeQueueProps;
  /** How it is made, where its provider is not the plugin. */
  readonly #localExecMode: LocalExecMode | undefined;
  readonly #values: MergeQueueValues;

  constructor(scope: Construct, id: string, props: MergeQueueProps) {
    super(scope, id);
    const given = takeProps(this, props);
    this.#props = copyProps(given);
    this.#localExecMode = tryFindLocalExecMode(this, given.provider);
    if (this.#localExecMode === undefined) {
      this.resource = new MergeQueueResource(
        this,
        "Default",
        () => toQueueAttributes(this.#effectiveProps()),
        pickMetaArguments(given),
      );
      this.#values = this.resource;
    } else {
      const readProps = (): MergeQueueProps => this.#effectiveProps();
      const queue = new LocalExecQueue(this, given, readProps, this.#localExecMode);
      this.resource = queue.resource;
      this.#values = queue.values;
    }
    inspectAtSynth(brandQueue(this, this.#props));
    this.node.addValidation({ validate: () => this.#checkMode() });
  }

  /** Tells whether a value is a `MergeQueue`, also one of another copy of this package. */
  static isMergeQueue(value: unknown): value is MergeQueue {
    return isBrandedQueue(value);
  }

  /** What answers the attributes as references. */
  protected override get element(): MergeQueueValues {
    return this.#values;
  }

  /** Its own props and the defaults that hold for it now. Defaults may be added until the stack is synthesized. */
  #effectiveProps(): MergeQueueProps {
    return toEffectiveProps(this, this.#props);
  }

  /** What a queue is made of is settled when it is created. */
  #checkMode(): string[] {
    const mode = tryFindLocalExecMode(this, this.#props.provider);
    if (mode !== this.#localExecMode) return [describeLateProvider(mode)];
    return mode === undefined ? [] : checkLocalExecProps(this.#props);
  }
}
