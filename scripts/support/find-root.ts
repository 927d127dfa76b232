import { resolve } from "node:path";

/** Returns the project's root directory as an absolute path, wherever the script was called from. */
export function findRoot(): string {
  return resolve(__dirname, "../..");
}
