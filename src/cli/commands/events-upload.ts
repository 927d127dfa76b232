import { type Command, InvalidArgumentError } from "commander";
import type { Finding } from "../../queue/finding";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { parseRepository } from "../../queue/parse-queue-id";
import { formatRepository, type Repository } from "../../queue/queue-identity";
import type { TrackedEvent } from "../../queue/tracked-event";
import { count } from "../../report/describe-counts";
import { toCell } from "../../text/to-cell";
import { confirm } from "../changes/confirm";
import { addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addWritingOptions, refuseSharedInput } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { type ChangeOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import type { RawEvents } from "../events/check-events";
import { readInputFile } from "../files/read-input-file";
import { writeResult } from "../print/create-view";

const EXAMPLES = `
The file is a JSON array of events, or has one event per line. All events are
checked before any is sent. Large files are sent in several requests.

Examples:
  $ mergequeue events upload events.json --repo github.com/acme/web
  $ ci-events | mergequeue events upload - --repo github.com/acme/web \\
      --auto-approve`;

export function defineEventsUpload(command: Command, session: CommandSession): void {
  command
    .description("Uploads events that describe CI runs. An event that is uploaded twice counts once.")
    .argument("<file>", "the file of events, - for standard input")
    .requiredOption("--repo <repository>", "the repository of the runs, host/owner/name", parseRepo);
  addExamples(addWritingOptions(command, `${WRITE_TIMEOUT.text} a request`), EXAMPLES);
  command.action(async (file: string, options: ChangeOptions & { readonly repo: Repository }) => {
    refuseSharedInput(command, "the file", file, options);
    const { context } = session;
    const { repo } = options;
    const kind = { what: "The file of events", code: "invalid_request" } as const;
    const parts = await toParts(await readInputFile(context, file, kind));
    const total = parts.flat().length;
    const { api, startCall, stopSignal } = await connect(session, options, WRITE_TIMEOUT.ms);
    const what = `${count(total, "event")} for ${toCell(formatRepository(repo))}`;
    if (total > 0) await confirm(context, { ...options, input: file }, stopSignal, `Upload ${what}?`);
    let done = 0;
    for (const part of parts) {
      try {
        await api.call("trackEvents", { repo, events: part }, startCall());
      } catch (error) {
        throw isMergeQueueError(error) ? explainFailure(error, done, total) : error;
      }
      done += part.length;
    }
    const result = { uploaded: total, requests: parts.length };
    writeResult(session, options, result, () => `Uploaded ${what} in ${count(parts.length, "request")}.\n`);
  });
}

function parseRepo(text: string): Repository {
  try {
    return parseRepository(text);
  } catch (error) {
    if (!isMergeQueueError(error)) throw error;
    throw new InvalidArgumentError(error.message);
  }
}

const MAX_LINES = 100;

function explainFailure(failure: MergeQueueError, done: number, total: number): MergeQueueError {
  const { code, details } = failure;
  const before =
    done === 0 ? "No event was uploaded." : `The first ${done} of ${total} events were uploaded.`;
  const message = `${failure.message}\n${before} Run the same command again: an event that is uploaded twice counts once.`;
  return new MergeQueueError(code, message, { ...details, progress: { done, total } }, failure);
}

async function toParts(text: string): Promise<TrackedEvent[][]> {
  // Schemas are slow to load, and only this command needs them.
  const { checkEvents, MAX_EVENT_BYTES, readEvents, splitEvents } = await import("../events/check-events");
  const { events: raw, findings: unreadable } = readEvents(text);
  const { events, findings: wrong } = checkEvents(raw);
  const findings = [...unreadable, ...wrong];
  if (findings.length === 0) return splitEvents(events, MAX_EVENT_BYTES);
  const lines = findings.slice(0, MAX_LINES).map((finding) => describeFinding(finding, raw));
  if (findings.length > MAX_LINES) lines.push(`  … and ${findings.length - MAX_LINES} more.`);
  throw new MergeQueueError(
    "invalid_request",
    `The file of events is invalid; nothing was sent.\n${lines.join("\n")}\n` +
      `Correct ${findings.length === 1 ? "this" : `these ${findings.length} problems`} and run the command again.`,
    { operation: "trackEvents", findings },
  );
}

function describeFinding({ path, message }: Finding, raw: RawEvents["events"]): string {
  const [kind, position = "", ...fields] = path;
  if (kind !== "events") return `  ${kind === undefined ? "" : `line ${position}: `}${message}`;
  const line = raw[Number(position)]?.line;
  const field = fields.length === 0 ? "" : `${fields.join(".")}: `;
  return `  event ${position}${line === undefined ? "" : ` (line ${line})`}: ${field}${message}`;
}
