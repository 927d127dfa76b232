import type { Recording } from "../../foresight/workload/history/history";
import type { RecordingLine } from "../../foresight/workload/history/recording-lines";
import type { QueueIdentity } from "../../queue/queue-identity";
import { nameFileInError } from "../files/read-input-file";
import { type LinesFile, type LinesFileSession, openLinesFile } from "./lines-file";

/** The file of a recording, open for more lines. */
export type RecordingFile = LinesFile<RecordingLine, Recording>;

/**
 * Opens the file of a recording, and creates it if it does not exist. A line that a killed recorder left unfinished is cut
 * off.
 * @throws MergeQueueError `invalid_workload` if it cannot be opened, or does not contain a recording of this queue
 */
export async function openRecordingFile(
  session: LinesFileSession,
  file: string,
  queue: QueueIdentity,
): Promise<RecordingFile> {
  // Schemas are slow to load.
  const { readRecording } = await import("../../foresight/workload/history/read-recording");
  return openLinesFile(session, file, "The recording", (text) =>
    nameFileInError(file, () => readRecording(text, queue)),
  );
}
