import { createDriftError, createForeignError, sendCreate, tryGetCreatedId } from "../../api/resolve-queue";
import { LONGEST_BLIND_MS } from "../../api/retry-policy";
import { pickManaged } from "../../queue/additional-settings";
import { findNewQueueDrift } from "../../queue/find-new-queue-drift";
import { KnownQueue } from "../../queue/known-queue";
import { hasErrorCode, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { OnExisting } from "../../queue/queue-policies";
import { CREATE_SETTINGS, type QueueSettings, SETTINGS, type SettingName } from "../../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { findStrictChanges, findWantedChanges, pickWanted, type ShownQueue } from "../find-wanted-changes";
import { pollQueue } from "../poll-queue";
import type { QueueMemory } from "../queue-memory";
import {
  forQueue,
  type LiveQueue,
  peekQueue,
  readToExplain,
  toLiveQueue,
  toQueueReference,
  tryReadQueue,
} from "../read-queue";
import {
  type ReconcileContext,
  throwIfStopped,
  toReasonStyle,
  withoutStop,
  withReserve,
} from "../reconcile-context";
import { confirmStored, createGoneError } from "../write/confirm-stored";
import { requireValid } from "../write/update-queue";
import { writeSettings } from "../write-settings";
import { rollBackCreate, toFieldDetail } from "./roll-back-create";

const SETTABLE_ON_CREATE: ReadonlySet<SettingName> = new Set(CREATE_SETTINGS.map(({ name }) => name));

type NewQueues = Pick<QueueMemory, "learn" | "expect">;

export type OwnedQueue = Pick<LiveQueue, "settings" | "queueId">;

export interface CreateBasis {
  readonly onExisting: OnExisting;
  /** This run has deleted the queue, so that reads may still show it for a moment. */
  readonly isJustDeleted: boolean;
  /** A read within the last seconds did not find the queue: it is not read again. */
  readonly isSeenAbsent: boolean;
  /** This run has already created, changed or adopted the queue: a second declaration, which fails. */
  readonly isOwn: boolean;
  readonly newQueues: NewQueues;
}

/**
 * Creates the queue with settings, all or nothing:
 *
 * 1. Look: the queue must not exist. An existing one is an error, or is adopted; see {@link takeExisting}.
 * 2. Create: `/createQueue`. A queue found after a lost response must show no drift from what was created.
 * 3. Configure: read the new queue, then one `/updateQueue` for settings that `/createQueue` does not take.
 * 4. Undo: if that fails permanently, delete the queue again, but only if `/createQueue` returned success in
 *    this call and the queue is as it was read in step 3, but for what was sent since.
 *
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_exists`, `declared_twice`,
 *   `adoption_failed`, `create_rolled_back`, `create_incomplete` (see {@link rollBackCreate}),
 *   `create_unproven`, or as `sendCreate`
 */
export async function createQueue(
  context: ReconcileContext,
  wanted: WantedQueue,
  basis: CreateBasis,
): Promise<OwnedQueue> {
  requireValid(context, wanted);
  const working = withReserve(context);
  // 1. Look.
  let existing: LiveQueue | undefined;
  if (basis.isJustDeleted) existing = await pollQueue(working, (live) => live === undefined);
  else if (!basis.isSeenAbsent) existing = await tryReadQueue(working);
  if (existing !== undefined) {
    return takeExisting(context, wanted, basis, { live: existing, refusal: undefined });
  }
  throwIfStopped(working, "createQueue");
  // 2. Create.
  const { newQueues } = basis;
  const sent = pickSettings(wanted.settings, (name) => SETTABLE_ON_CREATE.has(name));
  const created = await commitCreate(working, wanted, sent, newQueues);
  if (created.kind === "exists") return takeExisting(context, wanted, basis, created);
  if (created.kind === "inferred") return configureInferred(withoutStop(working), wanted, created.live);
  // 3. Configure.
  const { queueId } = created;
  const finishing = { ...withoutStop(working), queueId };
  const createdAtMs = context.clock.now();
  const read = await tryPeek(finishing);
  const baseline = read.live;
  const isLate = read.isLimited || context.clock.now() - createdAtMs > LONGEST_BLIND_MS;
  if (baseline !== undefined) newQueues.learn(baseline, { settings: sent });
  const before = baseline ?? newQueues.expect(sent);
  const known = toKnown(before, wanted);
  known.send({ settings: sent });
  try {
    const later = pickSettings(wanted.settings, (name) => !SETTABLE_ON_CREATE.has(name));
    const remaining = { ...wanted, settings: withoutKeptZeros(later, before) };
    if (isAnythingWanted(remaining)) {
      if (baseline === undefined && isLate) await requireNew(finishing, wanted, newQueues.expect(sent));
      const seenAtMs = context.clock.now();
      const settings = await writeSettings(finishing, remaining, { expected: wanted, known, seenAtMs });
      return { settings, queueId };
    }
    const isShown = baseline !== undefined && findWantedChanges(wanted, baseline).length === 0;
    const settings = isShown ? baseline.settings : await confirmStored(finishing, wanted, undefined);
    return { settings, queueId };
  } catch (error) {
    // 4. Undo.
    const undoing = { ...withoutStop(context), queueId };
    throw await rollBackCreate(undoing, { sent, known, isSeen: baseline !== undefined }, error);
  }
}

/** Reads a queue once; tells whether the service limited requests, so that what follows has to wait. */
async function tryPeek(
  context: ReconcileContext,
): Promise<{ live: LiveQueue | undefined; isLimited: boolean }> {
  try {
    return { live: await peekQueue(context), isLimited: false };
  } catch (error) {
    return { live: undefined, isLimited: hasErrorCode(error, "rate_limited") };
  }
}

/** Requires that a queue created a while ago is empty, and its settings are declared ones or new ones. */
async function requireNew(context: ReconcileContext, wanted: WantedQueue, fresh: ShownQueue): Promise<void> {
  const live = await tryReadQueue(context);
  if (live === undefined) throw createGoneError(context);
  const drift = findNewQueueDrift(live, { wanted, newQueue: fresh }, toReasonStyle(context));
  if (drift !== undefined) throw createDriftError({ ...context, operation: "updateQueue" }, drift, live);
}

/** What became of `/createQueue`. Only a queue with answered creation may be deleted again. */
type CreateEnd =
  | { readonly kind: "answered"; readonly queueId: string | undefined }
  /** Its response was lost, and the queue that is there now shows no drift from it. */
  | { readonly kind: "inferred"; readonly live: LiveQueue }
  | ({ readonly kind: "exists" } & ExistingQueue);

/** An existing queue, with the service's refusal, or the reason why it may be another one. */
interface ExistingQueue {
  readonly live: LiveQueue;
  readonly refusal: MergeQueueError | undefined;
}

/** Creates at most one queue; an earlier request of this call does not count as an existing queue. */
async function commitCreate(
  context: ReconcileContext,
  wanted: WantedQueue,
  settings: QueueSettings,
  newQueues: NewQueues,
): Promise<CreateEnd> {
  const { queue } = context;
  let end;
  try {
    end = await sendCreate(context, { ...toQueueReference(queue), ...settings });
  } catch (error) {
    if (!hasErrorCode(error, "refused")) throw error;
    const live = await readToExplain(context, error);
    if (live === undefined) throw error;
    return { kind: "exists", live, refusal: error };
  }
  if (end.kind === "answered") return { kind: "answered", queueId: tryGetCreatedId(context, end.response) };
  const live = toLiveQueue(end.read);
  if (end.kind === "found") return { kind: "exists", live, refusal: undefined };
  const newQueue = newQueues.expect(live.settings);
  const drift = findNewQueueDrift(live, { wanted, newQueue }, toReasonStyle(context));
  if (drift === undefined) return { kind: "inferred", live };
  return { kind: "exists", live, refusal: createForeignError(queue, drift, end.read) };
}

/** Sends all settings to a queue whose values may differ from those sent to create it. Never deletes it. */
async function configureInferred(
  context: ReconcileContext,
  wanted: WantedQueue,
  live: LiveQueue,
): Promise<OwnedQueue> {
  const { clock, queue } = context;
  const remaining = { ...wanted, settings: withoutKeptZeros(wanted.settings, live) };
  try {
    if (!isAnythingWanted(remaining)) return live;
    const options = { expected: wanted, known: toKnown(live, wanted), seenAtMs: clock.now() };
    return { ...live, settings: await writeSettings(forQueue(context, live), remaining, options) };
  } catch (error) {
    throw new MergeQueueError(
      "create_unproven",
      `Queue ${formatQueueId(queue)} exists, but the response to its creation was lost, so it may come from an outside ` +
        `change. Configuring it failed, and it was not deleted. ${toErrorMessage(error)}`,
      { queue, ...toFieldDetail(error) },
      error,
    );
  }
}

function toKnown(live: ShownQueue, { additionalSettings }: WantedQueue): KnownQueue {
  const known = new KnownQueue(undefined, pickManaged(additionalSettings).keys());
  known.see(live);
  return known;
}

/** Leaves out each 0 that the queue has: a service may have it and refuse to be told. */
function withoutKeptZeros(settings: QueueSettings, before: ShownQueue): QueueSettings {
  return pickSettings(settings, (name) => settings[name] !== 0 || before.settings[name] !== 0);
}

function pickSettings(settings: QueueSettings, isPicked: (name: SettingName) => boolean): QueueSettings {
  const entries = SETTINGS.filter(({ name }) => settings[name] !== undefined && isPicked(name));
  return Object.fromEntries(entries.map(({ name }) => [name, settings[name]]));
}

/** Never deletes the queue. @throws `declared_twice`, `queue_exists`, `interrupted`, or `adoption_failed` */
async function takeExisting(
  context: ReconcileContext,
  wanted: WantedQueue,
  { isOwn, onExisting }: CreateBasis,
  { live, refusal }: ExistingQueue,
): Promise<OwnedQueue> {
  const { queue } = context;
  const id = formatQueueId(queue);
  if (isOwn) {
    throw new MergeQueueError(
      "declared_twice",
      `Queue ${id} is declared by more than one resource: this run has already created, changed or adopted it for another ` +
        "one. This resource changed nothing.",
      { queue },
    );
  }
  if (onExisting === "fail") {
    if (hasErrorCode(refusal, "outcome_unknown")) throw refusal;
    const message = `Queue ${id} exists already. It was not changed.`;
    throw new MergeQueueError("queue_exists", message, { queue, operation: "createQueue" }, refusal);
  }
  const change = pickWanted(wanted, findStrictChanges(live, wanted));
  const seenAtMs = context.clock.now();
  if (!isAnythingWanted(change)) return live;
  throwIfStopped(context, "updateQueue");
  try {
    const options = { expected: wanted, known: toKnown(live, wanted), seenAtMs };
    return { ...live, settings: await writeSettings(forQueue(context, live), change, options) };
  } catch (error) {
    throw new MergeQueueError(
      "adoption_failed",
      `Queue ${id} already existed and could not be adopted. Some of its settings may have been changed; it was not ` +
        `deleted. ${toErrorMessage(error)}`,
      { queue, ...toFieldDetail(error) },
      error,
    );
  }
}
