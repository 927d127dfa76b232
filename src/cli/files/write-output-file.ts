import { randomBytes } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { OutputDocument } from "../../report/output-document";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { requireNoInput } from "./read-input-file";

/** Permissions of a new file. `secret`: only its owner has access. `plain`: the umask decides. */
const MODES = { secret: 0o600, plain: 0o666 } as const;

export interface OutputFile {
  readonly file: string;
  /** What the file is, as the subject of a message: `The report`. */
  readonly what: string;
  /** Permissions of the file. An existing file also gets these permissions. */
  readonly mode: keyof typeof MODES;
  /** Whether the command reads this file and adds to it. Default: no */
  readonly isUpdate?: boolean;
}

/** Writes atomically. Refuses a symbolic link, because another user may have chosen the file behind it. */
export async function writeOutputFile(
  { context, checkDocument }: CommandSession,
  document: OutputDocument,
  { file, what, mode, isUpdate = false }: OutputFile,
): Promise<void> {
  const text = checkDocument(document);
  if (!isUpdate) await requireNoInput(context, file, what);
  const path = resolve(context.workingDirectory, file);
  // A random name, so that nobody can place a link there first.
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
