import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fillCommandPage } from "./command/command-page";
import { describeCommand } from "./command/describe-command";
import { DOCS_DIRECTORY } from "./generate-docs";

const PAGE = "command.md";

/** Whether a file of the documentation, by its path below `docs`, contains tables of the command's definition. */
export function isCommandPage(path: string): boolean {
  return path === PAGE;
}

/**
 * Writes the tables of docs/command.md from the definition of the command; the rest of the page is written by hand.
 * @param root - the repository's absolute path
 * @param outDirectory - absolute folder for the page. Default: the repository's
 */
export async function generateCommandPage(
  root: string,
  outDirectory = join(root, DOCS_DIRECTORY),
): Promise<void> {
  const page = await readFile(join(root, DOCS_DIRECTORY, PAGE), "utf8");
  await mkdir(outDirectory, { recursive: true });
  await writeFile(join(outDirectory, PAGE), fillCommandPage(page, await describeCommand()));
}
