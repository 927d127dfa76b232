import { join } from "node:path";
import { quote } from "../text/quote";
import { COMMENT, isJsonList, isJsonObject, type JsonNode, type JsonObject } from "../text/terraform-json";
import { type Block, Configuration } from "./configuration";
import { type ConfigurationPlace, isForeignConfiguration, isJsonConfiguration } from "./find-configurations";
import { tryToProviderBlock } from "./local-exec-block";
import { readJsonFile } from "./read-json-file";
import type { FaultLog } from "./stack-reading";
import { UnreadError, WAYS_ON } from "./unread-error";

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
const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  ...[COMMENT, "terraform", "output", "data", "moved", "removed", "import", "check", "ephemeral", "language"],
]);

/**
 * Reads the files of a directory as one configuration, as Terraform merges them.
 * @param log - collects problems of files, and files that are not read
 */
export async function loadConfiguration(place: ConfigurationPlace, log: FaultLog): Promise<Configuration> {
  const loader = new Loader(log);
  const isOverride = (name: string): boolean => /(?:^|_)override\.[a-z.]+$/.test(name);
  const files = place.fileNames.filter(isJsonConfiguration);
  for (const name of [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)]) {
    const file = place.prefix + name;
    await log.catchFault([file], async () => {
      const root = await readJsonFile(join(place.directory, name));
      if (!isJsonObject(root)) throw new UnreadError("an object of blocks is required");
      loader.add(root, file, isOverride(name));
    });
  }
  const foreign = place.fileNames.filter(isForeignConfiguration);
  for (const name of foreign.filter(isOverride)) {
    log.addFinding([place.prefix + name], `This file changes the stack and is not read here. ${WAYS_ON}`);
  }
  const unread = foreign.filter((name) => !isOverride(name)).map((name) => place.prefix + name);
  if (unread.length > 0) {
    log.addWarning(`${unread.join(", ")}: Files in HCL are not read, and queues in them are not planned.`);
  }
  return loader.configuration;
}

class Loader {
  readonly configuration = new Configuration();
  readonly #log: FaultLog;

  constructor(log: FaultLog) {
    this.#log = log;
  }

  add(root: JsonObject, file: string, isOverride: boolean): void {
    for (const [type, node] of root) {
      if (isBlockType(type)) {
        for (const block of this.#listBlocks(type, node, { labels: [], file }))
          for (const [name, named] of listNamed(type, block)) this.#put(type, name, named, isOverride);
      } else if (!OTHER_BLOCKS.has(type)) {
        this.#log.addFinding([file, type], "A configuration has no block of this name.");
      }
    }
  }

  /** Each level of labels, and the body itself, is an object or a list of them. */
  #listBlocks(type: BlockType, node: JsonNode, outer: Omit<Block, "body">): Block[] {
    if (isJsonList(node)) return node.flatMap((item) => this.#listBlocks(type, item, outer));
    if (!isJsonObject(node)) {
      if (node !== null)
        this.#log.addFinding([outer.file, type], "An object is required, or a list of objects.");
      return [];
    }
    if (outer.labels.length === BLOCK_TYPES[type].labels) return [{ ...outer, body: node }];
    return [...node]
      .filter(([label]) => label !== COMMENT)
      .flatMap(([label, inner]) =>
        this.#listBlocks(type, inner, { ...outer, labels: [...outer.labels, label] }),
      );
  }

  #put(type: BlockType, name: string, block: Block, isOverride: boolean): void {
    const blocks = this.configuration[type];
    const before = blocks.get(name);
    const path = [block.file, BLOCK_TYPES[type].prefix + name];
    if (before === undefined) {
      if (isOverride) this.#log.addFinding(path, "An override file changes what is declared nowhere.");
      blocks.set(name, block);
    } else if (isOverride) {
      blocks.set(name, { ...before, body: new Map([...before.body, ...block.body]) });
    } else {
      const where = before.file === block.file ? "in this file" : `in ${quote(before.file)}, too`;
      this.#log.addFinding(path, `It is declared twice, ${where}; take one of them out.`);
    }
  }
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(BLOCK_TYPES, type);
}

/** Returns the names by which a configuration knows a block: one, but each of `locals`. */
function listNamed(type: BlockType, block: Block): (readonly [string, Block])[] {
  if (type === "locals") {
    const values = [...block.body].filter(([name]) => name !== COMMENT);
    return values.map(([name, node]) => [name, { ...block, body: new Map([["value", node]]) }]);
  }
  const named = (type === "provider" && tryToProviderBlock(block)) || block;
  const alias = type === "provider" ? named.body.get("alias") : undefined;
  const labels = typeof alias === "string" ? [...named.labels, alias] : named.labels;
  return [[labels.join("."), named]];
}
