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
  /** Whether this run has deleted the queue. Reads may still show the deleted queue for a moment. */
  readonly isJustDeleted: boolean;
  /** Whether a recent read did not find the queue. If so, the create does not read it again. */
  readonly isSeenAbsent: boolean;
  /** Whether this run already created, changed or adopted the queue. If so, two resources declare it. */
  readonly isOwn: boolean;
  readonly newQueues: NewQueues;
}

/**
 * Creates the queue with all its settings, or not at all:
 *
 * 1. Look: an existing queue is an error, or is adopted ({@link takeExisting}).
 * 2. Create: send `/createQueue`. After a lost response, a queue that matches the request counts as created.
 * 3. Configure: read the queue, then send the settings that `/createQueue` does not accept to `/updateQueue`.
 * 4. Undo: if step 3 fails permanently, delete the queue. Keep the queue if `/createQueue` did not report
 * success, if the queue has pull requests, or if someone else has changed it since step 3.
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
  if (created.kind === "inferred") {
    const { live } = created;
    const change = { ...wanted, settings: withoutKeptZeros(wanted.settings, live) };
    return configureExisting(withoutStop(working), { live, change, wanted }, UNPROVEN);
  }
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

/** Reads a queue once. If the service's rate limit applies, `isLimited` is true: later requests must wait. */
async function tryPeek(
  context: ReconcileContext,
): Promise<{ live: LiveQueue | undefined; isLimited: boolean }> {
  try {
    return { live: await peekQueue(context), isLimited: false };
  } catch (error) {
    return { live: undefined, isLimited: hasErrorCode(error, "rate_limited") };
  }
}

/** Throws if a created queue has pull requests, or settings that are neither declared nor defaults. */
async function requireNew(context: ReconcileContext, wanted: WantedQueue, fresh: ShownQueue): Promise<void> {
  const live = await tryReadQueue(context);
  if (live === undefined) throw createGoneError(context);
  const drift = findNewQueueDrift(live, { wanted, newQueue: fresh }, toReasonStyle(context));
  if (drift !== undefined) throw createDriftError({ ...context, operation: "updateQueue" }, drift, live);
}

/** The outcome of `/createQueue`. A rollback may delete the queue only if the outcome is `answered`. */
type CreateEnd =
  | { readonly kind: "answered"; readonly queueId: string | undefined }
  /** The response was lost, but a queue that matches the request exists. */
  | { readonly kind: "inferred"; readonly live: LiveQueue }
  | ({ readonly kind: "exists" } & ExistingQueue);

/** A queue that exists already. `refusal` is the service's error, or says why it must be someone else's. */
interface ExistingQueue {
  readonly live: LiveQueue;
  readonly refusal: MergeQueueError | undefined;
}

/** Creates the queue, with repeats if necessary. If an earlier attempt has created it, this is no error. */
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

const UNPROVEN = {
  code: "create_unproven",
  says: "exists, but the response to the request to create it was lost, so someone else may have created it. Configuring it failed, and it was not deleted.",
} as const;

const NOT_ADOPTED = {
  code: "adoption_failed",
  says: "already existed and could not be adopted. Some of its settings may have been changed; it was not deleted.",
} as const;

/** Changes a queue that someone else may have created. Never deletes it, even after a failure. */
async function configureExisting(
  context: ReconcileContext,
  { live, change, wanted }: { readonly live: LiveQueue; change: WantedQueue; wanted: WantedQueue },
  { code, says }: typeof UNPROVEN | typeof NOT_ADOPTED,
): Promise<OwnedQueue> {
  if (!isAnythingWanted(change)) return live;
  const options = { expected: wanted, known: toKnown(live, wanted), seenAtMs: context.clock.now() };
  try {
    return { ...live, settings: await writeSettings(forQueue(context, live), change, options) };
  } catch (error) {
    const { queue } = context;
    const message = `Queue ${formatQueueId(queue)} ${says} ${toErrorMessage(error)}`;
    throw new MergeQueueError(code, message, { queue, ...toFieldDetail(error) }, error);
  }
}

function toKnown(live: ShownQueue, { additionalSettings }: WantedQueue): KnownQueue {
  const known = new KnownQueue(undefined, pickManaged(additionalSettings).keys());
  known.see(live);
  return known;
}

/** Leaves out each 0 that the queue has already, because a service may refuse a 0 that is its own default. */
function withoutKeptZeros(settings: QueueSettings, before: ShownQueue): QueueSettings {
  return pickSettings(settings, (name) => settings[name] !== 0 || before.settings[name] !== 0);
}

function pickSettings(settings: QueueSettings, isPicked: (name: SettingName) => boolean): QueueSettings {
  const entries = SETTINGS.filter(({ name }) => settings[name] !== undefined && isPicked(name));
  return Object.fromEntries(entries.map(({ name }) => [name, settings[name]]));
}

/** Adopts an existing queue. @throws `declared_twice`, `queue_exists`, `interrupted`, or `adoption_failed` */
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
      `Queue ${id} is declared by more than one resource: this run has already created, changed or adopted it for another resource. This resource changed nothing.`,
      { queue },
    );
  }
  if (onExisting === "fail") {
    if (hasErrorCode(refusal, "outcome_unknown")) throw refusal;
    const message = `Queue ${id} exists already. It was not changed.`;
    throw new MergeQueueError("queue_exists", message, { queue, operation: "createQueue" }, refusal);
  }
  const change = pickWanted(wanted, findStrictChanges(live, wanted));
  if (isAnythingWanted(change)) throwIfStopped(context, "updateQueue");
  return configureExisting(context, { live, change, wanted }, NOT_ADOPTED);
}
