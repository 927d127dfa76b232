import { resolve } from "node:path";

/** Returns the project's root directory as an absolute path, from any working directory. */
export function findRoot(): string {
  return resolve(__dirname, "../..");
}
