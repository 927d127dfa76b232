import { validateAdditionalSettings } from "../../queue/additional-settings";
import { isSameSetting } from "../../queue/find-setting-changes";
import { KnownQueue } from "../../queue/known-queue";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, validateIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { validateSettings } from "../../queue/validate-settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import { quote } from "../../text/quote";
import type { ShownQueue } from "../find-wanted-changes";
import { peekQueue, tryReadQueue } from "../read-queue";
import {
  ADVISORY_READ_TIMEOUT_MS,
  type ReconcileContext,
  throwIfStopped,
  withReserve,
} from "../reconcile-context";
import { isChange, type SettingsChange, writeSettings } from "../write-settings";
import { createGoneError } from "./confirm-stored";

/** Share of the operation's time that is reserved for reading the queue after a failure. */
const READ_BACK_SHARE = 0.1;

export interface UpdateBasis {
  /** The queue as the plan showed it. An update that would overwrite other required statuses fails. */
  readonly expected?: ShownQueue | undefined;
  readonly last?: ShownQueue | undefined;
}

/**
 * Updates a queue. @returns undefined if there was nothing to send
 * @throws MergeQueueError with `details.record` and `.additionalFields` if a read after the failure succeeded
 */
export async function updateQueue(
  context: ReconcileContext,
  change: SettingsChange,
  { expected, last }: UpdateBasis = {},
): Promise<QueueRecord | undefined> {
  requireValid(context, change);
  if (!isChange(change)) return undefined;
  throwIfStopped(context, "updateQueue");
  const known = new KnownQueue(expected ?? last, Object.keys(expected?.additionalFields ?? {}));
  try {
    const writing = withReserve(context, READ_BACK_SHARE, ADVISORY_READ_TIMEOUT_MS);
    await requireExpectedStatuses(writing, change, expected?.settings.requiredStatuses);
    return await writeSettings(writing, change, { known });
  } catch (error) {
    throw await withReadBack(context, error);
  }
}

/** Throws `plan_outdated` if the change would overwrite a list of statuses that the plan did not show. */
async function requireExpectedStatuses(
  context: ReconcileContext,
  { settings: { requiredStatuses: wanted }, deleteRequiredStatuses }: SettingsChange,
  expected: readonly string[] | undefined,
): Promise<void> {
  const isTouched = wanted !== undefined || deleteRequiredStatuses === true;
  if (!isTouched || expected === undefined) return;
  const { queue } = context;
  const live = await tryReadQueue(context);
  if (live === undefined) throw createGoneError(context);
  const { settings: record, additionalFields } = live;
  const { requiredStatuses: now = [] } = record;
  const possible = wanted === undefined ? [expected] : [expected, wanted];
  if (possible.some((list) => isSameSetting("requiredStatuses", now, list))) return;
  throw new MergeQueueError(
    "plan_outdated",
    `The required statuses of queue ${formatQueueId(queue)} were ${quote(expected)} when this was planned, and are ` +
      `${quote(now)} now: someone else has changed them. Nothing was changed. Plan again, and review the plan.`,
    { queue, operation: "updateQueue", field: "requiredStatuses", record, additionalFields },
  );
}

/** Adds the queue's present settings to a failure, if one short read succeeds. */
async function withReadBack(context: ReconcileContext, failure: unknown): Promise<unknown> {
  if (!isMergeQueueError(failure) || failure.details.record !== undefined) return failure;
  try {
    const live = await peekQueue(context);
    if (live === undefined) return failure;
    const { settings: record, additionalFields } = live;
    const details = { ...failure.details, record, additionalFields };
    return new MergeQueueError(failure.code, failure.message, details, failure.cause);
  } catch {
    // Only the first failure is reported.
    return failure;
  }
}

/** Checks all values, because a plan may not have known some. @throws `invalid_request` with all findings */
export function requireValid({ api: { vocabulary }, queue }: ReconcileContext, wanted: WantedQueue): void {
  const findings = [
    ...validateIdentity(queue),
    ...validateSettings(wanted.settings),
    ...validateAdditionalSettings(wanted.additionalSettings ?? new Map()),
  ];
  const [first] = findings;
  if (first === undefined) return;
  const list = findings.map(({ path, message }) => {
    const shown = path.map((part, index) => (index === 0 ? vocabulary.nameSetting(part) : part));
    return `${shown.join(".")}: ${message}`;
  });
  throw new MergeQueueError(
    "invalid_request",
    `Nothing was sent for queue ${formatQueueId(queue)}, because its settings are invalid. ${list.join(" ")}`,
    { queue, field: first.path.join(".") },
  );
}
