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
import type { ShownQueue } from "../find-differences";
import { pollQueue } from "../poll-queue";
import { type LiveQueue, tryReadQueue } from "../read-queue";
import { type ReconcileContext, throwIfStopped, withoutStop, withReserve } from "../reconcile-context";
import { confirmStored } from "../write/confirm-stored";
import { requireValid } from "../write/require-valid";
import { writeSettings } from "../write/write-settings";
import { adoptQueue } from "./adopt-queue";
import { type CreationProof, commitCreate, createExistsError } from "./commit-create";
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
