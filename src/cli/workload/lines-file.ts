import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { toSafeJson } from "../../report/print-json";
import { quote } from "../../text/quote";
import type { CommandContext, CommandSession } from "../command-session";
import { addInputFile } from "../files/input-files";

// Windows has no such flag. A link could lead to a file that another user has chosen.
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;

const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW;

/** A file of JSON Lines, open for more of them. */
export interface LinesFile<Line, Content> {
  /** Appends lines. @throws MergeQueueError `invalid_configuration` if a secret is in them */
  readonly append: (lines: readonly Line[]) => Promise<void>;
  /** Reads all of it. @throws MergeQueueError as `parse` of {@link openLinesFile} */
  readonly read: () => Promise<Content>;
  readonly close: () => Promise<void>;
}

/** What opening a file takes of a session. */
export interface LinesFileSession extends Pick<CommandSession, "checkDocument"> {
  readonly context: Pick<CommandContext, "workingDirectory" | "inputFiles">;
}

/**
 * Opens a file of JSON Lines, and creates it if it does not exist. A line that a killed command left unfinished is cut off.
 * @param what - what the file is, for the message: `The recording`
 * @param parse - returns what the text means; called before anything is changed
 * @throws MergeQueueError `invalid_workload` if it cannot be opened, or as `parse`
 */
export async function openLinesFile<Line, Content>(
  { context, checkDocument }: LinesFileSession,
  file: string,
  what: string,
  parse: (text: string) => Content,
): Promise<LinesFile<Line, Content>> {
  const path = resolve(context.workingDirectory, file);
  const handle = await openFile(path, file, what);
  await addInputFile(context, path);
  const read = async (): Promise<Content> => parse(await readAll(handle));
  try {
    await read();
    await cutUnfinishedLine(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    append: async (lines) => {
      const document = lines.map((line) => `${toSafeJson(JSON.stringify(line))}\n`).join("");
      if (lines.length > 0) await handle.appendFile(checkDocument({ document }));
    },
    read,
    close: () => handle.close(),
  };
}

async function openFile(path: string, file: string, what: string): Promise<FileHandle> {
  try {
    const handle = await open(path, FLAGS, 0o666);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error("it is not a regular file");
  } catch (error) {
    const message = `${what}, ${quote(file)}, cannot be opened: ${toErrorMessage(error)}. Check the path and its permissions.`;
    throw new MergeQueueError("invalid_workload", message, {}, error);
  }
}

/** Reads from the beginning, wherever the last read ended. */
async function readAll(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat();
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return buffer.toString("utf8", 0, bytesRead);
}

async function cutUnfinishedLine(handle: FileHandle): Promise<void> {
  const text = await readAll(handle);
  await handle.truncate(Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1)));
}
