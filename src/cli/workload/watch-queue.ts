import { isDeepStrictEqual } from "node:util";
import { TRANSIENT_CODES } from "../../api/retry-policy";
import type { RecordedSettings } from "../../foresight/history";
import { requireNotAhead } from "../../foresight/history";
import { createStartLine, type RecordingLine } from "../../foresight/recording-lines";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { PullRequest } from "../../wire/first/pull-request";
import type { CommandContext } from "../command-session";
import { tryGetTestRunId } from "../print/print-pull-request";

/** A quiet queue gets a line this often, so that a killed recorder loses little. */
const QUIET_MS = 600_000;

/** Finds what became of a pull request that left the queue; undefined if the service does not know it. */
export type LookUp = (number: number) => Promise<PullRequest | undefined>;

/** A queue at one moment. */
export interface QueueLook {
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

  /** Tells whether a look belongs to this session: same settings, no long pause, no time that runs back. */
  accepts({ settings }: QueueLook, nowMs: number, maxPauseMs: number): boolean {
    if (this.#last === undefined) return true;
    const passedMs = nowMs - this.#last.ms;
    return passedMs >= 0 && passedMs <= maxPauseMs && isDeepStrictEqual(settings, this.#last.settings);
  }

  /** Returns the lines about a look at the queue: only what changed. @throws MergeQueueError as `LookUp` */
  async look({ pullRequests, settings }: QueueLook, nowMs: number): Promise<RecordingLine[]> {
    const at = new Date(nowMs).toISOString();
    const present = new Set(pullRequests.map(({ prNumber }) => prNumber));
    const left = [...this.#known.keys()].filter((number) => !present.has(number));
    const gone = await Promise.all(left.map(async (each) => toLine(each, await this.#lookUp(each), at)));
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

type SeenLine = Extract<RecordingLine, { event: "seen" }>;

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

interface WatchOptions extends Pick<CommandContext, "clock" | "nowMs"> {
  readonly queue: QueueIdentity;
  readonly read: () => Promise<QueueLook>;
  readonly lookUp: LookUp;
  readonly append: (lines: readonly RecordingLine[]) => Promise<void>;
  /** Milliseconds between two looks. */
  readonly everyMs: number;
  /** How long to watch in milliseconds; may be infinite. */
  readonly forMs: number;
  readonly stopSignal: AbortSignal;
  /** Called with the first of several failures in a row, after which watching continues. */
  readonly onFailure: (message: string) => void;
}

/** A look later than this many intervals misses too much: the machine slept, or the service was away. */
const MAX_INTERVALS = 4;

/**
 * Watches a queue until the time is up or it is stopped, and records what changes. While the service cannot
 * be reached, nothing is recorded, and the recording says so.
 * @throws MergeQueueError as `read`, unless the failure is transient and the queue was read before;
 *   `invalid_workload` if the service's clock is ahead
 */
export async function watchQueue(options: WatchOptions): Promise<void> {
  const { queue, read, lookUp, append, clock, nowMs, everyMs, forMs, stopSignal, onFailure } = options;
  const endMs = clock.now() + forMs;
  let session = new RecordingSession(queue, lookUp);
  let wasRead = false;
  let isAway = false;
  const startAgain = async (): Promise<void> => {
    await append(session.end());
    session = new RecordingSession(queue, lookUp);
  };
  try {
    for (;;) {
      try {
        const look = await read();
        const now = nowMs();
        for (const { prNumber, stateChangedAt = "" } of look.pullRequests) {
          requireNotAhead(Date.parse(stateChangedAt), now, `Pull request ${prNumber} changed its state`);
        }
        if (!session.accepts(look, now, MAX_INTERVALS * everyMs)) await startAgain();
        await append(await session.look(look, now));
        wasRead = true;
        isAway = false;
      } catch (error) {
        if (stopSignal.aborted || !wasRead || !isMergeQueueError(error) || !TRANSIENT_CODES.has(error.code))
          throw error;
        if (!isAway) onFailure(error.message);
        isAway = true;
        await startAgain();
      }
      const restMs = Math.min(everyMs, endMs - clock.now());
      if (restMs <= 0) return;
      await clock.sleep(restMs, stopSignal);
    }
  } catch (error) {
    if (!stopSignal.aborted) throw error;
  } finally {
    await append(session.end());
  }
}
