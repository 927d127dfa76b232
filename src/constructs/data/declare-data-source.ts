import { toAttributeName } from "../../queue/attribute-name";
import type { Finding } from "../../queue/finding";
import type { Repository } from "../../queue/queue-identity";
import {
  type Construct,
  TerraformDataSource,
  type TerraformMetaArguments,
  type TerraformResourceLifecycle,
} from "../cdk";
import { tryFindLocalExecMode } from "../local-exec/local-exec-mode";
import { PROVIDER_METADATA } from "../queue/declared-resource";
import { MergeQueueElement } from "../queue/merge-queue-base";
import { pickMetaArguments } from "../queue/queue-attributes";
import { checkPropNames, checkProps, formatFinding, type PropCheck, takeProps } from "../values/check-props";
import { toHclAttributes } from "../values/hcl-attribute";
import { tryToRepository } from "../values/repository-attribute";
import { fromDefined, toAttributeValue } from "../values/terraform-value";

/** The meta-arguments that Terraform accepts in every data source. */
export interface MergeQueueDataMetaArguments {
  /** Resources that must exist before the read. If one of them has changes, Terraform reads during apply. */
  readonly dependsOn?: TerraformMetaArguments["dependsOn"] | undefined;
  /** Number of instances. */
  readonly count?: TerraformMetaArguments["count"] | undefined;
  /** An iterator. Terraform makes one instance of the data source for each element. */
  readonly forEach?: TerraformMetaArguments["forEach"] | undefined;
  /** The provider that reads the data. @default - the stack's `MergeQueueProvider` that has no alias */
  readonly provider?: TerraformMetaArguments["provider"] | undefined;
  /** Conditions that must be true before or after the read. */
  readonly lifecycle?: Pick<TerraformResourceLifecycle, "precondition" | "postcondition"> | undefined;
}

/** Props of `DataMergeQueue`. */
export interface DataMergeQueueProps extends MergeQueueDataMetaArguments {
  /** The queue's repository, as an object or as `"host/owner/name"`. Letter case does not matter. */
  readonly repo: string | Repository;
  /** The branch that the queue merges into. The name can contain slashes. */
  readonly targetBranch: string;
}

/** Names of the props that are Terraform's meta-arguments of a data source. */
export const DATA_META_ARGUMENTS = ["dependsOn", "count", "forEach", "provider", "lifecycle"] as const;

/** Base class of a data source that belongs to one queue. */
export abstract class DataMergeQueueElement extends MergeQueueElement {
  /** The Terraform data source, for example to add overrides. */
  readonly dataSource: TerraformDataSource;

  constructor(scope: Construct, id: string, declare: (element: Construct) => TerraformDataSource) {
    super(scope, id);
    this.dataSource = declare(this);
  }

  /** Returns references to the data source's attributes. */
  protected override get element(): TerraformDataSource {
    return this.dataSource;
  }
}

/** Adds a data source as the child `Default`, which has its parent's address. Checks the props at synth. */
export function declareDataSource<Props extends MergeQueueDataMetaArguments>(
  construct: Construct,
  type: string,
  props: Props,
  checks: { readonly [Name in Exclude<keyof Props, keyof MergeQueueDataMetaArguments>]-?: PropCheck },
): TerraformDataSource {
  const given = takeProps(construct, props);
  const fields = given as Readonly<Record<string, unknown>>;
  const names = Object.keys(checks);
  const validate = (): string[] => [
    ...[
      ...checkProps(given, checks),
      ...checkLifecycle(given),
      ...checkPropNames(given, [...names, ...DATA_META_ARGUMENTS]),
    ].map(formatFinding),
    ...checkMode(construct, given),
  ];
  construct.node.addValidation({ validate });
  const config = {
    ...pickMetaArguments(given, DATA_META_ARGUMENTS),
    terraformResourceType: type,
    terraformGeneratorMetadata: PROVIDER_METADATA,
  };
  const toValue = (name: string): unknown =>
    name === "repo" ? tryToRepository(fields[name]) : toAttributeValue(fields[name]);
  const attributes = fromDefined(names.map((name) => [toAttributeName(name), toValue(name)]));
  return new MergeQueueDataSource(construct, config, attributes);
}

class MergeQueueDataSource extends TerraformDataSource {
  readonly #attributes: Readonly<Record<string, unknown>>;

  constructor(
    scope: Construct,
    config: ConstructorParameters<typeof TerraformDataSource>[2],
    attributes: Readonly<Record<string, unknown>>,
  ) {
    super(scope, "Default", config);
    this.#attributes = attributes;
  }

  protected override synthesizeAttributes(): Record<string, unknown> {
    return { ...this.#attributes };
  }

  protected override synthesizeHclAttributes(): Record<string, unknown> {
    return toHclAttributes(this.#attributes);
  }
}

function checkLifecycle({ lifecycle = {} }: MergeQueueDataMetaArguments): Finding[] {
  const message = "The lifecycle of a data source can have only precondition and postcondition.";
  const unknown = Object.keys(lifecycle).filter((name) => !["precondition", "postcondition"].includes(name));
  return unknown.map((name) => ({ path: ["lifecycle", name], message }));
}

function checkMode(construct: Construct, { provider }: MergeQueueDataMetaArguments): string[] {
  const mode = tryFindLocalExecMode(construct, provider);
  if (mode === undefined) return [];
  return [
    `provider: The provider ${mode.chosenBy.node.path} uses via: "local-exec", and this mode cannot ` +
      "read data sources. Read the data outside of Terraform, for example with mergequeue queue get --json, and pass the result as a variable.",
  ];
}
