import { join } from "node:path";
import { toErrorMessage } from "../queue/merge-queue-error";
import { quote } from "../text/quote";
import type { Block } from "./configuration";
import { Configuration } from "./configuration";
import type { ConfigurationPlace } from "./find-configurations";
import { isForeignConfiguration, isJsonConfiguration } from "./find-configurations";
import { tryToProviderBlock } from "./local-exec-block";
import type { JsonNode, JsonObject } from "./read-json";
import { COMMENT, isJsonList, isObject, readJson } from "./read-json";
import { readRegularFile } from "./read-regular-file";
import type { FaultLog } from "./stack-reading";
import { UnreadError, WAYS_ON } from "./unread-error";

/** Types of blocks that are read, and how many labels they have. */
const LABELS = { variable: 1, locals: 0, resource: 2, provider: 1, module: 1 } as const;

/** Types of blocks that mean nothing where there is no state, or that declare no queue. */
const OTHER_BLOCKS: ReadonlySet<string> = new Set([
  ...[COMMENT, "terraform", "output", "data", "moved", "removed", "import", "check", "ephemeral", "language"],
]);

/**
 * Reads the files of a directory as one configuration, as Terraform merges them.
 * @param log - takes what is wrong with files, and files that are not read
 */
export async function loadConfiguration(place: ConfigurationPlace, log: FaultLog): Promise<Configuration> {
  const loader = new Loader(log);
  const isOverride = (name: string): boolean => /(?:^|_)override\.[a-z.]+$/.test(name);
  const files = place.fileNames.filter(isJsonConfiguration);
  for (const name of [...files.filter((file) => !isOverride(file)), ...files.filter(isOverride)]) {
    const file = place.prefix + name;
    try {
      // Terraform takes no byte order mark, but editors on Windows write one.
      const root = readJson((await readRegularFile(join(place.directory, name))).replace(/^\ufeff/, ""));
      if (!isObject(root)) throw new UnreadError("an object of blocks is required");
      loader.add(root, file, isOverride(name));
    } catch (error) {
      log.addFinding([file], error instanceof UnreadError ? error.describe() : toErrorMessage(error));
    }
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
      if (!Object.hasOwn(LABELS, type)) {
        if (!OTHER_BLOCKS.has(type))
          this.#log.addFinding([file, type], "A configuration has no block of this name.");
        continue;
      }
      for (const { labels, body } of this.#listBlocks(node, LABELS[type as keyof typeof LABELS], [
        file,
        type,
      ]))
        this.#addBlock(type as keyof typeof LABELS, { labels, body, file }, isOverride);
    }
  }

  /** Each level of labels, and the body itself, is an object or a list of them. */
  #listBlocks(node: JsonNode, labels: number, path: readonly string[]): Omit<Block, "file">[] {
    if (isJsonList(node)) return node.flatMap((item) => this.#listBlocks(item, labels, path));
    if (!isObject(node)) {
      if (node !== null) this.#log.addFinding(path, "An object is required, or a list of objects.");
      return [];
    }
    if (labels === 0) return [{ labels: [], body: node }];
    return [...node].flatMap(([label, inner]) =>
      label === COMMENT
        ? []
        : this.#listBlocks(inner, labels - 1, path).map((block) => ({
            labels: [label, ...block.labels],
            body: block.body,
          })),
    );
  }

  #addBlock(type: keyof typeof LABELS, block: Block, isOverride: boolean): void {
    const { variables, locals, resources, modules } = this.configuration;
    const [first = "", second = ""] = block.labels;
    const { body, file } = block;
    const merge = (before: Block): Block => ({ ...before, body: new Map([...before.body, ...body]) });
    switch (type) {
      case "locals":
        for (const [name, node] of body)
          if (name !== COMMENT)
            this.#put(locals, name, `local.${name}`, { node, file }, isOverride, () => ({ node, file }));
        return;
      case "variable":
        this.#put(variables, first, `var.${first}`, block, isOverride, merge);
        return;
      case "resource":
        this.#put(resources, `${first}.${second}`, `${first}.${second}`, block, isOverride, merge);
        return;
      case "module":
        this.#put(modules, first, `module.${first}`, block, isOverride, merge);
        return;
      case "provider":
        for (const each of [block, tryToProviderBlock(block)]) {
          const alias = each?.body.get("alias");
          const [label = ""] = each?.labels ?? [];
          const name = typeof alias === "string" ? `${label}.${alias}` : label;
          if (each)
            this.#put(this.configuration.providers, name, `provider.${name}`, each, isOverride, merge);
        }
    }
  }

  #put<T extends { readonly file: string }>(
    entries: Map<string, T>,
    key: string,
    address: string,
    entry: T,
    isOverride: boolean,
    merge: (before: T) => T,
  ): void {
    const before = entries.get(key);
    if (before !== undefined && !isOverride) {
      const where = before.file === entry.file ? "in this file" : `in ${quote(before.file)}, too`;
      this.#log.addFinding([entry.file, address], `It is declared twice, ${where}; take one of them out.`);
      return;
    }
    if (before === undefined && isOverride)
      this.#log.addFinding([entry.file, address], "An override file changes what is declared nowhere.");
    entries.set(key, before === undefined ? entry : merge(before));
  }
}
