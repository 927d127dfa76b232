import type { Construct, TerraformResource } from "../cdk";
import { toEffectiveProps } from "../fleet/effective-props";
import { inspectAtSynth } from "../fleet/inspect-fleet";
import { checkLocalExecProps, describeLateProvider } from "../local-exec/check-local-exec";
import { type LocalExecMode, tryFindLocalExecMode } from "../local-exec/local-exec-mode";
import { LocalExecQueue } from "../local-exec/local-exec-queue";
import { takeProps } from "../props/take-props";
import { copyNested } from "../values/nested-value";
import { brandQueue, isBrandedQueue } from "./branded-queue";
import { MergeQueueBase } from "./merge-queue-base";
import type { MergeQueueValues } from "./merge-queue-element";
import type { MergeQueueProps } from "./merge-queue-props";
import { MergeQueueResource } from "./merge-queue-resource";
import { pickMetaArguments, toQueueAttributes } from "./queue-attributes";

/**
 * A merge queue: tests and merges the pull requests of one repository that target one branch.
 *
 * Its Terraform resource is a child with the id `Default`. Directly in a stack, the address of the resource is
 * `mergequeue_queue.<id>`, or `null_resource.<id>` if the provider has `via: "local-exec"`. Synthesis checks the props
 * and reports all errors at once, with the path of the construct. It makes no request to the service.
 *
 * @example
 * ```ts
 * new MergeQueue(this, "main", {
 *   repo: "github.com/acme/web",
 *   targetBranch: "main",
 *   mode: "single",
 *   concurrency: 4,
 *   batching: { minSize: 2, maxWaitMinutes: 10 },
 *   requiredStatuses: ["ci/build", "ci/test"],
 * });
 * ```
 */
export class MergeQueue extends MergeQueueBase {
  /** Terraform type of the resource, under the name that the CDK's matchers read. */
  static readonly tfResourceType = MergeQueueResource.tfResourceType;

  /** The Terraform resource, for overrides, `importFrom` and moves. */
  readonly resource: TerraformResource;

  /** The queue's own props, without defaults. */
  readonly #props: MergeQueueProps;
  /** Undefined if the provider is the plugin. */
  readonly #localExecMode: LocalExecMode | undefined;
  readonly #values: MergeQueueValues;

  constructor(scope: Construct, id: string, props: MergeQueueProps) {
    super(scope, id);
    const given = takeProps(this, props);
    this.#props = copyNested(given);
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

  /** Tells whether a value is a `MergeQueue`, of any copy of this package. */
  static isMergeQueue(value: unknown): value is MergeQueue {
    return isBrandedQueue(value);
  }

  /** Returns the attributes as references. */
  protected override get element(): MergeQueueValues {
    return this.#values;
  }

  /** Its own props with the defaults known now. Defaults can be added until synthesis. */
  #effectiveProps(): MergeQueueProps {
    return toEffectiveProps(this, this.#props);
  }

  /** The mode is fixed when the queue is created. */
  #checkMode(): string[] {
    const mode = tryFindLocalExecMode(this, this.#props.provider);
    if (mode !== this.#localExecMode) return [describeLateProvider(mode)];
    return mode === undefined ? [] : checkLocalExecProps(this.#props);
  }
}
