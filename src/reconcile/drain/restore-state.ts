import type { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { quoteForShell } from "../../text/quote-for-shell";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import { type LiveQueue, tryReadQueue } from "../read-queue";
import {
  ADVISORY_READ_TIMEOUT_MS,
  type ReconcileContext,
  toReasonStyle,
  withTimeout,
} from "../reconcile-context";
import { writeSettings } from "../write-settings";

export interface Restoration {
  readonly says: string;
  readonly record?: QueueRecord;
}

/** The read before the write may take at most this share of the time. */
const READ_SHARE = 0.25;

const COMMANDS: Readonly<Record<Exclude<RequestableState, "draining">, string>> = {
  running: "mergequeue queue resume",
  paused: "mergequeue queue pause",
};

/**
 * Restores the state in one write, unless someone else changed the queue. Never throws, because the caller
 * already has a failure to report. @param context - must ignore interrupts
 * @returns `gone`, or sentences that tell the outcome
 */
export async function restoreState(
  context: ReconcileContext,
  before: RequestableState | undefined,
  known: KnownQueue,
): Promise<Restoration | "gone"> {
  const id = quoteForShell(formatQueueId(context.queue));
  if (before === "draining") return { says: "It is still draining, as it was before." };
  if (before === undefined) {
    const says = `It is still draining, because its earlier state is not known. To set it to running, run ${COMMANDS.running} ${id}.`;
    return { says };
  }
  const live = await tryRead(context);
  const found = live && (live === "gone" ? live : tryToRequestableState(live.settings));
  try {
    if (live === "gone" || found === "gone") return "gone";
    if (found !== undefined && found !== "draining" && found !== before) {
      return { says: `Its state was changed to ${found} meanwhile; that change was kept.` };
    }
    const drift = live && known.findDrift(live, toReasonStyle(context));
    if (drift !== undefined) {
      const state = found ?? "in an unknown state";
      const says =
        `It was left ${state}, because ${drift.reason}: someone may have replaced it with another queue. ` +
        `To set it to ${before}, run ${COMMANDS[before]} ${id}.`;
      return { says };
    }
    const record = await writeSettings(context, { settings: { state: before } }, { known });
    return { says: `It was set back to ${before}.`, record };
  } catch (error) {
    if (hasErrorCode(error, "queue_gone")) return "gone";
    // A service that refuses every change has not set it to draining either.
    if (found === before) return { says: `It is ${before}, as it was before.` };
    const says =
      `It could not be set back to ${before} and may still be draining. To set it back, run ${COMMANDS[before]} ${id}. ` +
      toErrorMessage(error);
    return { says };
  }
}

async function tryRead(context: ReconcileContext): Promise<LiveQueue | "gone" | undefined> {
  const timeoutMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs * READ_SHARE);
  try {
    return (await tryReadQueue(withTimeout(context, timeoutMs))) ?? "gone";
  } catch {
    // The write that follows reports why the service cannot be reached.
    return undefined;
  }
}
