import { quote } from "../text/quote";
import { COMMENT, isJsonList, isJsonObject, type JsonNode, listObjects } from "../text/terraform-json";
import { toProviderBlock, toQueueBlock } from "./local-exec-block";
import type { Block, FaultLog } from "./stack-reading";
import { UnreadError } from "./unread-error";

/** Types of blocks that are read: how many labels they have, and how their addresses begin. */
const BLOCK_TYPES = {
  variable: { labels: 1, prefix: "var." },
  locals: { labels: 0, prefix: "local." },
  resource: { labels: 2, prefix: "" },
  provider: { labels: 1, prefix: "provider." },
  module: { labels: 1, prefix: "module." },
} as const;

type BlockType = keyof typeof BLOCK_TYPES;

/** Types of blocks that mean nothing where there is no state, or that declare no queue. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set(
  [COMMENT, "output data moved removed import check ephemeral language action".split(" ")].flat(),
);

/** What one directory declares: for each type of block, the blocks by their labels. */
export class Configuration {
  readonly variable = new Map<string, Block>();
  /** Each local value by its name, as the argument `value`. */
  readonly locals = new Map<string, Block>();
  /** By type and name: `mergequeue_queue.main`. */
  readonly resource = new Map<string, Block>();
  /** By name and alias: `mergequeue`, `mergequeue.eu`. */
  readonly provider = new Map<string, Block>();
  readonly module = new Map<string, Block>();
  /** The names of `required_providers`: each is a provider that needs no block. */
  readonly requiredProviders = new Set<string>();

  /** Adds the blocks of a file. @param log - collects its problems */
  add(root: JsonNode, file: string, log: FaultLog): void {
    if (!isJsonObject(root)) throw new UnreadError("an object of blocks is required");
    for (const [type, node] of root) {
      if (type === "terraform") {
        const required = listObjects(node).flatMap((block) => listObjects(block.get("required_providers")));
        for (const name of required.flatMap((names) => [...names.keys()])) this.requiredProviders.add(name);
      } else if (isBlockType(type)) {
        const blocks = listBlocks(type, node, { labels: [], file }, log);
        for (const [name, block] of blocks.flatMap((each) => listNamed(type, each)))
          this.#put(type, name, block, log);
      } else if (!OTHER_BLOCKS.has(type)) {
        log.addFinding([file, type], "A configuration has no block of this name.");
      }
    }
  }

  #put(type: BlockType, name: string, block: Block, log: FaultLog): void {
    const before = this[type].get(name);
    this[type].set(name, before ?? block);
    if (before === undefined) return;
    const where = before.file === block.file ? "in this file" : `in ${quote(before.file)}, too`;
    const path = [block.file, BLOCK_TYPES[type].prefix + name];
    log.addFinding(path, `It is declared twice, ${where}; take one of them out.`);
  }
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(BLOCK_TYPES, type);
}

/** Each level of labels, and the body itself, is an object or a list of them. */
function listBlocks(type: BlockType, node: JsonNode, outer: Omit<Block, "body">, log: FaultLog): Block[] {
  if (isJsonList(node)) return node.flatMap((item) => listBlocks(type, item, outer, log));
  if (!isJsonObject(node)) {
    if (node !== null) log.addFinding([outer.file, type], "An object is required, or a list of objects.");
    return [];
  }
  if (outer.labels.length === BLOCK_TYPES[type].labels) return [{ ...outer, body: node }];
  return [...node].flatMap(([label, inner]) =>
    label === COMMENT ? [] : listBlocks(type, inner, { ...outer, labels: [...outer.labels, label] }, log),
  );
}

/** Returns the names by which a configuration knows a block: one, but each of `locals`. */
function listNamed(type: BlockType, block: Block): (readonly [string, Block])[] {
  if (type === "locals") {
    const values = [...block.body].filter(([name]) => name !== COMMENT);
    return values.map(([name, node]) => [name, { ...block, body: new Map([["value", node]]) }]);
  }
  if (type === "resource") return [[block.labels.join("."), toQueueBlock(block)]];
  const named = type === "provider" ? toProviderBlock(block) : block;
  const alias = type === "provider" ? named.body.get("alias") : undefined;
  return [[[...named.labels, ...(typeof alias === "string" ? [alias] : [])].join("."), named]];
}

/** Tells whether a file belongs to a configuration in JSON. */
export const isJsonConfiguration = (name: string): boolean => /^[^.].*\.tf\.json$/s.test(name);

/** Tells whether a file belongs to a configuration that is not read here: in HCL, or for OpenTofu alone. */
export const isForeignConfiguration = (name: string): boolean =>
  /^[^.].*\.(?:tf|tofu|tofu\.json)$/s.test(name);
