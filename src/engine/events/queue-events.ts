import { formatQueueId, toIdentityKey } from "../../queue/queue-identity";
import { makeQueueId, openQueue } from "../draft/engine-draft";
import { createEmptyQueue, type EngineDraft, type QueueDraft } from "../draft/queue-draft";
import type { EventOf } from "../engine-event";
import { listEnqueued } from "../queue-contents";
import { type Effect, refuse } from "../refusal";
import { readLineMode } from "../slots";
import { refreshWaiting } from "../waiting/waiting";

const MOST_NAMED = 20;

/** Creates a queue. Absent settings come from the options. Refuses a queue that exists already. */
export function applyCreateQueue(draft: EngineDraft, event: EventOf<"createQueue">): Effect {
  const { identity, settings, isByTerraform = false } = event;
  const key = toIdentityKey(identity);
  if (draft.queues.has(key)) {
    return refuse("queue_exists", `The queue ${formatQueueId(identity)} exists already.`);
  }
  const wanted = { ...draft.options.newQueue, ...settings };
  const queue = createEmptyQueue({
    identity,
    id: makeQueueId(draft),
    createdAtMs: draft.nowMs,
    updatedAtMs: draft.nowMs,
    stateSetAtMs: draft.nowMs,
    managedState: isByTerraform ? "terraform" : "manual",
    settings: { ...wanted, bisectionConcurrency: wanted.bisectionConcurrency ?? wanted.concurrency },
    additionalSettings: new Map(Object.entries(draft.options.additionalSettings)),
  });
  openQueue(draft, key, queue);
  return undefined;
}

/** Reads a queue. Counts the read if an option demands that further reads show a change of mode. */
export function applyReadQueue(queue: QueueDraft): Effect {
  if (queue.switchingReadsLeft > 0) {
    queue.switchingReadsLeft -= 1;
    queue.engine.unsettled.add(queue);
  }
  return undefined;
}

/** Changes settings. Runs in progress keep the former ones. A new mode waits until the line is empty. */
export function applyUpdateQueue(queue: QueueDraft, event: EventOf<"updateQueue">): Effect {
  const { requiredStatuses: sent, ...settings } = event.settings;
  const isLive = queue.engine.options.answers === "live";
  const requiredStatuses = isLive && sent?.length === 0 ? undefined : sent;
  const { additionalSettings = new Map(), deletesRequiredStatuses = false } = event;
  if (requiredStatuses !== undefined && deletesRequiredStatuses) {
    const why = "requiredStatuses sets a list and deleteRequiredStatuses removes it: send one of the two.";
    return refuse("statuses_contradictory", why);
  }
  const refused = tryRefuseWhileSwitching(queue, event);
  if (refused !== undefined) return refused;
  queue.updatedAtMs = queue.engine.nowMs;
  if (event.isByTerraform === true) queue.managedState = "terraform";
  else if (queue.managedState === "terraform") queue.managedState = "terraform_with_drift";
  const { mode: previousMode, state: previousState } = queue.settings;
  const lineMode = readLineMode(queue);
  queue.settings = { ...queue.settings, ...settings };
  if (queue.settings.state !== previousState) queue.stateSetAtMs = queue.updatedAtMs;
  queue.requiredStatuses = deletesRequiredStatuses ? undefined : (requiredStatuses ?? queue.requiredStatuses);
  queue.additionalSettings = new Map([...queue.additionalSettings, ...additionalSettings]);
  if (queue.settings.mode !== previousMode) {
    if (queue.settings.mode === "parallel") queue.parallelFromSequence = queue.submissions.size + 1;
    queue.switchingReadsLeft = queue.engine.options.switchingModes.reads;
    // The switch is immediate if the line is empty, or already has the new mode.
    queue.isSwitchingModes = queue.line.length > 0 && queue.settings.mode !== lineMode;
    refreshWaiting(queue);
  }
  if (settings.state !== undefined) holdOrRelease(queue);
  return undefined;
}

/** Deletes a queue and its history. Refused if it has pull requests (with live answers: if one is ready). */
export function applyDeleteQueue(queue: QueueDraft): Effect {
  const isLive = queue.engine.options.answers === "live";
  const all = [...listEnqueued(queue)]
    .filter(({ state }) => !isLive || state !== "not_ready")
    .map(({ number }) => `#${number}`);
  if (all.length > 0) {
    const numbers = all.slice(0, MOST_NAMED);
    if (all.length > MOST_NAMED) numbers.push(`and ${all.length - MOST_NAMED} more`);
    return refuse(
      "queue_not_empty",
      `The queue ${formatQueueId(queue.identity)} is not empty: ${numbers.join(", ")}. ` +
        "Cancel these pull requests first, or wait until they have merged.",
    );
  }
  const refused = tryRefuseWhileSwitching(queue);
  if (refused !== undefined) return refused;
  queue.engine.queues.delete(queue.key);
  return undefined;
}

function tryRefuseWhileSwitching(queue: QueueDraft, update?: EventOf<"updateQueue">): Effect {
  const { answers, switchingModes } = queue.engine.options;
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  const isRefused = switchingModes.refusesWrites || (answers === "live" && changesMoreThanState(update));
  if (!isSwitching || !isRefused) return undefined;
  const id = formatQueueId(queue.identity);
  const why = `The queue ${id} is switching modes. Try again when its state is no longer switching_modes.`;
  return refuse("switching_modes", why);
}

function changesMoreThanState(update: EventOf<"updateQueue"> | undefined): boolean {
  if (update === undefined) return false;
  const { settings, additionalSettings, deletesRequiredStatuses = false } = update;
  const hasOthers = Object.keys(settings).some((name) => name !== "state");
  return hasOthers || (additionalSettings?.size ?? 0) > 0 || deletesRequiredStatuses;
}

/** While a queue drains, holds pull requests that were never in the line. A pause does not release them. */
function holdOrRelease(queue: QueueDraft): void {
  const { state } = queue.settings;
  if (state === "paused") return;
  const heldFromSequence = state === "draining" ? 1 : undefined;
  if (queue.heldFromSequence === heldFromSequence) return;
  queue.heldFromSequence = heldFromSequence;
  refreshWaiting(queue);
}
