import { PROVIDER_ARGUMENTS, toArgumentType, tryFindArgument } from "../queue/provider-arguments";
import type { QueueIdentity } from "../queue/queue-identity";
import { quote } from "../text/quote";
import { suggestName } from "../text/suggest-name";
import { COMMENT } from "../text/terraform-json";
import { checkQueue } from "./check-queue";
import type { Block, Configuration } from "./configuration";
import type { DeclaredProvider, DeclaredQueue } from "./declared-queue";
import { QUEUE_TYPE } from "./evaluator";
import { tryToQueueBlock } from "./local-exec-block";
import { QueueBlocks, type QueueInstance, tryToIdentity } from "./queue-blocks";
import { readLifecycle } from "./read-lifecycle";
import type { FaultLog } from "./stack-reading";
import { convertValue } from "./types";
import { UnreadError } from "./unread-error";
import { toJson } from "./values";
import type { GivenValue } from "./variables";

/** Arguments of a provider's block that its schema does not list. */
const META_ARGUMENTS: ReadonlySet<string> = new Set([COMMENT, "alias", "version"]);

/** Reads the queues that one configuration declares. */
export class ConfigurationReader {
  readonly #stack: string;
  readonly #configuration: Configuration;
  readonly #isWanted: (identity: QueueIdentity) => boolean;
  readonly #log: FaultLog;
  readonly #blocks: QueueBlocks;
  readonly #providers = new Map<string, DeclaredProvider>();

  /**
   * @param given - values of variables by name
   * @param isWanted - selects the queues whose problems count
   * @param log - collects problems and warnings
   */
  constructor(
    stack: string,
    configuration: Configuration,
    given: ReadonlyMap<string, GivenValue>,
    isWanted: (identity: QueueIdentity) => boolean,
    log: FaultLog,
  ) {
    this.#stack = stack;
    this.#configuration = configuration;
    this.#isWanted = isWanted;
    this.#log = log;
    this.#blocks = new QueueBlocks(configuration, given);
  }

  read(): DeclaredQueue[] {
    const { resource, module } = this.#configuration;
    for (const [name, { file }] of module) {
      this.#log.addWarning(
        `${file}: Module ${name} of stack ${this.#stack} is not read, and queues in it are not planned.`,
      );
    }
    return [...resource].flatMap(([address, block]) => {
      const queue = block.labels[0] === QUEUE_TYPE ? block : tryToQueueBlock(block);
      return queue === undefined ? [] : this.#readBlock(address, queue);
    });
  }

  #readBlock(address: string, block: Block): DeclaredQueue[] {
    try {
      return this.#blocks.listInstances(address, block).flatMap((instance) => this.#readInstance(instance));
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const argument = block.body.has("for_each") ? "for_each" : "count";
      this.#log.addFinding([block.file, address, argument], error.describe());
      return [];
    }
  }

  #readInstance(instance: QueueInstance): DeclaredQueue[] {
    const { address, block } = instance;
    const { file, body } = block;
    const attributes = this.#blocks.evaluateAttributes(instance);
    const [repo = null, branch = null] = ["repo", "target_branch"].map((name) => attributes.values.get(name));
    const identity = tryToIdentity(repo, branch);
    if (identity !== undefined && !this.#isWanted(identity)) return [];
    const { ignored, preventsDestroy, problems: rules } = readLifecycle(body);
    const { problems, ...meaning } = checkQueue(attributes, ignored);
    for (const { path, message } of problems) this.#log.addFinding([file, address, ...path], message);
    for (const message of rules) this.#log.addFinding([file, address, "lifecycle"], message);
    if (ignored.size > 0) {
      const names = [...ignored].join(", ");
      const message = `ignores changes of ${names}: not managed here, not even when the queue is created`;
      this.#log.addWarning(`${file}: ${address} ${message}.`);
    }
    if (body.has("provisioner"))
      this.#log.addWarning(`${file}: ${address} has provisioners, which do not run here.`);
    const provider = this.#findProvider(instance);
    if (identity === undefined || provider === undefined) return [];
    return [{ address, stack: this.#stack, file, identity, provider, preventsDestroy, ...meaning }];
  }

  /** The provider without an alias need not be declared. */
  #findProvider({ address, block }: QueueInstance): DeclaredProvider | undefined {
    const given = block.body.get("provider") ?? "mergequeue";
    const name = typeof given === "string" ? given.replace(/^\$\{(.*)\}$/s, "$1").trim() : "";
    const declaration = this.#configuration.provider.get(name);
    if (declaration === undefined && name !== "mergequeue") {
      const message = `There is no provider ${quote(name)} in this stack.`;
      this.#log.addFinding([block.file, address, "provider"], message);
      return undefined;
    }
    const provider = this.#providers.get(name) ?? this.#readProvider(name, declaration);
    this.#providers.set(name, provider);
    return provider;
  }

  #readProvider(name: string, block: Block | undefined): DeclaredProvider {
    const known = new Map<string, string | number | boolean>();
    const unresolved = new Map<string, string>();
    for (const [argument, node] of block?.body ?? []) {
      if (META_ARGUMENTS.has(argument)) continue;
      const row = tryFindArgument(argument);
      const path = [block?.file ?? "", `provider.${name}`, argument];
      if (row === undefined) {
        const names = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute);
        const suggestion = suggestName(argument, names);
        this.#log.addFinding(path, `The provider has no argument of this name.${suggestion}`);
        continue;
      }
      try {
        const value = toJson(convertValue(this.#blocks.evaluator.evaluate(node), toArgumentType(row)));
        if (value !== null && typeof value !== "object") known.set(argument, value);
      } catch (error) {
        if (!(error instanceof UnreadError)) throw error;
        const message = error.describe(row.isSensitive);
        if (error.expression === undefined) this.#log.addFinding(path, message);
        else unresolved.set(argument, message);
      }
    }
    return { name, stack: this.#stack, arguments: known, unresolved };
  }
}
