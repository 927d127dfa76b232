import { MergeQueueError, toErrorMessage } from "../queue/merge-queue-error";
import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId } from "../queue/queue-identity";
import type { QueueRecord, QueueSettings, SettingName } from "../queue/settings";
import { SETTINGS } from "../queue/settings";
import type { CreationProof } from "./commit-create";
import { commitCreate, createExistsError } from "./commit-create";
import { confirmStored } from "./confirm-stored";
import { tryReadQueue } from "./read-queue";
import type { ReconcileContext } from "./reconcile-context";
import { throwIfStopped, withoutStop, withTimeout } from "./reconcile-context";
import { requireValid } from "./require-valid";
import { rollBackCreate, toFieldDetail } from "./roll-back-create";
import { writeSettings } from "./write-settings";

const SETTABLE_ON_CREATE: ReadonlySet<SettingName> = new Set(
  SETTINGS.filter((setting) => setting.settableOnCreate).map((setting) => setting.name),
);

/** Share of the operation's time that is kept for taking a half-made queue away again. */
const ROLLBACK_SHARE = 0.2;
const LONGEST_ROLLBACK_MS = 30_000;

/**
 * Creates a queue with settings, all or nothing (promise K-1): `/createQueue`, then one `/updateQueue` for
 * what create does not take. If that fails for good, the queue is removed again, provided `/createQueue`
 * answered with success in this very call (promise F-08).
 * @param settings - every setting that is wanted, by wire name; others are the service's choice
 * @returns the queue's settings
 * @throws MergeQueueError `invalid_request`, `interrupted`, `queue_exists`, `create_rolled_back`,
 *   `create_incomplete` (with `details.record`), `create_unproven`, or as `ApiClient.call`
 */
export async function createQueue(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
): Promise<QueueRecord> {
  requireValid(identity, settings);
  const reserveMs = Math.min(LONGEST_ROLLBACK_MS, context.deadline.remainingMs * ROLLBACK_SHARE);
  const working = withTimeout(context, context.deadline.remainingMs - reserveMs);
  const existing = await tryReadQueue(working, identity);
  if (existing !== undefined) throw createExistsError(identity);
  throwIfStopped(working, identity, "createQueue");

  const onCreate = pickSettings(settings, (name) => SETTABLE_ON_CREATE.has(name));
  const proof = await commitCreate(working, identity, onCreate);
  try {
    return await configure(withoutStop(working), identity, settings, proof);
  } catch (error) {
    if (proof === "inferred") throw createUnprovenError(identity, error);
    throw await rollBackCreate(withoutStop(context), identity, onCreate, error);
  }
}

async function configure(
  context: ReconcileContext,
  identity: QueueIdentity,
  settings: QueueSettings,
  proof: CreationProof,
): Promise<QueueRecord> {
  // Whether an inferred queue was made with our values is unknown, so that all of them are sent again.
  const isOpen = (name: SettingName) => proof === "inferred" || !SETTABLE_ON_CREATE.has(name);
  const remaining = pickSettings(settings, isOpen);
  if (Object.keys(remaining).length === 0) return confirmStored(context, identity, settings, undefined);
  return writeSettings(context, identity, { settings: remaining }, settings);
}

function pickSettings(settings: QueueSettings, isWanted: (name: SettingName) => boolean): QueueSettings {
  const entries = SETTINGS.filter(({ name }) => settings[name] !== undefined && isWanted(name));
  return Object.fromEntries(entries.map(({ name }) => [name, settings[name]]));
}

function createUnprovenError(identity: QueueIdentity, cause: unknown): MergeQueueError {
  return new MergeQueueError(
    "create_unproven",
    `Queue ${formatQueueId(identity)} exists, but the answer to its creation was lost, so that it may have been ` +
      `created by somebody else; configuring it failed, and it was not deleted. ${toErrorMessage(cause)}`,
    { queue: identity, ...toFieldDetail(cause) },
    cause,
  );
}
