import { refused } from "../hcl/expression-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { quote } from "../text/quote";
import { checkQueue } from "./check-queue";
import { checkVariables } from "./check-variables";
import type { Block, Configuration } from "./configuration";
import { tryReadProvider } from "./declared-provider";
import type { DeclaredProvider, DeclaredQueue } from "./declared-queue";
import type { FaultLog } from "./fault-log";
import { tryToQueueBlock } from "./local-exec-block";
import { ModuleScope, QUEUE_TYPE } from "./module-scope";
import type { QueueBlockResult, QueueInstance } from "./queue-block";
import { evaluateQueueBlock, toReferenceValue } from "./queue-block";
import { readLifecycle } from "./read-lifecycle";
import { toPlainIdentity } from "./to-plain-value";
import type { GivenValue } from "./variable-values";

/**
 * Answers the queues that a configuration declares.
 * @param given - values of variables by name
 * @param isWanted - of which queues faults count
 * @param log - takes what is wrong, and what means nothing here
 */
export function readConfiguration(
  configuration: Configuration,
  given: ReadonlyMap<string, GivenValue>,
  isWanted: (identity: QueueIdentity) => boolean,
  log: FaultLog,
): DeclaredQueue[] {
  return new ConfigurationReader(configuration, given, isWanted, log).read();
}

class ConfigurationReader {
  readonly #configuration: Configuration;
  readonly #isWanted: (identity: QueueIdentity) => boolean;
  readonly #log: FaultLog;
  readonly #scope: ModuleScope;
  readonly #blocks = new Map<string, QueueBlockResult>();
  readonly #running = new Set<string>();
  readonly #providers = new Map<string, DeclaredProvider | undefined>();

  constructor(
    configuration: Configuration,
    given: ReadonlyMap<string, GivenValue>,
    isWanted: (identity: QueueIdentity) => boolean,
    log: FaultLog,
  ) {
    this.#configuration = configuration;
    this.#isWanted = isWanted;
    this.#log = log;
    this.#scope = new ModuleScope(configuration, given, (address) => {
      const block = configuration.resources.get(address);
      return block === undefined ? null : toReferenceValue(address, block, this.#evaluate(address, block));
    });
  }

  read(): DeclaredQueue[] {
    const { resources, modules, stack } = this.#configuration;
    checkVariables(this.#configuration, this.#scope.evaluation, this.#log);
    for (const [name, { file }] of modules) {
      this.#log.addWarning(
        `${file}: module ${name} of stack ${stack} is not followed; queues in it are left alone.`,
      );
    }
    return [...resources].flatMap(([address, block]) => {
      const queue = block.labels[0] === QUEUE_TYPE ? block : tryToQueueBlock(block);
      return queue === undefined ? [] : this.#readBlock(address, queue);
    });
  }

  #evaluate(address: string, block: Block): QueueBlockResult {
    const known = this.#blocks.get(address);
    if (known !== undefined) return known;
    if (this.#running.has(address)) throw refused(`${address} refers to itself`);
    this.#running.add(address);
    const result = evaluateQueueBlock(address, block, this.#scope.evaluation);
    this.#running.delete(address);
    this.#blocks.set(address, result);
    return result;
  }

  #readBlock(address: string, block: Block): DeclaredQueue[] {
    const result = this.#evaluate(address, block);
    if ("instances" in result) return result.instances.flatMap((instance) => this.#readInstance(instance));
    this.#log.addFinding([block.file, address, result.argument], result.fault.message);
    return [];
  }

  #readInstance(instance: QueueInstance): DeclaredQueue[] {
    const { address, attributes, block } = instance;
    const identity = toPlainIdentity(attributes);
    if (identity !== undefined && !this.#isWanted(identity)) return [];
    const { file } = block;
    const lifecycle = readLifecycle(instance);
    const { problems, ...meaning } = checkQueue(instance, lifecycle.ignored);
    for (const [attribute, message] of problems) this.#log.addFinding([file, address, attribute], message);
    for (const message of lifecycle.problems) this.#log.addFinding([file, address, "lifecycle"], message);
    for (const remark of lifecycle.remarks) this.#log.addWarning(`${file}: ${address} ${remark}.`);
    const provider = this.#findProvider(instance);
    if (identity === undefined || provider === undefined) return [];
    const { stack } = this.#configuration;
    const { preventsDestroy } = lifecycle;
    return [{ address, stack, file, identity, provider, preventsDestroy, ...meaning }];
  }

  #findProvider({ address, block }: QueueInstance): DeclaredProvider | undefined {
    const given = block.body.get("provider") ?? "mergequeue";
    const name = typeof given === "string" ? given.replace(/^\$\{(.*)\}$/s, "$1").trim() : "";
    if (!this.#providers.has(name)) {
      this.#providers.set(name, tryReadProvider(name, this.#configuration, this.#scope, this.#log));
    }
    const provider = this.#providers.get(name);
    if (provider === undefined) {
      this.#log.addFinding(
        [block.file, address, "provider"],
        `There is no provider ${quote(name)} in this stack.`,
      );
    }
    return provider;
  }
}
