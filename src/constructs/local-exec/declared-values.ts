import { toAttributeName } from "../../queue/attribute-name";
import type { IResolvable, TerraformResource } from "../cdk";
import { Fn, Token } from "../cdk";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import type { MergeQueueValues } from "../queue/merge-queue-values";
import { collectSettings } from "../queue/queue-attributes";
import { tryToRepository } from "../values/repository-attribute";
import { ResolvedValue } from "../values/resolved-value";
import { toAttributeValue } from "../values/to-attribute-value";

/** The two resources of a queue that can be referred to. */
export interface DeclaredResources {
  /** Stands for its existence; holds its id. */
  readonly existence: TerraformResource;
  /** Stands for its settings; holds the values that are declared, as JSON texts. */
  readonly settings: TerraformResource;
}

/** The attributes of a queue that nobody reads from the service: what is declared, and nothing else. */
export class DeclaredValues implements MergeQueueValues {
  readonly #path: string;
  readonly #resources: DeclaredResources;
  readonly #readProps: () => MergeQueueProps;

  /**
   * @param path - path of the queue's construct
   * @param readProps - answers the props that count for it
   */
  constructor(path: string, resources: DeclaredResources, readProps: () => MergeQueueProps) {
    this.#path = path;
    this.#resources = resources;
    this.#readProps = readProps;
  }

  /** The settings come last: who waits for them waits for the queue's existence as well. */
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
    const setting = [...collectSettings(props).keys()].find((each) => toAttributeName(each) === name);
    if (setting === undefined) throw new Error(this.#describeUndeclared(name));
    return Fn.jsondecode(this.#resources.settings.getStringAttribute(`triggers.${setting}`));
  }

  #describeUndeclared(attribute: string): string {
    const getter = attribute.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return (
      `${this.#path}: its ${getter} is not known, because it is not declared, and with via: "local-exec" nobody reads ` +
      "it from the service. Declare it, or leave the reference out."
    );
  }
}
