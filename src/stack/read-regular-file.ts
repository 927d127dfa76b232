import { readFile, stat } from "node:fs/promises";

/**
 * Reads a file as UTF-8.
 * @throws Error if it cannot be read, or is not a regular file: reading a FIFO or a device might never end
 */
export async function readRegularFile(path: string): Promise<string> {
  const stats = await stat(path);
  if (!stats.isFile()) {
    throw new Error("It is not a regular file but a directory, FIFO, socket or device, and was not read.");
  }
  return readFile(path, "utf8");
}
