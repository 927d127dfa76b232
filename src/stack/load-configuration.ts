import { join } from "node:path";
import { quote } from "../text/quote";
import { COMMENT, isJsonList, isJsonObject, type JsonNode } from "../text/terraform-json";
import { type Block, Configuration } from "./configuration";
import { type ConfigurationPlace, isForeignConfiguration, isJsonConfiguration } from "./find-configurations";
import { tryToProviderBlock } from "./local-exec-block";
import { readJsonFile } from "./read-json-file";
import type { FaultLog } from "./stack-reading";
import { terraformOnly, UnreadError } from "./unread-error";

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
  const foreign: string[] = [];
  for (const name of place.fileNames) {
    const file = place.prefix + name;
    if (!isJsonConfiguration(name) && !isForeignConfiguration(name)) continue;
    await log.catchFault([file], async () => {
      // Terraform merges such a file into the blocks of the others.
      if (/(?:^|_)override\.[a-z.]+$/.test(name)) throw terraformOnly("it is an override file");
      if (isForeignConfiguration(name)) foreign.push(file);
      else loader.add(await readJsonFile(join(place.directory, name)), file);
    });
  }
  if (foreign.length > 0)
    log.addWarning(`${foreign.join(", ")}: Files in HCL are not read, and queues in them are not planned.`);
  return loader.configuration;
}

class Loader {
  readonly configuration = new Configuration();
  readonly #log: FaultLog;

  constructor(log: FaultLog) {
    this.#log = log;
  }

  add(root: JsonNode, file: string): void {
    if (!isJsonObject(root)) throw new UnreadError("an object of blocks is required");
    for (const [type, node] of root) {
      if (isBlockType(type)) {
        for (const block of this.#listBlocks(type, node, { labels: [], file }))
          for (const [name, named] of listNamed(type, block)) this.#put(type, name, named);
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

  #put(type: BlockType, name: string, block: Block): void {
    const before = this.configuration[type].get(name);
    this.configuration[type].set(name, before ?? block);
    if (before === undefined) return;
    const where = before.file === block.file ? "in this file" : `in ${quote(before.file)}, too`;
    const path = [block.file, BLOCK_TYPES[type].prefix + name];
    this.#log.addFinding(path, `It is declared twice, ${where}; take one of them out.`);
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
