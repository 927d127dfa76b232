import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made: string[] = [];

afterAll(() => {
  for (const directory of made) rmSync(directory, { recursive: true, force: true });
});

/** Makes a temporary directory, whose name starts with `prefix`. It is removed after the file's tests. */
export function makeScratch(prefix = "scratch-", parent = tmpdir()): string {
  const directory = mkdtempSync(join(parent, prefix));
  made.push(directory);
  return directory;
}

/** Makes one inside the project: there the package finds itself by its name, as a user's project does. */
export function makeScratchInProject(): string {
  const parent = join(__dirname, "../../.scratch");
  mkdirSync(parent, { recursive: true });
  return makeScratch("project-", parent);
}
