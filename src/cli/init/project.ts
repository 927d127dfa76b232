import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { dirname, extname, join, relative } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext, CommandSession } from "../command-session";
import { quoteHcl } from "../export/hcl/print-hcl";
import { quoteTerraformText } from "../export/typescript/print-typescript";
import { isTaken } from "../files/read-input-file";
import { printYaml } from "./templates";

/** Name of the template file that lists the next commands. `init` prints this file and does not write it. */
const NEXT_NAME = "next.txt";

/** Ending of template files that would affect npm or this project's tools under their real names. */
const ENDING = ".template";

const QUOTES: Readonly<Record<string, (text: string) => string>> = {
  ".hcl": quoteHcl,
  ".tf": quoteHcl,
  ".ts": quoteTerraformText,
  ".txt": quoteForShell,
  ".yaml": printYaml,
};

/** Fills the templates in the folders beside the running code. @throws Error if the package is incomplete */
export async function makeProject(
  { codeDirectory }: Pick<CommandContext, "codeDirectory">,
  folders: readonly string[],
  content: TemplateContent,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly next: string }> {
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

/** Writes all files or none. @throws MergeQueueError `invalid_configuration` if one exists or has a secret */
export async function writeProject(
  { context: { workingDirectory }, checkDocument }: CommandSession,
  files: ReadonlyMap<string, string>,
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
      // The flag x never opens an existing file.
      const handle = await open(path, "wx");
      written.push(path);
      await handle.writeFile(text).finally(async () => handle.close());
    }
  } catch (error) {
    await Promise.all(written.map(async (path) => rm(path, { force: true })));
    const message = `The project cannot be written: ${toErrorMessage(error)}. The files that were already written were removed again. Check the directory and its permissions.`;
    throw new MergeQueueError("invalid_configuration", message, {}, error);
  }
}

export interface TemplateContent {
  /** Names of the sections to keep: `new`, `live`, `cdktf`, … */
  readonly sections: ReadonlySet<string>;
  /** Values of the placeholders, by the placeholder's name. */
  readonly values: Readonly<Record<string, string | readonly string[]>>;
  readonly imports: Readonly<Record<string, string>>;
  /** Code for the line `__CODE__`, without indent. */
  readonly code: string;
}

/** Matches a section of a template: from a comment `if NAME` to the next comment `end`. */
const SECTION = /^[ \t]*(?:\/\/|#) if (\w+)\n([^]*?)^[ \t]*(?:\/\/|#) end\n/gm;

const IMPORTED = /(?<= from ")[^"]+(?=";$)/gm;

const CODE = /^([ \t]*)(?:\/\/|#) __CODE__$/gm;

/** Matches a placeholder. `"__NAME__"` becomes a quoted literal, and `__NAME__` becomes bare text. */
const PLACEHOLDER = /"__([A-Z_]+)__"|__([A-Z_]+)__/g;

/** Fills a template. The template is valid code, because its placeholders are `"__NAME__"` and `__NAME__`. */
export function fillTemplate(
  template: string,
  { sections, values, imports, code }: TemplateContent,
  quote: (text: string) => string,
): string {
  const find = (name: string): readonly string[] => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template has an unknown placeholder, ${name}.`);
    return [value].flat();
  };
  const filled = template
    .replace(SECTION, (_, name: string, body: string) => (sections.has(name) ? body : ""))
    .replace(IMPORTED, (name) => imports[name] ?? name)
    .replace(PLACEHOLDER, (whole, literal: string | undefined, word: string | undefined) => {
      if (literal !== undefined) return find(literal).map(quote).join(", ");
      return word === undefined || word === "CODE" ? whole : find(word).join(" ");
    });
  // Last, so that text in the code is not taken for a placeholder.
  return filled.replace(CODE, (_, indent: string) => code.replace(/^(?=.)/gm, indent));
}
