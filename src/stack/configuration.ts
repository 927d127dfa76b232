import { quote } from "../text/quote";
import { COMMENT, isJsonList, isJsonObject, type JsonNode, listObjects } from "../text/terraform-json";
import { toProviderBlock, toQueueBlock } from "./local-exec-block";
import type { Block, FaultLog } from "./stack-reading";
import { UnreadError } from "./unread-error";

/** The block types that the product reads: how many labels a block has, and how its address begins. */
const BLOCK_TYPES = {
  variable: { labels: 1, prefix: "var." },
  locals: { labels: 0, prefix: "local." },
  resource: { labels: 2, prefix: "" },
  provider: { labels: 1, prefix: "provider." },
  module: { labels: 1, prefix: "module." },
} as const;

type BlockType = keyof typeof BLOCK_TYPES;

/** Block types that are ignored: they declare no queue, or have no effect without a state. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set(
  [COMMENT, "output data moved removed import check ephemeral language action".split(" ")].flat(),
);

/** The blocks of a directory's files, by type and label. */
export class Configuration {
  readonly variable = new Map<string, Block>();
  /** Local values by name. Each block contains the local value as the argument `value`. */
  readonly locals = new Map<string, Block>();
  /** Resources by type and name: `mergequeue_queue.main`. */
  readonly resource = new Map<string, Block>();
  /** Providers by name and alias: `mergequeue`, `mergequeue.eu`. */
  readonly provider = new Map<string, Block>();
  readonly module = new Map<string, Block>();
  /** The names in `required_providers`. Providers with these names need no block. */
  readonly requiredProviders = new Set<string>();

  /** Adds the blocks of a file. @param log - collects problems */
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
    log.addFinding(path, `It is declared twice, ${where}; remove one of the two.`);
  }
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(BLOCK_TYPES, type);
}

/** Lists the blocks of a node. At each label and in the body, a list of objects may replace an object. */
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

/** Returns the block with its name. For `locals`, returns each local value with its name. */
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

/** Tells whether the product cannot read a configuration file: it is in HCL, or is only for OpenTofu. */
export const isForeignConfiguration = (name: string): boolean =>
  /^[^.].*\.(?:tf|tofu|tofu\.json)$/s.test(name);
