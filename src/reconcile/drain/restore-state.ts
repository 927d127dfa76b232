import { hasErrorCode, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { quoteForShell } from "../../text/quote-for-shell";
import { type RequestableState, tryToRequestableState } from "../queue-state";
import { tryReadQueue } from "../read-queue";
import { ADVISORY_READ_TIMEOUT_MS, type ReconcileContext, withTimeout } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";

/** The outcome of restoring a state. */
export type Restoration = { readonly kind: "gone" } | PresentQueue;

/** A queue that still exists. */
export interface PresentQueue {
  readonly kind: "present";
  /** What its state is now, as sentences. */
  readonly says: string;
  /** Its settings, if restoring the state showed them. */
  readonly record?: QueueRecord;
}

/** Share of the time for restoring a state that the read before it may take. */
const READ_SHARE = 0.25;

const COMMANDS: Readonly<Record<Exclude<RequestableState, "draining">, string>> = {
  running: "mergequeue queue resume",
  paused: "mergequeue queue pause",
};

/**
 * Gives a draining queue its earlier state back, in one write, unless an outside change gave it another one.
 * @param context - must not end with the user's interrupt
 * @param before - undefined if it is not known
 * @returns the outcome; a failure is part of it, because the caller has one to report already
 */
export async function restoreState(
  context: ReconcileContext,
  before: RequestableState | undefined,
): Promise<Restoration> {
  const id = quoteForShell(formatQueueId(context.queue));
  const say = (says: string): Restoration => ({ kind: "present", says });
  if (before === "draining") return say("It is still draining, as it was before.");
  if (before === undefined) {
    return say(
      `It is still draining, because its earlier state is not known. To set it to running, run ${COMMANDS.running} ${id}.`,
    );
  }
  const found = await readState(context);
  try {
    if (found === "gone") return { kind: "gone" };
    if (found !== undefined && found !== "draining" && found !== before) {
      return say(`Its state was changed to ${found} meanwhile; that change was kept.`);
    }
    const record = await writeSettings(context, { settings: { state: before } });
    return { kind: "present", says: `It was set back to ${before}.`, record };
  } catch (error) {
    if (hasErrorCode(error, "queue_gone")) return { kind: "gone" };
    // A service that refuses every change has not set it to draining either.
    if (found === before) return say(`It is ${before}, as it was before.`);
    return say(
      `It could not be set back to ${before} and may still be draining. To set it back, run ${COMMANDS[before]} ${id}. ` +
        toErrorMessage(error),
    );
  }
}

/** Returns the queue's state; undefined if it is not known: this run has set it to draining. */
async function readState(context: ReconcileContext): Promise<RequestableState | "gone" | undefined> {
  const timeoutMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs * READ_SHARE);
  try {
    const live = await tryReadQueue(withTimeout(context, timeoutMs));
    return live === undefined ? "gone" : tryToRequestableState(live.settings);
  } catch {
    // The write that follows reports why the service cannot be reached.
    return undefined;
  }
}
