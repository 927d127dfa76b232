import { PROVIDER_TYPE } from "../../product";
import { toAttributeName, toWireName } from "../../queue/attribute-name";
import { type ArgumentName, toVariableName } from "../../queue/provider-arguments";
import { QUEUE_TYPE } from "../../queue/vocabulary";
import {
  type Construct,
  Fn,
  type IResolvable,
  type ITerraformIterator,
  TerraformCount,
  type TerraformMetaArguments,
  type TerraformResource,
  Token,
} from "../cdk";
import { DeclaredResource } from "../queue/declared-resource";
import type { MergeQueueValues } from "../queue/merge-queue-base";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings, pickMetaArguments, toQueueAttributes } from "../queue/queue-attributes";
import { tryToRepository } from "../values/repository-attribute";
import { resolveLater, toAttributeValue } from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";
import { createNullResource } from "./null-bindings";
import { keepDeletion, toDeletion, toIdentityTriggers, toSettingTriggers, writeJson } from "./triggers";

/** The key of a comment in Terraform's JSON. Terraform ignores the key and its value. */
const COMMENT = "//";

type Provisioner = Extract<
  NonNullable<TerraformMetaArguments["provisioners"]>[number],
  { readonly type: "local-exec" }
>;

/**
 * Declares a queue as three resources with provisioners that call the command `mergequeue`. The first creates
 * and deletes the queue. The second applies the settings: their change replaces only this resource. The third
 * releases required statuses. @param own - the queue's props; `readProps` adds the defaults at synth
 */
export function declareLocalExecQueue(
  queue: Construct,
  own: MergeQueueProps,
  readProps: () => MergeQueueProps,
  mode: LocalExecMode,
): { readonly resource: TerraformResource; readonly values: MergeQueueValues } {
  const { dependsOn = [], lifecycle, count, forEach } = pickMetaArguments(own);
  const repetition = pickMetaArguments(own, ["count", "forEach"]);
  const provider = mode.nullProvider;
  const readDeletion = (): unknown => toDeletion(readProps(), mode);
  const stored = { ...toIdentityTriggers(own), deletion: resolveLater(readDeletion, writeJson) };
  const declaresStatuses = (): boolean => collectDeclaredSettings(readProps()).has("requiredStatuses");

  // The queue's attributes, as a provider would receive them.
  const document = resolveLater(
    () => ({ address: `${toAddress(existence)}${toIndex(own)}`, ...toQueueAttributes(readProps()) }),
    writeJson,
  );
  const callOnCreate = (task: string): Provisioner =>
    toCall(mode, task, { MERGEQUEUE_QUEUE: Token.asString(document), ...toEnvironment(mode) });
  // Terraform lets a destroy provisioner refer only to its own resource.
  const callOnDestroy = (task: string, values: string, more: Record<string, string> = {}): Provisioner => ({
    ...toCall(mode, task, {
      MERGEQUEUE_QUEUE_ID: `\${self.${values}.id}`,
      MERGEQUEUE_DELETION: `\${self.${values}.deletion}`,
      ...more,
    }),
    when: "destroy",
  });

  // `terraform_data` stores the declared list, because its values change in place, and no destroy provisioner
  // runs then. The null resource of version 1.6 leaves the state without a call, because it has no block.
  // The CDK's own class would run `terraform version` at each synth, and would fail without Terraform.
  const declared = resolveLater(() => toSettingTriggers(readProps())["requiredStatuses"]);
  const config = {
    ...repeatIf(declaresStatuses, count, forEach),
    terraformResourceType: "terraform_data",
    terraformGeneratorMetadata: { providerName: "terraform" },
    lifecycle: { ignoreChanges: ["input.id"] },
    provisioners: [
      callOnDestroy("release", "input", { MERGEQUEUE_REQUIRED_STATUSES: "${self.input.requiredStatuses}" }),
    ],
  };
  const statuses = new DeclaredResource(queue, "RequiredStatuses", config, () => ({
    input: { id: stored.id, deletion: stored.deletion, requiredStatuses: declared },
    triggers_replace: { queue: stored.queue },
  }));
  // Terraform destroys dependencies last, so a queue whose deletion is refused keeps its required statuses.
  const readAddress = (): string => toAddress(existence);
  const existence: TerraformResource = createNullResource(queue, "Default", {
    ...repetition,
    provider,
    dependsOn: [...dependsOn, statuses],
    lifecycle: keepDeletion(readDeletion, readAddress, lifecycle),
    triggers: resolveLater(() => stored),
    provisioners: [callOnCreate("create"), callOnDestroy("delete", "triggers")],
  });
  const settings = createNullResource(queue, "Settings", {
    ...repetition,
    provider,
    dependsOn: [existence],
    triggers: resolveLater(() => ({ queue: stored.queue, ...toSettingTriggers(readProps()) })),
    provisioners: [callOnCreate("configure")],
  });
  // Terraform ignores the comments. `mergequeue plan` reads the queue from the first. References to settings
  // lead to JSON texts in the triggers of `settings`; the second comment says to which queue these belong.
  const readQueue = (): unknown => {
    const { alias } = mode.chosenBy;
    const name = alias === undefined ? PROVIDER_TYPE : `${PROVIDER_TYPE}.${alias}`;
    return { ...toQueueAttributes(readProps()), provider: name };
  };
  existence.addOverride(`${COMMENT}.${QUEUE_TYPE}`, resolveLater(readQueue));
  settings.addOverride(`${COMMENT}.mergequeue_settings`, resolveLater(readAddress));
  return { resource: existence, values: referToDeclared(queue.node.path, existence, settings, readProps) };
}

/** Repeats a block as often as the queue, or 0 times. Without a block, no destroy provisioners would run. */
function repeatIf(
  isDeclared: () => boolean,
  count: TerraformMetaArguments["count"],
  forEach: TerraformMetaArguments["forEach"],
): Pick<TerraformMetaArguments, "count" | "forEach"> {
  const repeat = (given: unknown, none: unknown): IResolvable =>
    resolveLater(() => (isDeclared() ? given : none));
  if (forEach !== undefined) {
    const read = (): unknown => repeat(forEach._getForEachExpression(), {});
    const iterator = Object.create(forEach, { _getForEachExpression: { value: read } }) as ITerraformIterator;
    return { forEach: iterator };
  }
  const given = TerraformCount.isTerraformCount(count) ? count.toTerraform() : (count ?? 1);
  return { count: Token.asNumber(repeat(given, 0)) };
}

/** With `|| exit 1`, the command is a separate process, and can finish a write after the shell is killed. */
function toCall(
  { command, interpreter }: LocalExecMode,
  task: string,
  environment: Record<string, string>,
): Provisioner {
  return {
    type: "local-exec",
    command: `${command} local-exec ${task} || exit 1`,
    environment,
    ...(interpreter === undefined ? {} : { interpreter: [...interpreter] }),
  };
}

function toEnvironment({ readConnection }: LocalExecMode): Record<string, string> {
  const given = Object.entries(readConnection()) as [ArgumentName, unknown][];
  return Object.fromEntries(given.map(([name, value]) => [toVariableName(name), String(value)]));
}

function toAddress(resource: TerraformResource): string {
  return `${resource.terraformResourceType}.${resource.friendlyUniqueId}`;
}

function toIndex({ count, forEach }: MergeQueueProps): string {
  if (forEach !== undefined) return '["${each.key}"]';
  return count === undefined ? "" : "[${count.index}]";
}

/** Returns references to declared attributes, as JSON in `settings`, and to the id in `existence`. */
function referToDeclared(
  path: string,
  existence: TerraformResource,
  settings: TerraformResource,
  readProps: () => MergeQueueProps,
): MergeQueueValues {
  const toReference = (name: string): unknown => {
    const props = readProps();
    const repo = tryToRepository(props.repo);
    if (name === "target_branch") return toAttributeValue(props.targetBranch);
    if (name === "repo.host") return repo?.host;
    if (name === "repo.owner") return repo?.owner;
    if (name === "repo.name") return repo?.name;
    const setting = [...collectDeclaredSettings(props).keys()].find((each) => toAttributeName(each) === name);
    if (setting === undefined) throw new Error(describeUndeclared(path, name));
    return Fn.jsondecode(settings.getStringAttribute(`triggers.${setting}`));
  };
  const refer = (name: string): IResolvable => resolveLater(() => toReference(name));
  return {
    // `settings` depends on `existence`, so whatever depends on `settings` waits for both.
    get fqn() {
      return settings.fqn;
    },
    getStringAttribute: (name) =>
      name === "id" ? existence.getStringAttribute("triggers.id") : Token.asString(refer(name)),
    getNumberAttribute: (name) => Token.asNumber(refer(name)),
    getBooleanAttribute: refer,
    getListAttribute: (name) => Token.asList(refer(name)),
  };
}

function describeUndeclared(path: string, attribute: string): string {
  return (
    `${path}: ${toWireName(attribute)} is not declared, and with via: "local-exec" Terraform does not read it from the ` +
    "service. Declare it, or remove the reference."
  );
}
