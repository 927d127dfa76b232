import { existsSync, readdirSync, statSync } from "node:fs";

/** Lists the names in a directory, sorted; none if it is missing or not a directory. */
export function listNames(directory: string): string[] {
  return existsSync(directory) && statSync(directory).isDirectory() ? readdirSync(directory).sort() : [];
}
