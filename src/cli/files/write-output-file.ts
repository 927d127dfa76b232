import { randomBytes } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { OutputDocument } from "../../report/output-document";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { requireNoInput } from "./input-files";

/** Permissions of a new file: only its owner, or as the process's umask allows. */
const MODES = { secret: 0o600, plain: 0o666 } as const;

export interface OutputFile {
  readonly file: string;
  /** What it is, for the message: `The report`. */
  readonly what: string;
  /** Who may read it, whatever the permissions of the existing file. */
  readonly mode: keyof typeof MODES;
  /** Whether the file is read to add to it. Default: no */
  readonly isUpdate?: boolean;
}

/** As a whole or not at all. A symbolic link is refused: other users could choose what is overwritten. */
export async function writeOutputFile(
  { context, checkDocument }: CommandSession,
  document: OutputDocument,
  { file, what, mode, isUpdate = false }: OutputFile,
): Promise<void> {
  const text = checkDocument(document);
  if (!isUpdate) await requireNoInput(context, file, what);
  const path = resolve(context.workingDirectory, file);
  // The name is random, so that no link can have been placed there.
  const draft = `${path}.${randomBytes(8).toString("hex")}.new`;
  try {
    await requireReplaceable(path);
    try {
      await writeFile(draft, text, { flag: "wx", mode: MODES[mode], flush: true });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
  } catch (error) {
    const message = `${what}, ${quote(file)}, cannot be written: ${toErrorMessage(error)}. Check the path and its permissions.`;
    throw new MergeQueueError("invalid_configuration", message, { argument: "out" }, error);
  }
}

async function requireReplaceable(path: string): Promise<void> {
  const stats = await lstat(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  });
  if (stats?.isSymbolicLink()) throw new Error("it is a symbolic link");
  if (stats?.isFile() === false) throw new Error("it exists and is not a file");
}
