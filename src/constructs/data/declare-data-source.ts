import { toAttributeName } from "../../queue/attribute-name";
import type { Finding } from "../../queue/finding";
import type { Construct, TerraformDataSource, TerraformMetaArguments } from "../cdk";
import { checkDataMode } from "../local-exec/check-local-exec-props";
import { tryFindLocalExecMode } from "../local-exec/local-exec-mode";
import { takeProps } from "../take-props";
import { tryToRepository } from "../values/repository-attribute";
import { toAttributeValue } from "../values/to-attribute-value";
import type { PropChecks } from "./check-data-props";
import { checkDataProps, DATA_META_ARGUMENTS } from "./check-data-props";
import type { MergeQueueDataMetaArguments } from "./data-source-props";
import { MergeQueueDataSource } from "./merge-queue-data-source";

/**
 * Adds the data source of a construct to it, as the child `Default` that takes the construct's own address, and
 * has its props checked at synth.
 * @param type - full name of the data source: `mergequeue_pull_request`
 * @param checks - one for each prop that is an attribute
 * @param checkTogether - finds what is wrong with props that are right on their own
 */
export function declareDataSource<Props extends MergeQueueDataMetaArguments>(
  construct: Construct,
  type: string,
  props: Props,
  checks: PropChecks<Props>,
  checkTogether: (props: Props) => readonly Finding[] = () => [],
): TerraformDataSource {
  const given = takeProps(construct, props);
  const validate = (): string[] => [
    ...[...checkDataProps(given, checks), ...checkTogether(given)].map(
      ({ path, message }) => `${path.join(".")}: ${message}`,
    ),
    ...checkDataMode(tryFindLocalExecMode(construct, given.provider)),
  ];
  construct.node.addValidation({ validate });
  return new MergeQueueDataSource(
    construct,
    "Default",
    type,
    toAttributes(given, Object.keys(checks)),
    pickMetaArguments(given),
  );
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
