import * as z from "zod";
import type { QueueIdentity } from "../../../queue/queue-identity";
import { createFindingsError } from "../create-findings-error";
import { readJsonLines } from "./read-json-lines";

/** The `format` field of each line. */
const FORMAT = "mergequeue-test-durations";

const VERSION = 1;

const COUNT = z.number().min(0);

const LINE = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION, `Only version ${VERSION} can be read.`),
  queue: z.string(),
  at: z.iso.datetime({ offset: true, error: "Must be a date and time." }),
  sumSeconds: COUNT,
  buckets: z
    .array(
      z.object({
        /** Absent: no limit. */
        upToSeconds: z.number().positive().exactOptional(),
        /** Durations above the limit of the previous bucket, and up to this one. */
        count: COUNT,
      }),
    )
    .min(1),
});

/** One line of a file of snapshots: the durations of the tests that ended in the hour before. */
export type SnapshotLine = z.output<typeof LINE>;

/** Makes a line. */
export function createSnapshotLine(
  queue: string,
  at: string,
  { sumSeconds, buckets }: Pick<SnapshotLine, "sumSeconds" | "buckets">,
): SnapshotLine {
  return { format: FORMAT, version: VERSION, queue, at, sumSeconds, buckets };
}

/** Durations of the tests that ended within an hour, as a histogram. */
export interface DurationSnapshot {
  /** The end of the hour: milliseconds since 1970 (UTC). */
  readonly atMs: number;
  /** Sum of all durations. */
  readonly sumMinutes: number;
  /** By ascending length. */
  readonly buckets: readonly MinutesBucket[];
}

/** How many durations are above `fromMinutes`, and at most `toMinutes`. */
export interface MinutesBucket {
  readonly fromMinutes: number;
  /** Infinite in a last bucket without a limit. */
  readonly toMinutes: number;
  readonly count: number;
}

/**
 * Reads a file of snapshots. A last line without its end is left out: the command was killed while it wrote it.
 * @param text - JSON Lines
 * @returns the snapshots by ascending time
 * @throws MergeQueueError `invalid_workload` that lists all problems with their lines
 */
export function readSnapshots(text: string, queue: QueueIdentity): DurationSnapshot[] {
  const { lines, findings } = readJsonLines(text, LINE, queue, (line) => line.queue);
  if (findings.length > 0) throw createFindingsError("Not snapshots of this queue.", findings, " ");
  return lines.map(toSnapshot).sort((a, b) => a.atMs - b.atMs);
}

const SECONDS_PER_MINUTE = 60;

function toSnapshot({ at, sumSeconds, buckets }: SnapshotLine): DurationSnapshot {
  return {
    atMs: Date.parse(at),
    sumMinutes: sumSeconds / SECONDS_PER_MINUTE,
    buckets: buckets.map(({ upToSeconds = Number.POSITIVE_INFINITY, count }, index) => ({
      fromMinutes: (buckets[index - 1]?.upToSeconds ?? 0) / SECONDS_PER_MINUTE,
      toMinutes: upToSeconds / SECONDS_PER_MINUTE,
      count,
    })),
  };
}
