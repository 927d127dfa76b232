import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { tryFindToken } from "./find-token";
import { isZip, readZip } from "./read-zip";

/**
 * Lists the files below a directory that hold a token, plan files unpacked.
 * @param skipped - folders directly below that are passed over
 * @returns path and what was found, one text a file
 */
export async function listLeaks(
  directory: string,
  token: string,
  skipped: readonly string[] = [],
): Promise<string[]> {
  const leaks: string[] = [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(directory, path);
    if (skipped.some((folder) => name.startsWith(`${folder}/`))) continue;
    const bytes = await readFile(path);
    const parts = isZip(bytes) ? readZip(bytes) : new Map([["", bytes]]);
    for (const [part, content] of parts) {
      const piece = tryFindToken(content, token);
      if (piece !== undefined) leaks.push(`${name}${part && `:${part}`} holds ${JSON.stringify(piece)}`);
    }
  }
  return leaks;
}
