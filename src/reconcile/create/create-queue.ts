import { createForeignError, sendCreate } from "../../api/resolve/resolve-queue";
import { type Contradiction, findContradiction } from "../../queue/find-contradiction";
import { hasErrorCode, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import type { OnExisting } from "../../queue/queue-policies";
import {
  CREATE_SETTINGS,
  type QueueRecord,
  type QueueSettings,
  SETTINGS,
  type SettingName,
} from "../../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { findDifferences, pickWanted, type ShownQueue } from "../find-differences";
import { pollQueue } from "../poll-queue";
import { type LiveQueue, readToExplain, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, withoutStop, withReserve } from "../reconcile-context";
import { confirmStored } from "../write/confirm-stored";
import { requireValid } from "../write/update-queue";
import { writeSettings } from "../write/write-settings";
import type { NewQueueValues } from "./new-queue-values";
import { type FindForeign, rollBackCreate, toFieldDetail } from "./roll-back-create";

const SETTABLE_ON_CREATE: ReadonlySet<SettingName> = new Set(CREATE_SETTINGS.map(({ name }) => name));

/** What the process knows about a queue that is to be created. */
export interface CreateBasis {
  /** What happens to a queue that already exists. */
  readonly onExisting: OnExisting;
  /** This run has deleted the queue, so that reads may still show it for a moment (promise F-27). */
  readonly isJustDeleted: boolean;
  /** A read within the last seconds did not find the queue: it is not read again. */
  readonly isSeenAbsent: boolean;
  /** This run has already created, changed or adopted the queue: this is a second declaration of it, which fails. */
  readonly isOwn: boolean;
  /** What new queues of the service get. Learns from this one. */
  readonly newQueues: NewQueueValues;
}

/**
 * Creates the queue with settings, all or nothing (promise K-1): `/createQueue`, then one `/updateQueue` for the settings
 * that `/createQueue` does not take. If that fails permanently, deletes the queue again, but only if `/createQueue`
 * returned success in this call and nothing shows another hand (promises F-08, F-08b). An existing queue is an error, or is
 * adopted; see {@link takeExisting}. So is one that is found after a lost response and contradicts what was created (F-02b).
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_exists`, `declared_twice`, `adoption_failed`,
 *   `create_rolled_back`, `create_incomplete` (see {@link rollBackCreate}), `create_unproven`, or as `sendCreate`
 */
export async function createQueue(
  context: ReconcileContext,
  wanted: WantedQueue,
  basis: CreateBasis,
): Promise<QueueRecord> {
  requireValid(context, wanted);
  const working = withReserve(context);
  let existing: LiveQueue | undefined;
  if (basis.isJustDeleted) existing = await pollQueue(working, (live) => live === undefined);
  else if (!basis.isSeenAbsent) existing = await tryReadQueue(working);
  if (existing !== undefined) return takeExisting(context, wanted, basis, existing);
  throwIfStopped(working, "createQueue");

  const { api, queue, sensitive } = context;
  const { newQueues } = basis;
  const style = {
    nameSetting: api.vocabulary.nameSetting,
    isHidden: (name: string) => sensitive?.has(name) === true,
  };
  let stored: ShownQueue | undefined;
  const findForeign = (live: LiveQueue, isConfirmed: boolean): Contradiction | undefined => {
    const created = { wanted, isConfirmed, newQueue: newQueues.expect(live.settings), stored };
    return findContradiction(live, created, style);
  };

  const sent = pickSettings(wanted.settings, (name) => SETTABLE_ON_CREATE.has(name));
  const proof = await commitCreate(working, sent, (live) => findForeign(live, false));
  if (typeof proof === "object") return takeExisting(context, wanted, basis, proof.live, proof.refusal);
  try {
    // An inferred queue may have other values, so all of them are sent again.
    const isOpen = (name: SettingName) => proof === "inferred" || !SETTABLE_ON_CREATE.has(name);
    const remaining = { ...wanted, settings: pickSettings(wanted.settings, isOpen) };
    const finishing = withoutStop(working);
    const onResponse = (response: ShownQueue): void => {
      stored = response;
    };
    const settings = isAnythingWanted(remaining)
      ? await writeSettings(finishing, remaining, { expected: wanted, onResponse })
      : await confirmStored(finishing, wanted, undefined);
    const additionalFields = stored?.additionalFields ?? {};
    if (proof === "answered") newQueues.learn({ settings, additionalFields }, wanted);
    return settings;
  } catch (error) {
    if (proof === "answered") {
      throw await rollBackCreate(withoutStop(context), sent, (live) => findForeign(live, true), error);
    }
    throw new MergeQueueError(
      "create_unproven",
      `Queue ${formatQueueId(queue)} exists, but the response to its creation was lost, so it may come from an outside ` +
        `change. Configuring it failed, and it was not deleted. ${toErrorMessage(error)}`,
      { queue, ...toFieldDetail(error) },
      error,
    );
  }
}

/** A queue that exists and does not count as created by this run, and why. */
interface ExistingQueue {
  readonly live: LiveQueue;
  readonly refusal: MergeQueueError;
}

/**
 * Creates a queue that did not exist when it was read. It is never created twice, and never reported as existing because
 * of an earlier request of this call (promises F-02, I-6).
 * @returns why it counts as created: `answered` if `/createQueue` returned success in this call, `inferred` if its
 *   response was lost and the queue then existed. Only an answered one may ever be deleted again (promise I-3). Or the
 *   existing queue if an outside change created it first, or may have
 * @throws MergeQueueError as `sendCreate`
 */
async function commitCreate(
  context: ReconcileContext,
  settings: QueueSettings,
  findForeign: FindForeign,
): Promise<"answered" | "inferred" | ExistingQueue> {
  const { queue } = context;
  const foreign: ExistingQueue[] = [];
  try {
    const { kind } = await sendCreate(context, { ...toQueueReference(queue), ...settings }, (found) => {
      const live = toLiveQueue(found);
      const contradiction = findForeign(live);
      if (contradiction === undefined) return undefined;
      const refusal = createForeignError(queue, contradiction, found);
      foreign.push({ live, refusal });
      return refusal;
    });
    return kind;
  } catch (error) {
    const [existing] = foreign;
    if (existing !== undefined) return existing;
    if (!hasErrorCode(error, "refused")) throw error;
    const live = await readToExplain(context, error);
    if (live === undefined) throw error;
    return { live, refusal: error };
  }
}

function pickSettings(settings: QueueSettings, isPicked: (name: SettingName) => boolean): QueueSettings {
  const entries = SETTINGS.filter(({ name }) => settings[name] !== undefined && isPicked(name));
  return Object.fromEntries(entries.map(({ name }) => [name, settings[name]]));
}

/**
 * Takes over an existing queue if its creator wants that (promise K-1 (2)): sends the settings that differ in one
 * `/updateQueue`, and compares all wanted settings afterwards. Never deletes the queue (F-08, I-3).
 * @param refusal - the service's refusal to create it, or why it may not be the queue that was created
 * @throws MergeQueueError `declared_twice`, `queue_exists` or the refusal, `interrupted` before anything was sent, or
 *   `adoption_failed`
 */
async function takeExisting(
  context: ReconcileContext,
  wanted: WantedQueue,
  { isOwn, onExisting }: CreateBasis,
  live: LiveQueue,
  refusal?: MergeQueueError,
): Promise<QueueRecord> {
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
  const change = pickWanted(wanted, findDifferences(live, wanted));
  if (!isAnythingWanted(change)) return live.settings;
  throwIfStopped(context, "updateQueue");
  try {
    return await writeSettings(context, change, { expected: wanted });
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
