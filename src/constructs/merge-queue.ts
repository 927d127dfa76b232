import { QUEUE_TYPE } from "../queue/vocabulary";
import type { Construct, TerraformResource } from "./cdk";
import { inspectAtSynth } from "./fleet/inspect-at-synth";
import { toEffectiveProps } from "./fleet/queue-defaults";
import { checkQueueMode, tryFindLocalExecMode } from "./local-exec/local-exec-mode";
import { declareLocalExecQueue } from "./local-exec/local-exec-queue";
import { brandQueue, isBrandedQueue } from "./queue/branded-queue";
import { DeclaredResource, PROVIDER_METADATA } from "./queue/declared-resource";
import { MergeQueueBase, type MergeQueueValues } from "./queue/merge-queue-base";
import type { MergeQueueProps } from "./queue/merge-queue-props";
import { pickMetaArguments, toQueueAttributes } from "./queue/queue-attributes";
import { takeProps } from "./values/check-props";
import { copyNested } from "./values/terraform-value";

/**
 * A merge queue, which tests and merges the pull requests that target one branch of one repository.
 *
 * The Terraform resource is a child with the id `Default`. Directly in a stack, the address of the resource
 * is `mergequeue_queue.<id>`, or `null_resource.<id>` if the provider has `via: "local-exec"`. Synthesis
 * checks the props and reports all errors at once, with the path of the construct. Synthesis makes no request
 * to the service.
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
  /** Terraform type of the resource. The CDK's test matchers read this property. */
  static readonly tfResourceType = QUEUE_TYPE;

  /** The Terraform resource, for example to add overrides, to import it with `importFrom`, or to move it. */
  readonly resource: TerraformResource;

  readonly #values: MergeQueueValues;

  constructor(scope: Construct, id: string, props: MergeQueueProps) {
    super(scope, id);
    const given = takeProps(this, props);
    const own = copyNested(given);
    const mode = tryFindLocalExecMode(this, given.provider);
    // With the defaults known now. Defaults can be added until synthesis.
    const readProps = (): MergeQueueProps => toEffectiveProps(this, own);
    if (mode === undefined) {
      const readAttributes = (): Record<string, unknown> => toQueueAttributes(readProps());
      const type = { terraformResourceType: QUEUE_TYPE, terraformGeneratorMetadata: PROVIDER_METADATA };
      const config = { ...pickMetaArguments(given), ...type };
      this.resource = new DeclaredResource(this, "Default", config, readAttributes);
      this.#values = this.resource;
    } else {
      const declared = declareLocalExecQueue(this, given, readProps, mode);
      this.resource = declared.resource;
      this.#values = declared.values;
    }
    inspectAtSynth(brandQueue(this, own));
    this.node.addValidation({ validate: () => checkQueueMode(this, own, mode) });
  }

  /** Tells whether a value is a `MergeQueue`, even if another copy of this package made it. */
  static isMergeQueue(value: unknown): value is MergeQueue {
    return isBrandedQueue(value);
  }

  /** Returns references to the queue's attributes. */
  protected override get element(): MergeQueueValues {
    return this.#values;
  }
}
