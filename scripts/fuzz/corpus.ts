import { hash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Folder of the kept inputs, relative to the project's root. */
export const CORPUS_DIRECTORY = "test/fuzz/corpus";

/** Reads the kept inputs of a target, by file name. */
export async function readCorpus(directory: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = await readdir(directory).catch(() => []);
  const entries = names.sort().map(async (name) => [name, await readFile(join(directory, name))] as const);
  return new Map(await Promise.all(entries));
}

/**
 * Keeps an input in a file that is named by a hash of it.
 * @param prefix - start of the name
 * @returns the file's path
 */
export async function keepInput(directory: string, input: Uint8Array, prefix = ""): Promise<string> {
  const file = join(directory, prefix + hash("sha256", input).slice(0, 16));
  await mkdir(directory, { recursive: true });
  await writeFile(file, input);
  return file;
}
