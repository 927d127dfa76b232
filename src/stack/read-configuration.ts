import { PROVIDER_ARGUMENTS, toArgumentType, tryFindArgument } from "../queue/provider-arguments";
import type { QueueIdentity } from "../queue/queue-identity";
import { QUEUE_TYPE } from "../queue/vocabulary";
import { quote } from "../text/quote";
import { suggestName } from "../text/suggest-name";
import { COMMENT } from "../text/terraform-json";
import type { QueueBlocks, QueueInstance } from "./queue-blocks";
import { readAttributes, tryToIdentity } from "./read-attributes";
import { readLifecycle } from "./read-lifecycle";
import type { Block, DeclaredProvider, FaultLog, StackQueue } from "./stack-reading";
import { PRIMITIVES } from "./types";
import { UnreadError } from "./unread-error";
import { toJson } from "./values";

const META_ARGUMENTS: ReadonlySet<string> = new Set([COMMENT, "alias", "version"]);

interface ConfigurationContext {
  readonly stack: string;
  readonly blocks: QueueBlocks;
  readonly isWanted: (identity: QueueIdentity) => boolean;
  readonly log: FaultLog;
}

export function readConfiguration(context: ConfigurationContext): StackQueue[] {
  const { stack, blocks, log } = context;
  const unread = `of stack ${stack} is not read, and queues in it are not planned.`;
  for (const [name, { file }] of blocks.configuration.module)
    log.warnings.add(`${file}: Module ${name} ${unread}`);
  return [...blocks.configuration.resource].flatMap(([address, block]) => {
    if (block.labels[0] !== QUEUE_TYPE) return [];
    const path = [block.file, address, block.body.has("for_each") ? "for_each" : "count"];
    const instances = log.catchUnread(path, () => blocks.listInstances(address, block));
    return (instances ?? []).flatMap((instance) => readInstance(instance, context));
  });
}

function readInstance(instance: QueueInstance, context: ConfigurationContext): StackQueue[] {
  const { stack, blocks, isWanted, log } = context;
  const { address, block } = instance;
  const { file, body } = block;
  const attributes = blocks.evaluateAttributes(instance);
  const identity = tryToIdentity(attributes.values);
  if (identity !== undefined && !isWanted(identity)) return [];
  const { ignored, preventsDestroy, isForgotten, problems: rules } = readLifecycle(body);
  const { problems, meaning } = readAttributes(attributes, ignored);
  for (const { path, message } of problems) log.addFinding([file, address, ...path], message);
  for (const message of rules) log.addFinding([file, address, "lifecycle"], message);
  if (ignored.size > 0) {
    const what = `ignores changes of ${[...ignored].join(", ")}`;
    log.warnings.add(
      `${file}: ${address} ${what}. mergequeue never sets these attributes, not even when it creates the queue.`,
    );
  }
  if (body.has("provisioner"))
    log.warnings.add(`${file}: ${address} has provisioners, which do not run here.`);
  const provider = findProvider(instance, context);
  if (identity === undefined || provider === undefined) return [];
  const forgetting = isForgotten ? ({ deletionPolicy: "abandon" } as const) : {};
  return [{ address, stack, file, identity, provider, preventsDestroy, ...meaning, ...forgetting }];
}

/** Finds a queue's provider. A provider without an alias needs no block. */
function findProvider(
  { address, block }: QueueInstance,
  context: ConfigurationContext,
): DeclaredProvider | undefined {
  const given = block.body.get("provider") ?? "mergequeue";
  const name = typeof given === "string" ? given.replace(/^\$\{(.*)\}$/s, "$1").trim() : "";
  const { provider, requiredProviders } = context.blocks.configuration;
  const declaration = provider.get(name);
  if (declaration !== undefined || name === "mergequeue" || requiredProviders.has(name))
    return readProvider(name, declaration, context);
  const message = `There is no provider ${quote(name)} in this stack.`;
  context.log.addFinding([block.file, address, "provider"], message);
  return undefined;
}

function readProvider(
  name: string,
  block: Block | undefined,
  { stack, blocks, log }: ConfigurationContext,
): DeclaredProvider {
  const known = new Map<string, string | number | boolean>();
  const unresolved = new Map<string, string>();
  for (const [argument, node] of block?.body ?? []) {
    if (META_ARGUMENTS.has(argument)) continue;
    const row = tryFindArgument(argument);
    const path = [block?.file ?? "", `provider.${name}`, argument];
    if (row === undefined) {
      const names = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute);
      log.addFinding(path, `The provider has no argument of this name.${suggestName(argument, names)}`);
      continue;
    }
    try {
      const value = toJson(PRIMITIVES[toArgumentType(row)](blocks.evaluator.evaluate(node)));
      if (value !== null && typeof value !== "object") known.set(argument, value);
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const message = error.describe({ isSecret: row.isSensitive });
      if (error.expression === undefined) log.addFinding(path, message);
      else unresolved.set(argument, message);
    }
  }
  return { name, stack, arguments: known, unresolved };
}
