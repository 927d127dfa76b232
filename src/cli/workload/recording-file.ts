import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";
import type { Recording } from "../../foresight/history";
import type { RecordingLine } from "../../foresight/recording-lines";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toSafeJson } from "../../report/print-json";
import { quote } from "../../text/quote";
import type { CommandSession } from "../command-session";
import { addInputFile } from "../files/input-files";
import { nameFileInError } from "../files/read-input-file";

// Windows has no such flag. A link could lead to a file that another user has chosen.
const NO_FOLLOW = (constants.O_NOFOLLOW as number | undefined) ?? 0;

const FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | NO_FOLLOW;

/** The file of a recording, open for more lines. */
export interface RecordingFile {
  /** @throws MergeQueueError `invalid_configuration` if a secret is in the lines */
  readonly append: (lines: readonly RecordingLine[]) => Promise<void>;
  /** @throws MergeQueueError `invalid_workload` if it is not a recording of the queue */
  readonly read: () => Promise<Recording>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the file of a recording, or creates it. An unfinished line of a killed recorder is cut off.
 * @throws MergeQueueError `invalid_workload` if it cannot be opened, or is no recording of this queue
 */
export async function openRecordingFile(
  { context, checkDocument }: CommandSession,
  file: string,
  queue: QueueIdentity,
): Promise<RecordingFile> {
  // Schemas are slow to load.
  const { readRecording } = await import("../../foresight/read-recording");
  const path = resolve(context.workingDirectory, file);
  const handle = await openFile(path, file);
  await addInputFile(context, path);
  const read = async (): Promise<Recording> => {
    const text = await readAll(handle);
    return nameFileInError(file, () => readRecording(text, queue));
  };
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

async function openFile(path: string, file: string): Promise<FileHandle> {
  try {
    const handle = await open(path, FLAGS, 0o666);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error("it is not a regular file");
  } catch (error) {
    const message = `The recording, ${quote(file)}, cannot be opened: ${toErrorMessage(error)}. Check the path and its permissions.`;
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
