import { toAttributeName } from "../../queue/attribute-name";
import type { Finding } from "../../queue/finding";
import { type Construct, TerraformDataSource, type TerraformMetaArguments } from "../cdk";
import { checkDataMode } from "../local-exec/check-local-exec";
import { tryFindLocalExecMode } from "../local-exec/local-exec-mode";
import { checkPropNames, checkProps, formatFinding, type PropCheck } from "../props/check-props";
import { takeProps } from "../props/take-props";
import { PROVIDER_METADATA } from "../provider/provider-metadata";
import { toHclAttributes } from "../values/hcl-attribute";
import { tryToRepository } from "../values/repository-attribute";
import { toAttributeValue } from "../values/terraform-value";
import type { MergeQueueDataMetaArguments } from "./data-source-props";

/** The check of each prop that is an argument of the data source, in the order of its schema. */
type DataChecks<Props> = {
  readonly [Name in Exclude<keyof Props, keyof MergeQueueDataMetaArguments>]-?: PropCheck;
};

/** Terraform's meta-arguments of a data source, by their names as props. */
export const DATA_META_ARGUMENTS = [
  "dependsOn",
  "count",
  "forEach",
  "provider",
  "lifecycle",
] as const satisfies readonly (keyof MergeQueueDataMetaArguments)[];

/** The lifecycle arguments that Terraform allows for data sources. */
const CONDITIONS: readonly string[] = ["precondition", "postcondition"];

/**
 * Adds the data source of a construct as its child `Default`, with the construct's own address, and checks its props
 * at synth.
 * @param type - full name of the data source: `mergequeue_pull_request`
 * @param checkTogether - finds conflicts between props
 */
export function declareDataSource<Props extends MergeQueueDataMetaArguments>(
  construct: Construct,
  type: string,
  props: Props,
  checks: DataChecks<Props>,
  checkTogether: (props: Props) => readonly Finding[] = () => [],
): TerraformDataSource {
  const given = takeProps(construct, props);
  const names = Object.keys(checks);
  const validate = (): string[] => [
    ...checkProps(given, checks).map(formatFinding),
    ...checkLifecycle(given).map(formatFinding),
    ...checkPropNames(given, [...names, ...DATA_META_ARGUMENTS]).map(formatFinding),
    ...checkTogether(given).map(formatFinding),
    ...checkDataMode(tryFindLocalExecMode(construct, given.provider)),
  ];
  construct.node.addValidation({ validate });
  return new MergeQueueDataSource(construct, type, toAttributes(given, names), pickMetaArguments(given));
}

class MergeQueueDataSource extends TerraformDataSource {
  readonly #attributes: Readonly<Record<string, unknown>>;

  constructor(
    scope: Construct,
    type: string,
    attributes: Readonly<Record<string, unknown>>,
    metaArguments: TerraformMetaArguments,
  ) {
    super(scope, "Default", {
      ...metaArguments,
      terraformResourceType: type,
      terraformGeneratorMetadata: PROVIDER_METADATA,
    });
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
  const message = "The lifecycle of a data source has only precondition and postcondition.";
  const unknown = Object.keys(lifecycle).filter((name) => !CONDITIONS.includes(name));
  return unknown.map((name) => ({ path: ["lifecycle", name], message }));
}

function toAttributes(props: object, names: readonly string[]): Record<string, unknown> {
  const given = props as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = name === "repo" ? tryToRepository(given[name]) : toAttributeValue(given[name]);
      return value === undefined ? [] : [[toAttributeName(name), value]];
    }),
  );
}

function pickMetaArguments(props: MergeQueueDataMetaArguments): TerraformMetaArguments {
  return Object.fromEntries(
    DATA_META_ARGUMENTS.flatMap((name) => (props[name] === undefined ? [] : [[name, props[name]]])),
  );
}
