import { resolve } from "node:path";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { parseQueueId } from "../../queue/parse-queue-id";
import { printJson } from "../../report/print-json";
import { isPlainObject } from "../../text/is-plain-object";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import { isTaken, nameFileInError, readInputFile } from "../files/read-input-file";
import { writeOutputFile } from "../files/write-output-file";

/** A change of a queue's state, from `before` to `after`. */
export interface RecordedState {
  readonly id: string;
  /** Origin of the queue's service: scheme, host and port. */
  readonly origin: string;
  readonly before: string;
  readonly after: string;
  /** Why the state was changed. `owner` is the person or team that is responsible for the change. */
  readonly reason?: string | undefined;
  readonly owner?: string | undefined;
}

/** Returns a note such as `Reason: no merges at the weekend. Owner: the release team`, or an empty list. */
export function describeReason({ reason, owner }: Pick<RecordedState, "reason" | "owner">): string[] {
  const told = Object.entries({ Reason: reason, Owner: owner }).filter(([, text]) => text !== undefined);
  const parts = told.map(([what, text = ""]) => `${what}: ${toCell(text).replace(/\.$/, "")}`);
  return parts.length === 0 ? [] : [parts.join(". ")];
}

const STATES: readonly unknown[] = ["running", "paused", "draining"];

const WHAT = "The record of states";

const MAX_BYTES = 32 * 1024 * 1024;

/** Reads the file of `--record`. @throws MergeQueueError `invalid_request`, `invalid_identity` */
export async function readStateRecord({ context }: CommandSession, file: string): Promise<RecordedState[]> {
  const kind = { what: WHAT, code: "invalid_request", maxBytes: MAX_BYTES } as const;
  const text = await readInputFile(context, file, kind);
  return nameFileInError(file, () => parseRecord(text));
}

/** Adds changes to a record, in place of earlier entries. Drops entries whose state was changed since. */
export async function writeStateRecord(
  session: CommandSession,
  file: string,
  changes: readonly RecordedState[],
  current: ReadonlyMap<string, unknown>,
): Promise<void> {
  const isThere = await isTaken(resolve(session.context.workingDirectory, file));
  const earlier = isThere ? await readStateRecord(session, file) : [];
  const changed = new Set(changes.map(toRecordKey));
  const kept = earlier.filter((entry) => {
    const key = toRecordKey(entry);
    return !changed.has(key) && (!current.has(key) || current.get(key) === entry.after);
  });
  const queues = [...kept, ...changes];
  const document = printJson({ format: "mergequeue-states", version: 1, queues });
  await writeOutputFile(session, document, { file, what: WHAT, mode: "plain", isUpdate: true });
}

export function toRecordKey({ origin, id }: Pick<RecordedState, "origin" | "id">): string {
  return `${origin} ${id}`;
}

function parseRecord(text: string): RecordedState[] {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    // The check below refuses it.
  }
  const { format, version, queues } = isPlainObject(content) ? content : {};
  if (format === "mergequeue-states" && version === 1 && Array.isArray(queues) && queues.every(isRecorded)) {
    return queues;
  }
  throw new MergeQueueError(
    "invalid_request",
    "It is not a record of states. Nothing was changed. Give the file that --record has written.",
    { argument: "from" },
  );
}

function isRecorded(entry: unknown): entry is RecordedState {
  if (!isPlainObject(entry)) return false;
  const { id, origin, before, after, reason = "", owner = "" } = entry;
  if (typeof id !== "string" || typeof origin !== "string") return false;
  if (typeof reason !== "string" || typeof owner !== "string") return false;
  parseQueueId(id);
  return STATES.includes(before) && STATES.includes(after);
}
