import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory and those above it, where they are missing. Unlike `mkdirSync` with `recursive`, it ends
 * also on a file system that refuses new directories with ENOENT, as `/proc` does: Node.js 20 tries for ever.
 * @param directory - absolute path
 * @throws the file system's error
 */
export function makeDirectory(directory: string): void {
  if (existsSync(directory)) return;
  const parent = dirname(directory);
  if (parent !== directory) makeDirectory(parent);
  try {
    mkdirSync(directory);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(directory)) throw error;
  }
}
