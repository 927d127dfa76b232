import { toAttributeName } from "../../queue/attribute-name";
import { Fn, type IResolvable, type TerraformResource, Token } from "../cdk";
import type { MergeQueueValues } from "../queue/merge-queue-base";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { tryToRepository } from "../values/repository-attribute";
import { ResolvedValue, toAttributeValue } from "../values/terraform-value";

/**
 * Returns references to the declared attributes of a queue. With `via: "local-exec"`, Terraform does not read the others.
 * @param path - path of the queue's construct
 * @param existence - creates and deletes the queue; contains its id
 * @param settings - configures the queue; contains the declared settings as JSON texts
 * @param readProps - returns the queue's props, with defaults
 */
export function referToDeclared(
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
  const refer = (name: string): IResolvable => new ResolvedValue(() => toReference(name));
  return {
    // The settings depend on the queue's existence, so this waits for both.
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
  const getter = attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (
    `${path}: ${getter} is not declared, and with via: "local-exec" Terraform does not read it from the ` +
    "service. Declare it, or remove the reference."
  );
}
