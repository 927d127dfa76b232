import { isDeepStrictEqual } from "node:util";
import type { PullRequest } from "../../api/pull-request";
import type { RecordedSettings } from "../../foresight/workload/history/history";
import { createStartLine, type RecordingLine } from "../../foresight/workload/history/recording-lines";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { tryGetTestRunId } from "../print/print-pull-request";

/** A quiet queue gets a line this often, so that a killed recorder loses little. */
const QUIET_MS = 600_000;

/** Finds what a pull request became that is no longer in the queue; undefined if the service does not know it. */
export type LookUp = (number: number) => Promise<PullRequest | undefined>;

/** A queue at one moment. */
export interface QueueLook {
  /** The pull requests in it. */
  readonly pullRequests: readonly PullRequest[];
  /** The settings that a simulation uses, as far as the service shows them. */
  readonly settings: RecordedSettings;
}

/** One uninterrupted time of watching a queue: turns what is seen into the lines of a recording. */
export class RecordingSession {
  readonly #queue: QueueIdentity;
  readonly #lookUp: LookUp;
  /** The pull requests in the queue, by number: what was last written about each. */
  readonly #known = new Map<number, string>();
  /** The last look; undefined before the first one. Milliseconds since 1970 (UTC). */
  #last: { readonly ms: number; readonly settings: RecordedSettings } | undefined;
  #writtenMs = 0;

  constructor(queue: QueueIdentity, lookUp: LookUp) {
    this.#queue = queue;
    this.#lookUp = lookUp;
  }

  /** Tells whether a look belongs to this session: a session has the same settings, and no long pauses, and time does not run back. */
  accepts({ settings }: QueueLook, nowMs: number, maxPauseMs: number): boolean {
    if (this.#last === undefined) return true;
    const passedMs = nowMs - this.#last.ms;
    return passedMs >= 0 && passedMs <= maxPauseMs && isDeepStrictEqual(settings, this.#last.settings);
  }

  /**
   * Returns the lines about one look at the queue: only what has changed.
   * @param nowMs - milliseconds since 1970 (UTC)
   * @throws MergeQueueError as `LookUp`
   */
  async look({ pullRequests, settings }: QueueLook, nowMs: number): Promise<RecordingLine[]> {
    const at = new Date(nowMs).toISOString();
    const present = new Set(pullRequests.map(({ prNumber }) => prNumber));
    const left = [...this.#known.keys()].filter((number) => !present.has(number));
    const gone = await Promise.all(
      left.map(async (number) => toLine(number, await this.#lookUp(number), at)),
    );
    for (const number of left) this.#known.delete(number);
    const start = this.#last === undefined ? [createStartLine(formatQueueId(this.#queue), at, settings)] : [];
    const lines: RecordingLine[] = [...start, ...gone];
    for (const pullRequest of pullRequests) {
      const line = toLine(pullRequest.prNumber, pullRequest, at);
      const shown = JSON.stringify({ ...line, at: "" });
      if (this.#known.get(line.number) === shown) continue;
      this.#known.set(line.number, shown);
      lines.push(line);
    }
    if (lines.length === 0 && nowMs - this.#writtenMs >= QUIET_MS) lines.push({ event: "watching", at });
    if (lines.length > 0) this.#writtenMs = nowMs;
    this.#last = { ms: nowMs, settings };
    return lines;
  }

  /** Returns the last lines: nothing was seen after the last look. */
  end(): RecordingLine[] {
    return this.#last === undefined ? [] : [{ event: "stop", at: new Date(this.#last.ms).toISOString() }];
  }
}

type SeenLine = Extract<RecordingLine, { readonly event: "seen" }>;

function toLine(number: number, pullRequest: PullRequest | undefined, at: string): SeenLine {
  const { prSha, state, stateChangedAt, priorityValue } = pullRequest ?? { state: "gone" };
  const testRunId = pullRequest && tryGetTestRunId(pullRequest);
  return {
    event: "seen",
    at,
    number,
    state: state ?? "unknown",
    ...(prSha !== undefined && { sha: prSha }),
    ...(stateChangedAt !== undefined && { stateChangedAt }),
    ...(priorityValue !== undefined && { priority: priorityValue }),
    ...(testRunId !== undefined && { testRunId }),
  };
}
