import { toAttributeName } from "../../queue/attribute-name";
import type { Repository } from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS } from "../../queue/settings";
import { Construct, Fn, type IResolvable, type ITerraformDependable } from "../cdk";
import type { QueueViewSettings } from "./merge-queue-props";

/** An object from which you get references to a queue's attributes: usually a resource or a data source. */
export interface MergeQueueValues {
  /** Terraform address of the resource or data source, as a token. */
  readonly fqn: string;
  /** Returns a reference to a string. @param name - Terraform name; `repo.host` for a nested attribute */
  getStringAttribute(name: string): string;
  /** Returns a reference to a number; see {@link MergeQueueValues.getStringAttribute}. */
  getNumberAttribute(name: string): number;
  /** Returns a reference to a boolean; see {@link MergeQueueValues.getStringAttribute}. */
  getBooleanAttribute(name: string): IResolvable;
  /** Returns a reference to a list of strings; see {@link MergeQueueValues.getStringAttribute}. */
  getListAttribute(name: string): string[];
}

/** A construct for one queue, with the queue's Terraform address and identity. */
export abstract class MergeQueueElement extends Construct implements ITerraformDependable {
  /** Returns references to the attributes of the queue. */
  protected abstract get element(): MergeQueueValues;

  /** The queue's Terraform address as a token, for `dependsOn` of another resource. */
  get fqn(): string {
    return this.element.fqn;
  }

  /** The repository whose pull requests the queue merges. */
  get repo(): Repository {
    return referToRepository(this.element);
  }

  /** The branch that the queue merges into. */
  get targetBranch(): string {
    return this.element.getStringAttribute("target_branch");
  }
}

/** Returns references to the parts of the attribute `repo`. */
export function referToRepository(values: MergeQueueValues): Repository {
  return {
    host: values.getStringAttribute("repo.host"),
    owner: values.getStringAttribute("repo.owner"),
    name: values.getStringAttribute("repo.name"),
  };
}

/**
 * A reference to each setting of a queue, by wire name: see `MergeQueueSettings`. `batch`, `batchingMinSize`
 * and `batchingMaxWaitTimeMinutes` replace `batching`. Lists have no fixed order. In Terraform, a setting is
 * null if the service does not have it. In a data source, `state` can also be `switching_modes`.
 */
export type MergeQueueSettingReferences = {
  readonly [Name in keyof QueueViewSettings]-?: Required<QueueViewSettings>[Name] extends boolean
    ? IResolvable
    : Required<QueueViewSettings>[Name] extends number
      ? number
      : Required<QueueViewSettings>[Name] extends readonly string[]
        ? string[]
        : Required<QueueViewSettings>[Name] extends readonly object[]
          ? IResolvable
          : string;
};

const REFERENCES: Readonly<
  Record<SettingDefinition["kind"], (values: MergeQueueValues, name: string) => unknown>
> = {
  integer: (values, name) => values.getNumberAttribute(name),
  boolean: (values, name) => values.getBooleanAttribute(name),
  enum: (values, name) => values.getStringAttribute(name),
  string: (values, name) => values.getStringAttribute(name),
  stringSet: (values, name) => Fn.tolist(values.getListAttribute(name)),
  // The reference is the same for every type that has no token of its own.
  rules: (values, name) => values.getBooleanAttribute(name),
};

/** The references to the settings of a queue. */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- The class has a getter for each setting.
export interface MergeQueueBase extends MergeQueueSettingReferences {}

/** The attributes of a queue that a stack manages (`MergeQueue`) or reads (`DataMergeQueue`). */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging -- See above.
export abstract class MergeQueueBase extends MergeQueueElement {
  /** The queue's id, `host/owner/name/branch`, as `terraform import` expects it. */
  get id(): string {
    return this.element.getStringAttribute("id");
  }

  /** The service's own id of the queue, which never changes; null if the first interface is used. */
  get queueId(): string {
    return this.element.getStringAttribute("queue_id");
  }

  static {
    for (const { name, kind } of SETTINGS) {
      const read = REFERENCES[kind];
      const get = function (this: MergeQueueBase): unknown {
        return read(this.element, toAttributeName(name));
      };
      Object.defineProperty(MergeQueueBase.prototype, name, { get, configurable: true });
    }
  }
}
