import { findProtectionLosses } from "../../queue/find-protection-losses";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { isAnythingWanted, type WantedQueue } from "../../queue/wanted-queue";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { findMismatches, pickWanted } from "../../reconcile/find-differences";
import type { LiveQueue } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { readDeletionDocument, readQueueDocument } from "./read-document";
import { connectLocalExec, withRemedy } from "./with-remedy";

const ACTIONS = {
  create: createQueue,
  configure: configureQueue,
  release: releaseStatuses,
  delete: deleteQueue,
} as const;

/** Does what a provisioner asks for. @returns the message to print */
export function runLocalExec(session: CommandSession, name: keyof typeof ACTIONS): Promise<string> {
  return ACTIONS[name](session);
}

async function createQueue(session: CommandSession): Promise<string> {
  const document = readQueueDocument(session.context);
  const { identity, wanted, onExisting, address, timeoutsMs } = document;
  await withRemedy({ name: "create", identity, address }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(session, {}, timeoutsMs.create);
    await reconciler.create(identity, wanted, { ...taskOptions, onExisting });
  });
  const id = toCell(formatQueueId(identity));
  return onExisting === "adopt"
    ? `Queue ${id} exists as declared: it was created or adopted.\n`
    : `Queue ${id} was created.\n`;
}

async function configureQueue(session: CommandSession): Promise<string> {
  const { identity, wanted, address, timeoutsMs } = readQueueDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (!isAnythingWanted(wanted)) return `No setting of queue ${id} is declared.\n`;
  const lines = await withRemedy({ name: "configure", identity, address }, async () =>
    bringTo(await connectLocalExec(session, {}, timeoutsMs.update), identity, wanted),
  );
  return lines.map((line) => `Queue ${id} ${line}\n`).join("");
}

/** @returns what was done, as the ends of sentences */
async function bringTo(
  connection: Connection,
  identity: QueueIdentity,
  wanted: WantedQueue,
): Promise<string[]> {
  const live = await findLive(connection, identity);
  const { reconciler, taskOptions } = connection;
  const change = pickWanted(wanted, findMismatches(wanted, live));
  if (!isAnythingWanted(change)) return ["is already as declared: nothing was sent."];
  await reconciler.update(identity, change, taskOptions);
  const names = [...Object.keys(change.settings), ...change.additionalSettings.keys()];
  const losses = findProtectionLosses(live.settings, change.settings);
  // Not the values, which may be secrets: Terraform's plan shows them.
  return [
    `was changed: ${names.map((name) => toCell(name)).join(", ")}.`,
    ...losses.map(({ message }) => `is less protected: ${toCell(message)}`),
  ];
}

async function findLive(
  { reconciler, taskOptions }: Connection,
  identity: QueueIdentity,
): Promise<LiveQueue> {
  try {
    return await reconciler.read(identity, taskOptions);
  } catch (error) {
    if (!hasErrorCode(error, "not_found")) throw error;
    throw new MergeQueueError(
      "queue_gone",
      `Queue ${formatQueueId(identity)} is gone: it was deleted outside Terraform. Nothing was changed.`,
      { ...error.details, queue: identity },
      error,
    );
  }
}

async function releaseStatuses(session: CommandSession): Promise<string> {
  const { identity, policy, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  // This command cannot see whether the queue itself is being forgotten.
  if (policy === "abandon")
    return `Queue ${id} keeps its required statuses: its deletionPolicy is "abandon".\n`;
  return withRemedy({ name: "release", identity }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(
      session,
      environment,
      DEFAULT_TIMEOUTS_MS.update,
    );
    try {
      await reconciler.read(identity, taskOptions);
      await reconciler.update(identity, { settings: {}, deleteRequiredStatuses: true }, taskOptions);
    } catch (error) {
      // Usually the queue was deleted a moment ago.
      if (hasErrorCode(error, "not_found") || hasErrorCode(error, "queue_gone"))
        return `Queue ${id} is gone.\n`;
      throw error;
    }
    return `The required statuses of queue ${id} come from branch protection or the configuration file again.\n`;
  });
}

async function deleteQueue(session: CommandSession): Promise<string> {
  const { identity, policy, timeoutMs, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (policy === "abandon") return `Queue ${id} is kept; Terraform forgets it.\n`;
  const isDrained = policy === "drain";
  const outcome = await withRemedy({ name: isDrained ? "drain" : "delete", identity }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(session, environment, timeoutMs);
    const onHeld = (message: string): void => {
      session.context.writeError(`Warning: ${toCell(message)}\n`);
    };
    const drain = isDrained ? { drain: { priorState: undefined, onHeld } } : {};
    return reconciler.delete(identity, { ...taskOptions, ...drain });
  });
  return `Queue ${id} ${outcome === "already_gone" ? "was already gone" : "was deleted"}.\n`;
}
