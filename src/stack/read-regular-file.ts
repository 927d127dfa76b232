import { readFile, stat } from "node:fs/promises";

/** Reads a regular file as UTF-8. @throws Error for other kinds, because reading from a FIFO may never end */
export async function readRegularFile(path: string): Promise<string> {
  if ((await stat(path)).isFile()) return readFile(path, "utf8");
  throw new Error("It is not a regular file but a directory, FIFO, socket or device, and was not read.");
}
