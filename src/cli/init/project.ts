import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext, CommandSession } from "../command-session";
import { quoteHcl } from "../export/hcl/print-hcl";
import { printYaml } from "../export/pulumi/print-pulumi";
import { quoteTerraformText } from "../export/typescript/print-value";
import { isTaken } from "../files/input-files";
import { fillTemplate, type TemplateContent } from "./fill-template";

/** The file of a template that is printed instead of written: the next commands. */
const NEXT_NAME = "next.txt";

/** Ending of files whose own names mean something to tools of this project, or to npm. */
const ENDING = ".template";

const QUOTES: Readonly<Record<string, (text: string) => string>> = {
  ".hcl": quoteHcl,
  ".json": JSON.stringify,
  ".tf": quoteHcl,
  ".ts": quoteTerraformText,
  ".txt": quoteForShell,
  ".yaml": printYaml,
};

/** A project, ready to be written. */
export interface Project {
  /** Paths relative to the project, with `/`, sorted, and texts. */
  readonly files: ReadonlyMap<string, string>;
  /** What to do next, for people. */
  readonly next: string;
}

/**
 * Reads the template in folders beside the running code, and fills it.
 * @throws Error if the package is incomplete
 */
export async function makeProject(
  { codeDirectory }: Pick<CommandContext, "codeDirectory">,
  folders: readonly string[],
  content: TemplateContent,
): Promise<Project> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    const root = join(codeDirectory, "init/templates", folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    for (const file of entries.filter((entry) => entry.isFile())) {
      const path = join(file.parentPath, file.name);
      const name = relative(root, path).replaceAll("\\", "/").replace(ENDING, "");
      const quote = QUOTES[extname(name)] ?? JSON.stringify;
      files.set(name, fillTemplate(await readFile(path, "utf8"), content, quote));
    }
  }
  const next = files.get(NEXT_NAME) ?? "";
  files.delete(NEXT_NAME);
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), next };
}

/**
 * Writes a project into the working directory: all of it, or nothing if one of its files exists.
 * @throws MergeQueueError `invalid_configuration` if a file exists, cannot be written, or would contain a secret
 */
export async function writeProject(
  { context: { workingDirectory }, checkDocument }: CommandSession,
  files: Project["files"],
): Promise<void> {
  const texts = [...files].map(([name, document]) => [name, checkDocument({ document })] as const);
  const existing: string[] = [];
  for (const [name] of texts) if (await isTaken(join(workingDirectory, name))) existing.push(name);
  if (existing.length > 0) {
    throw new MergeQueueError(
      "invalid_configuration",
      `These files of the project exist already: ${existing.join(", ")}. Nothing was written. Run this in an empty directory, ` +
        "for example after mkdir queues && cd queues.",
    );
  }
  const written: string[] = [];
  try {
    for (const [name, text] of texts) {
      const path = join(workingDirectory, name);
      await mkdir(dirname(path), { recursive: true });
      // x: never the file of another process.
      const handle = await open(path, "wx");
      written.push(path);
      await handle.writeFile(text).finally(async () => handle.close());
    }
  } catch (error) {
    await Promise.all(written.map(async (path) => rm(path, { force: true })));
    const message = `The project cannot be written: ${toErrorMessage(error)}. Its files were removed again. Check the directory and its permissions.`;
    throw new MergeQueueError("invalid_configuration", message, {}, error);
  }
}
