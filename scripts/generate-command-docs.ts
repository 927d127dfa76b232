import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VERSION } from "../src/product";
import { fillCommandPage } from "./command/command-page";
import { describeCommand } from "./command/describe-command";
import { printManPage } from "./command/man-page";
import { DOCS_DIRECTORY } from "./generate-docs";

/** Folder of the manual page, relative to the repository. */
export const MAN_DIRECTORY = "man";

const PAGE = "command.md";

const MAN_PAGE = "mergequeue.1";

/** The date of a release in the changelog; the newest comes first. */
const RELEASE = /^## \[[\d.]+\] - (\d{4}-\d\d-\d\d)$/m;

/** Whether a file is the manual page, by its path below `man`. */
export function isManPage(path: string): boolean {
  return path === MAN_PAGE;
}

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

/**
 * Writes the manual page, which npm installs with the command. Its date is that of the newest release in the changelog.
 * @param root - the repository's absolute path
 * @param outDirectory - absolute folder for the page. Default: the repository's
 */
export async function generateManPage(root: string, outDirectory = join(root, MAN_DIRECTORY)): Promise<void> {
  const [, date = ""] = RELEASE.exec(await readFile(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  await mkdir(outDirectory, { recursive: true });
  await writeFile(
    join(outDirectory, MAN_PAGE),
    printManPage(await describeCommand(), { version: VERSION, date }),
  );
}
