import { toAttributeName } from "../../queue/attribute-name";
import { Fn, type IResolvable, type TerraformResource, Token } from "../cdk";
import type { MergeQueueValues } from "../queue/merge-queue-element";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { tryToRepository } from "../values/repository-attribute";
import { ResolvedValue } from "../values/resolved-value";
import { toAttributeValue } from "../values/terraform-value";

/** The two resources of a queue that references can point to. */
export interface DeclaredResources {
  /** Creates and deletes the queue; contains its id. */
  readonly existence: TerraformResource;
  /** Configures the queue; contains the declared settings as JSON texts. */
  readonly settings: TerraformResource;
}

/** The declared attributes of a queue. With `via: "local-exec"`, Terraform does not read the others. */
export class DeclaredValues implements MergeQueueValues {
  readonly #path: string;
  readonly #resources: DeclaredResources;
  readonly #readProps: () => MergeQueueProps;

  /**
   * @param path - path of the queue's construct
   * @param readProps - returns the queue's props, with defaults
   */
  constructor(path: string, resources: DeclaredResources, readProps: () => MergeQueueProps) {
    this.#path = path;
    this.#resources = resources;
    this.#readProps = readProps;
  }

  /** The settings depend on the queue's existence, so this waits for both. */
  get fqn(): string {
    return this.#resources.settings.fqn;
  }

  getStringAttribute(name: string): string {
    if (name === "id") return this.#resources.existence.getStringAttribute("triggers.id");
    return Token.asString(this.#refer(name));
  }

  getNumberAttribute(name: string): number {
    return Token.asNumber(this.#refer(name));
  }

  getBooleanAttribute(name: string): IResolvable {
    return this.#refer(name);
  }

  getListAttribute(name: string): string[] {
    return Token.asList(this.#refer(name));
  }

  #refer(name: string): IResolvable {
    return new ResolvedValue(() => this.#toReference(name));
  }

  #toReference(name: string): unknown {
    const props = this.#readProps();
    const repo = tryToRepository(props.repo);
    if (name === "target_branch") return toAttributeValue(props.targetBranch);
    if (name === "repo.host") return repo?.host;
    if (name === "repo.owner") return repo?.owner;
    if (name === "repo.name") return repo?.name;
    const setting = [...collectDeclaredSettings(props).keys()].find((each) => toAttributeName(each) === name);
    if (setting === undefined) throw new Error(this.#describeUndeclared(name));
    return Fn.jsondecode(this.#resources.settings.getStringAttribute(`triggers.${setting}`));
  }

  #describeUndeclared(attribute: string): string {
    const getter = attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return (
      `${this.#path}: ${getter} is not declared, and with via: "local-exec" Terraform does not read it from the ` +
      "service. Declare it, or remove the reference."
    );
  }
}
