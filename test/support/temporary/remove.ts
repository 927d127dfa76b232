import { rmSync } from "node:fs";
import "./make";

/** Jest runs this after all tests: removes the directory that the run was given before them. */
export default function removeTemporaryDirectory(): void {
  const { temporaryDirectory } = globalThis;
  if (temporaryDirectory !== undefined) rmSync(temporaryDirectory, { recursive: true, force: true });
}
