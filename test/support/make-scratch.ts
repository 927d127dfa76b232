import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a temporary directory. It is removed after the tests of the file or block that calls this. */
export function makeScratch(): string {
  const directory = mkdtempSync(join(tmpdir(), "scratch-"));
  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return directory;
}
