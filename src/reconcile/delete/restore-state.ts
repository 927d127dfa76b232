import { hasErrorCode, toErrorMessage } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { quote } from "../../text/quote";
import { quoteForShell } from "../../text/quote-for-shell";
import type { RequestableState } from "../queue-state";
import { tryToRequestableState } from "../queue-state";
import { ADVISORY_READ_TIMEOUT_MS, tryReadQueue } from "../read-queue";
import type { ReconcileContext } from "../reconcile-context";
import { withTimeout } from "../reconcile-context";
import { writeSettings } from "../write/write-settings";

/** What became of setting a state back, and how to say it. */
export type Restoration = { readonly kind: "gone" } | PresentQueue;

/** A queue that is still there. */
export interface PresentQueue {
  readonly kind: "present";
  /** What became of its state, as sentences. */
  readonly says: string;
  /** Its settings, where setting the state back has shown them. */
  readonly record?: QueueRecord;
}

/** Share of the time for setting a state back that may be spent on looking first. */
const LOOK_SHARE = 0.25;

/** What gives a state back by hand. */
const COMMANDS: Readonly<Record<Exclude<RequestableState, "draining">, string>> = {
  running: "mergequeue queue resume",
  paused: "mergequeue queue pause",
};

/**
 * Gives a queue that was set to drain the state back that it had before, in one write, unless somebody else has
 * given it another one meanwhile.
 * @param context - without the user's interrupt: what was begun is undone
 * @param before - undefined where it is not known
 * @returns what became of it; a failure is part of that, because there is one already to be told
 */
export async function restoreState(
  context: ReconcileContext,
  identity: QueueIdentity,
  before: RequestableState | undefined,
): Promise<Restoration> {
  const id = quoteForShell(formatQueueId(identity));
  if (before === "draining") return { kind: "present", says: "It goes on draining, as it did before." };
  if (before === undefined) {
    const says = `It goes on draining: which state it had before is not known. ${COMMANDS.running} ${id} lets it run.`;
    return { kind: "present", says };
  }
  const found = await look(context, identity);
  try {
    if (found === "gone") return { kind: "gone" };
    if (found !== undefined && found !== "draining" && found !== before) {
      return {
        kind: "present",
        says: `Somebody else has made it ${quote(found)} meanwhile, which was left so.`,
      };
    }
    const record = await writeSettings(context, identity, { settings: { state: before } });
    return { kind: "present", says: `It was set back to ${before}.`, record };
  } catch (error) {
    if (hasErrorCode(error, "queue_gone")) return { kind: "gone" };
    // Where the service refuses to be changed at all, it never began to drain.
    if (found === before) return { kind: "present", says: `It is ${before}, as it was before.` };
    const says =
      `It could not be set back to ${before} and may go on draining; ${COMMANDS[before]} ${id} sets it back. ` +
      toErrorMessage(error);
    return { kind: "present", says };
  }
}

/** Answers the state that the queue can be said to have; undefined where that cannot be told: then it drains. */
async function look(
  context: ReconcileContext,
  identity: QueueIdentity,
): Promise<RequestableState | "gone" | undefined> {
  const timeoutMs = Math.min(ADVISORY_READ_TIMEOUT_MS, context.deadline.remainingMs * LOOK_SHARE);
  try {
    const live = await tryReadQueue(withTimeout(context, timeoutMs), identity);
    return live === undefined ? "gone" : tryToRequestableState(live.settings);
  } catch {
    // The last look saw it drain, which this run has asked for; the write says why the service does not answer.
    return undefined;
  }
}
