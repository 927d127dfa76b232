import { join } from "node:path";
import { ExpressionError } from "../hcl/expression-error";
import type { JsonNode } from "../hcl/json/json-node";
import { JsonObject } from "../hcl/json/json-node";
import { parseJson } from "../hcl/json/parse-json";
import { toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import type { Block, Configuration } from "./configuration";
import { COMMENT, listBlocks, overrideBody } from "./configuration";
import type { FaultLog } from "./fault-log";
import type { ConfigurationPlace } from "./find-configurations";
import { isHclConfiguration, isJsonConfiguration } from "./find-configurations";
import { tryToProviderBlock } from "./local-exec-block";
import { readRegularFile } from "./read-regular-file";

/** Kinds of blocks that are read, and how many labels they have. */
const BLOCK_LABELS = { variable: 1, locals: 0, resource: 2, provider: 1, module: 1 } as const;

type BlockType = keyof typeof BLOCK_LABELS;

/** Kinds of blocks that mean nothing where there is no state, or that declare nothing. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  "terraform",
  "output",
  "data",
  "moved",
  "removed",
  "import",
  "check",
  "ephemeral",
  "language",
]);

/**
 * Reads the files of a directory as one configuration, as Terraform merges them.
 * @param workspace - name of the one that Terraform would work in
 * @param log - takes what is wrong with files, blocks that are there twice, and files that are not read
 */
export async function loadConfiguration(
  place: ConfigurationPlace,
  workspace: string,
  log: FaultLog,
): Promise<Configuration> {
  const jsonFiles = place.fileNames.filter(isJsonConfiguration);
  const collector = new BlockCollector(log);
  for (const isOverride of [false, true]) {
    for (const name of jsonFiles.filter((file) => isOverrideFile(file) === isOverride)) {
      const file = place.prefix + name;
      const root = await readDocument(join(place.directory, name), file, log);
      if (root !== undefined) collector.addDocument(root, file, isOverride);
    }
  }
  const unread = place.fileNames.filter(isHclConfiguration).map((name) => place.prefix + name);
  if (unread.length > 0) {
    log.addWarning(
      `${unread.join(", ")}: files in HCL are not read; queues that they declare are left alone, and what the stack ` +
        "refers to in them cannot be resolved.",
    );
  }
  return { stack: place.stack, directory: place.directory, workspace, ...collector.blocks };
}

/** Tells whether a file changes what others declare. */
function isOverrideFile(name: string): boolean {
  return name === "override.tf.json" || name.endsWith("_override.tf.json");
}

async function readDocument(path: string, file: string, log: FaultLog): Promise<JsonObject | undefined> {
  try {
    // Terraform takes no byte order mark either, but editors on Windows write one.
    const root = parseJson((await readRegularFile(path)).replace(/^\ufeff/, ""));
    if (root instanceof JsonObject) return root;
    log.addFinding([file], "It must hold an object of blocks.");
  } catch (error) {
    const message = toErrorMessage(error);
    log.addFinding([file], error instanceof ExpressionError ? `${capitalize(message)}.` : message);
  }
  return undefined;
}

/** Puts the blocks of several files together. */
class BlockCollector {
  readonly blocks = {
    variables: new Map<string, Block>(),
    locals: new Map<string, { node: JsonNode; file: string }>(),
    resources: new Map<string, Block>(),
    providers: new Map<string, Block>(),
    modules: new Map<string, Block>(),
  };
  readonly #log: FaultLog;

  constructor(log: FaultLog) {
    this.#log = log;
  }

  addDocument(root: JsonObject, file: string, isOverride: boolean): void {
    for (const [type, node] of root.fields) {
      if (isBlockType(type)) {
        const onFault = (what: string): void => {
          this.#log.addFinding([file, type], `Here ${what}.`);
        };
        for (const block of listBlocks(node, BLOCK_LABELS[type], onFault)) {
          this.#add(type, { ...block, file }, isOverride);
        }
      } else if (type !== COMMENT && !OTHER_BLOCKS.has(type)) {
        this.#log.addFinding([file, type], "There is no block of this name in a configuration.");
      }
    }
  }

  #add(type: BlockType, block: Block, isOverride: boolean): void {
    const [first = "", second = ""] = block.labels;
    switch (type) {
      case "locals":
        for (const [name, node] of block.body.fields) {
          if (name === COMMENT) continue;
          const before = this.blocks.locals.get(name);
          if (before !== undefined && !isOverride) {
            this.#addDuplicate(`local.${name}`, block.file, before.file);
          } else this.blocks.locals.set(name, { node, file: block.file });
        }
        return;
      case "variable":
        this.#put(this.blocks.variables, first, `var.${first}`, block, isOverride);
        return;
      case "resource":
        this.#put(this.blocks.resources, `${first}.${second}`, `${first}.${second}`, block, isOverride);
        return;
      case "module":
        this.#put(this.blocks.modules, first, `module.${first}`, block, isOverride);
        return;
      case "provider": {
        this.#addProvider(block, isOverride);
        const meant = tryToProviderBlock(block);
        if (meant !== undefined) this.#addProvider(meant, isOverride);
      }
    }
  }

  #addProvider(block: Block, isOverride: boolean): void {
    const [first = ""] = block.labels;
    const alias = block.body.get("alias");
    const name = typeof alias === "string" ? `${first}.${alias}` : first;
    this.#put(this.blocks.providers, name, `provider.${name}`, block, isOverride);
  }

  #put(blocks: Map<string, Block>, key: string, address: string, block: Block, isOverride: boolean): void {
    const before = blocks.get(key);
    if (before === undefined) {
      if (isOverride) {
        this.#log.addFinding([block.file, address], "An override file changes what is declared nowhere.");
      }
      blocks.set(key, block);
    } else if (isOverride) {
      blocks.set(key, { ...before, body: overrideBody(before.body, block.body) });
    } else {
      this.#addDuplicate(address, block.file, before.file);
    }
  }

  #addDuplicate(address: string, file: string, before: string): void {
    const where = before === file ? "in this file" : `in ${quote(before)}, too`;
    this.#log.addFinding([file, address], `It is declared twice, ${where}; take one of them out.`);
  }
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(BLOCK_LABELS, type);
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
