import { createForeignError, sendCreate } from "../../api/resolve/send-create";
import { type Contradiction, findContradiction } from "../../queue/find-contradiction";
import { hasErrorCode, MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { OnExisting } from "../../queue/queue-policies";
import {
  CREATE_SETTINGS,
  type QueueRecord,
  type QueueSettings,
  SETTINGS,
  type SettingName,
} from "../../queue/settings";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { pickDifferent, type ShownQueue } from "../find-differences";
import { pollQueue } from "../poll-queue";
import { type LiveQueue, readToExplain, toLiveQueue, toQueueReference, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, withoutStop, withReserve } from "../reconcile-context";
import { confirmStored } from "../write/confirm-stored";
import { requireValid } from "../write/update-queue";
import { writeSettings } from "../write/write-settings";
import { NewQueueValues } from "./new-queue-values";
import { type CreatedQueue, rollBackCreate, toFieldDetail } from "./roll-back-create";

const SETTABLE_ON_CREATE: ReadonlySet<SettingName> = new Set(CREATE_SETTINGS.map(({ name }) => name));

/** How a queue is created. */
export interface CreateBehaviour {
  /** What happens to a queue that already exists. Default: `fail`. */
  readonly onExisting?: OnExisting;
  /** This run has deleted the queue, so that reads may still show it for a moment (promise F-27). Default: false. */
  readonly isJustDeleted?: boolean;
  /** A read within the last seconds did not find the queue: it is not read again. Default: false. */
  readonly isSeenAbsent?: boolean;
  /**
   * This run has already created, changed or adopted the queue: this is a second declaration of it, which fails.
   * Default: false.
   */
  readonly isOwn?: boolean;
  /** What new queues of the service get. Learns from this one. Default: as assumed. */
  readonly newQueues?: NewQueueValues;
}

/**
 * Creates a queue with settings, all or nothing (promise K-1): `/createQueue`, then one `/updateQueue` for the settings
 * that `/createQueue` does not take. If that fails permanently, deletes the queue again, but only if `/createQueue`
 * returned success in this call and nothing shows another hand (promises F-08, F-08b). An existing queue is an error, or is
 * adopted; see {@link adoptQueue}. So is one that is found after a lost response and contradicts what was created (F-02b).
 * @param wanted - the settings; the service chooses all others
 * @returns the queue's settings
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_exists`, `declared_twice`, `adoption_failed`,
 *   `create_rolled_back`, `create_incomplete` (see {@link rollBackCreate}), `create_unproven`, or as `sendCreate`
 */
export async function createQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  wanted: WantedQueue,
  behaviour: CreateBehaviour = {},
): Promise<QueueRecord> {
  const { onExisting = "fail", isOwn = false, newQueues = new NewQueueValues() } = behaviour;
  requireValid(context, identity, wanted);
  const working = withReserve(context);
  const takeExisting = async (live: LiveQueue, refusal?: MergeQueueError): Promise<QueueRecord> => {
    if (isOwn) throw createTwiceError(identity);
    if (onExisting === "fail") {
      throw hasErrorCode(refusal, "outcome_unknown") ? refusal : createExistsError(identity, refusal);
    }
    return adoptQueue(context, identity, wanted, live);
  };
  const existing = await tryFindExisting(working, identity, behaviour);
  if (existing !== undefined) return takeExisting(existing);
  throwIfStopped(working, identity, "createQueue");

  const { api, sensitive } = context;
  const style = {
    nameSetting: api.vocabulary.nameSetting,
    isHidden: (name: string) => sensitive?.has(name) === true,
  };
  let stored: ShownQueue | undefined;
  const findForeign = (live: LiveQueue, isConfirmed: boolean): Contradiction | undefined => {
    const created = { wanted, isConfirmed, newQueue: newQueues.expect(live.settings), stored };
    return findContradiction(live, created, style);
  };

  const onCreate = pickSettings(wanted.settings, (name) => SETTABLE_ON_CREATE.has(name));
  const creation = await commitCreate(working, identity, onCreate, (live) => findForeign(live, false));
  if (creation.kind === "existed") return takeExisting(creation.live, creation.refusal);
  const { proof } = creation;
  try {
    const settings = await configure(withoutStop(working), identity, wanted, proof, (response) => {
      stored = response;
    });
    const additionalFields = stored?.additionalFields ?? {};
    if (proof === "answered") newQueues.learn({ settings, additionalFields }, wanted);
    return settings;
  } catch (error) {
    if (proof === "inferred") throw createUnprovenError(identity, error);
    const created: CreatedQueue = { sent: onCreate, findForeign: (live) => findForeign(live, true) };
    throw await rollBackCreate(withoutStop(context), identity, created, error);
  }
}

async function tryFindExisting(
  context: ReconcileContext,
  identity: QueueIdentity,
  { isJustDeleted = false, isSeenAbsent = false }: CreateBehaviour,
): Promise<LiveQueue | undefined> {
  if (isJustDeleted) return pollQueue(context, identity, (live) => live === undefined);
  return isSeenAbsent ? undefined : tryReadQueue(context, identity);
}

/**
 * Why a queue counts as created: `answered` if `/createQueue` returned success in this call, `inferred` if its response
 * was lost and the queue then existed. Only an answered one may ever be deleted again (promise I-3).
 */
type CreationProof = "answered" | "inferred";

/** The outcome of a create: a queue of this run, or an existing one and why it does not count as created by this run. */
type Creation =
  | { readonly kind: "created"; readonly proof: CreationProof }
  | { readonly kind: "existed"; readonly live: LiveQueue; readonly refusal: MergeQueueError };

/**
 * Creates a queue that did not exist when it was read. It is never created twice, and never reported as existing because
 * of an earlier request of this call (promises F-02, I-6).
 * @param settings - the settings that `/createQueue` takes
 * @param findForeign - called with a queue that is found after a lost response (promise F-02b)
 * @returns `existed` if an outside change created it first, or may have
 * @throws MergeQueueError as `sendCreate`
 */
async function commitCreate(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
  findForeign: CreatedQueue["findForeign"],
): Promise<Creation> {
  const request = { ...toQueueReference(identity), ...settings };
  const foreign: Omit<Extract<Creation, { readonly kind: "existed" }>, "kind">[] = [];
  try {
    const { kind } = await sendCreate(context, request, (found) => {
      const live = toLiveQueue(found);
      const contradiction = findForeign(live);
      if (contradiction === undefined) return undefined;
      const refusal = createForeignError(identity, contradiction, found);
      foreign.push({ live, refusal });
      return refusal;
    });
    return { kind: "created", proof: kind };
  } catch (error) {
    const [existing] = foreign;
    if (existing !== undefined) return { kind: "existed", ...existing };
    if (!hasErrorCode(error, "refused")) throw error;
    const live = await readToExplain(context, identity, error);
    if (live === undefined) throw error;
    return { kind: "existed", live, refusal: error };
  }
}

async function configure(
  context: ReconcileContext,
  identity: QueueIdentity,
  wanted: WantedQueue,
  proof: CreationProof,
  onResponse: (response: ShownQueue) => void,
): Promise<QueueRecord> {
  // An inferred queue may have other values, so all of them are sent again.
  const isOpen = (name: SettingName) => proof === "inferred" || !SETTABLE_ON_CREATE.has(name);
  const remaining = { ...wanted, settings: pickSettings(wanted.settings, isOpen) };
  if (!isAnythingWanted(remaining)) return confirmStored(context, identity, wanted, undefined);
  return writeSettings(context, identity, remaining, { expected: wanted, onResponse });
}

function pickSettings(settings: QueueSettings, isWanted: (name: SettingName) => boolean): QueueSettings {
  const entries = SETTINGS.filter(({ name }) => settings[name] !== undefined && isWanted(name));
  return Object.fromEntries(entries.map(({ name }) => [name, settings[name]]));
}

/** Makes the error for a queue that existed before this run created it. */
function createExistsError(identity: QueueIdentity, cause?: unknown): MergeQueueError {
  return new MergeQueueError(
    "queue_exists",
    `Queue ${formatQueueId(identity)} exists already. It was not changed.`,
    { queue: identity, operation: "createQueue" },
    cause,
  );
}

function createTwiceError(identity: QueueIdentity): MergeQueueError {
  return new MergeQueueError(
    "declared_twice",
    `Queue ${formatQueueId(identity)} is declared by more than one resource: this run has already created, changed or ` +
      "adopted it for another one. This resource changed nothing.",
    { queue: identity },
  );
}

function createUnprovenError(identity: QueueIdentity, cause: unknown): MergeQueueError {
  return new MergeQueueError(
    "create_unproven",
    `Queue ${formatQueueId(identity)} exists, but the response to its creation was lost, so it may come from an outside ` +
      `change. Configuring it failed, and it was not deleted. ${toErrorMessage(cause)}`,
    { queue: identity, ...toFieldDetail(cause) },
    cause,
  );
}

/**
 * Takes over an existing queue (promise K-1 (2)): sends the settings that differ in one `/updateQueue`, and compares all
 * wanted settings afterwards. Never deletes the queue (F-08, I-3).
 * @param live - the queue as just read
 * @returns the queue's settings
 * @throws MergeQueueError `interrupted` before anything was sent, or `adoption_failed`
 */
async function adoptQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  wanted: WantedQueue,
  live: LiveQueue,
): Promise<QueueRecord> {
  const change = pickDifferent(live, wanted);
  if (!isAnythingWanted(change)) return live.settings;
  throwIfStopped(context, identity, "updateQueue");
  try {
    return await writeSettings(context, identity, change, { expected: wanted });
  } catch (error) {
    throw new MergeQueueError(
      "adoption_failed",
      `Queue ${formatQueueId(identity)} already existed and could not be adopted. Some of its settings may have been ` +
        `changed; it was not deleted. ${toErrorMessage(error)}`,
      { queue: identity, ...toFieldDetail(error) },
      error,
    );
  }
}
