import * as z from "zod";
import type { Finding } from "../queue/finding";
import { toErrorMessage } from "../queue/merge-queue-error";
import { type QueueIdentity, toIdentityKey } from "../queue/queue-identity";
import { quote } from "../text/quote";
import type { RecordedSettings } from "./history";
import { isAhead } from "./history";
import { createFindingsError } from "./workload/create-findings-error";
import { toQueueKey } from "./workload/schema-rules";

const RECORDING_FORMAT = "mergequeue-recording";
const RECORDING_VERSION = 1;
const TIME = z.iso.datetime({ offset: true, error: "Must be a date and time." });

const SEEN = z
  .object({
    event: z.literal("seen"),
    /** When it was seen, by the clock of this machine. */
    at: TIME,
    number: z.int().min(0),
    sha: z.string().exactOptional(),
    /** As the service names it, in lower case; `gone` if the service no longer knows the pull request. */
    state: z.string(),
    /** By the clock of the service, in its format. */
    stateChangedAt: z.string().exactOptional(),
    priority: z.number().exactOptional(),
    /** Its latest test run, if the service says so: another one means that it was tested again. */
    testRunId: z.string().exactOptional(),
  })
  .refine(({ at, stateChangedAt = "" }) => !isAhead(Date.parse(stateChangedAt), Date.parse(at)), {
    path: ["stateChangedAt"],
    error: "Must not be after the time at which it was seen.",
  });

const LINE = z.discriminatedUnion("event", [
  z.object({
    format: z.literal(RECORDING_FORMAT),
    version: z.literal(RECORDING_VERSION, `Only version ${RECORDING_VERSION} can be read.`),
    event: z.literal("start"),
    queue: z.string(),
    at: TIME,
    /** The setting of the queue, which stays the same until the next start. */
    testingTimeoutMinutes: z.number().exactOptional(),
    /** The settings that a simulation uses, as the service shows them; they stay until the next start. */
    settings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).exactOptional(),
  }),
  SEEN,
  z.object({ event: z.enum(["watching", "stop"]), at: TIME }),
]);

/** One line of a recording. */
export type RecordingLine = z.output<typeof LINE>;

/** A pull request in a recording: written when it changes. */
export type SeenPullRequest = z.output<typeof SEEN>;

/** Returns a session's first line. @param settings - simulated ones, as the service shows them */
export function createStartLine(queue: string, at: string, settings: RecordedSettings): RecordingLine {
  const { testingTimeoutMinutes } = settings;
  return {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    event: "start",
    queue,
    at,
    ...(typeof testingTimeoutMinutes === "number" ? { testingTimeoutMinutes } : {}),
    settings,
  };
}

/**
 * Reads the lines of a recording. A last line without its end is left out: its recorder was killed.
 * @throws MergeQueueError `invalid_workload` that lists all problems with their lines
 */
export function readRecordingLines(text: string, queue: QueueIdentity): RecordingLine[] {
  const findings: Finding[] = [];
  const lines = text
    .split("\n")
    .slice(0, -1)
    .flatMap((json, index) => {
      if (json.trim() === "") return [];
      const { line, problems } = readLine(json, queue);
      findings.push(...problems.map((message) => ({ path: ["line", String(index + 1)], message })));
      return line === undefined ? [] : [line];
    });
  if (findings.length === 0 && lines.length > 0 && lines[0]?.event !== "start") {
    findings.push({ path: ["line", "1"], message: "Must be the start of a recording." });
  }
  if (findings.length === 0) return lines;
  throw createFindingsError("Not a recording of this queue.", findings, " ");
}

function readLine(
  text: string,
  queue: QueueIdentity,
): { readonly line?: RecordingLine; readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [`It is not JSON: ${toErrorMessage(error)}.`] };
  }
  const { success, data, error } = LINE.safeParse(json);
  if (!success) return { problems: error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) };
  const isOther = data.event === "start" && toQueueKey(data.queue) !== toIdentityKey(queue);
  return isOther
    ? { problems: [`Queue ${quote(data.queue)} was recorded here, which is another one.`] }
    : { line: data, problems: [] };
}
