import type { Repository } from "../../queue/queue-identity";
import type { IResolvable, TerraformMetaArguments } from "../cdk";
import type { MergeQueueSettings, TerraformExpression } from "./merge-queue-settings.generated";

/** Timeouts of operations on the queue, including retries: durations such as `"90s"`, `"5m"` or `"1h30m"`. */
export interface MergeQueueTimeouts {
  /** Timeout for creating the queue. @default "5m" */
  readonly create?: string | undefined;
  /** Timeout for reading the queue. @default "1m" */
  readonly read?: string | undefined;
  /** Timeout for updating the queue. @default "5m" */
  readonly update?: string | undefined;
  /** Timeout for deleting the queue, including a drain. @default - "5m", or "60m" with a drain */
  readonly delete?: string | undefined;
}

/** A value of an additional setting: a JSON value, which may contain tokens at any depth. */
export type MergeQueueSettingValue =
  | null
  | boolean
  | number
  | string
  | IResolvable
  | readonly MergeQueueSettingValue[]
  | { readonly [key: string]: MergeQueueSettingValue | undefined };

/** Terraform's meta-arguments of a resource. */
export interface MergeQueueMetaArguments {
  /** Constructs for which this resource waits. @default - constructs that the props refer to */
  readonly dependsOn?: TerraformMetaArguments["dependsOn"] | undefined;
  /** Number of instances; `TerraformCount.of(n).index` tells the instances apart. @default - one */
  readonly count?: TerraformMetaArguments["count"] | undefined;
  /** The provider that the resource uses. @default - the stack's `MergeQueueProvider` that has no alias */
  readonly provider?: TerraformMetaArguments["provider"] | undefined;
  /** Rules for Terraform: `preventDestroy`, `ignoreChanges`, `precondition` and others. @default - none */
  readonly lifecycle?: TerraformMetaArguments["lifecycle"] | undefined;
  /** An iterator. Terraform makes one instance for each element. @default - one */
  readonly forEach?: TerraformMetaArguments["forEach"] | undefined;
  /** Provisioners that Terraform runs after the creation. @default - none */
  readonly provisioners?: TerraformMetaArguments["provisioners"] | undefined;
  /** How the provisioners connect to another machine. @default - none */
  readonly connection?: TerraformMetaArguments["connection"] | undefined;
}

/**
 * The settings of a queue, by wire name, as a rule receives them. A setting that neither the queue nor a
 * default declares is undefined: Terraform does not manage it, and its value is not known at synth.
 */
export type QueueViewSettings = {
  readonly [Name in keyof Omit<MergeQueueSettings, "batching">]?: Exclude<
    MergeQueueSettings[Name],
    TerraformExpression | undefined
  >;
} & {
  /** Whether pull requests are grouped into batches (from the prop `batching`). */
  readonly batch?: boolean;
  /** Target size of a batch (from the prop `batching.minSize`). */
  readonly batchingMinSize?: number;
  /** Maximum minutes that a batch waits for its target size (from the prop `batching.maxWaitMinutes`). */
  readonly batchingMaxWaitTimeMinutes?: number;
};

/** Props of `MergeQueue`. */
export interface MergeQueueProps extends MergeQueueSettings, MergeQueueMetaArguments {
  /**
   * The repository whose pull requests the queue merges, as an object or as `"host/owner/name"`. Letter case
   * does not matter. A change of this prop replaces the queue.
   */
  readonly repo: string | Repository;
  /** The branch that the queue merges into. It can contain slashes. A change replaces the queue. */
  readonly targetBranch: string;
  /**
   * What destroying the queue does. `refuse` deletes the queue only if it is empty. `drain` starts nothing
   * new, waits up to `timeouts.delete` until the queue is empty, and then deletes it. `abandon` only removes
   * the queue from the state. A new value has an effect only after it has been applied.
   * @default "refuse"
   */
  readonly deletionPolicy?: "refuse" | "drain" | "abandon" | TerraformExpression | undefined;
  /**
   * What creating the queue does if the queue already exists: `fail` reports an error that says how to import
   * it; `adopt` takes it over and changes only declared settings.
   * @default "fail"
   */
  readonly onExisting?: "fail" | "adopt" | TerraformExpression | undefined;
  /**
   * Settings for which there is no prop (for example settings of a newer service), by wire name. The values
   * are JSON values, and are sent and compared unchanged. Terraform evaluates strings at any depth, but not
   * names and keys. A null or absent setting is not managed.
   * @default - none
   */
  readonly additionalSettings?:
    | { readonly [wireName: string]: MergeQueueSettingValue | undefined }
    | IResolvable
    | undefined;
  /** Timeouts of operations on the queue. @default - the defaults of `MergeQueueTimeouts` */
  readonly timeouts?: MergeQueueTimeouts | undefined;
}
