import { readFile, stat } from "node:fs/promises";
import type { InputFiles } from "./input-files";

/**
 * Reads a file as UTF-8.
 * @param inputFiles - gets the file, so that the call does not write over it. Default: the call writes no files
 * @throws Error if it cannot be read, or is not a regular file: reading a FIFO or a device might never end
 */
export async function readRegularFile(path: string, inputFiles?: InputFiles): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) {
    throw new Error("It is not a regular file but a directory, FIFO, socket or device, and was not read.");
  }
  await inputFiles?.add(path);
  return readFile(path, "utf8");
}
