import type { Command } from "commander";
import { findProtectionLosses } from "../../queue/find-protection-losses";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import type { WantedQueue } from "../../queue/wanted-queue";
import { isAnythingWanted } from "../../queue/wanted-queue";
import { findMismatches, pickWanted } from "../../reconcile/find-differences";
import type { LiveQueue } from "../../reconcile/read-queue";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { readQueueDocument } from "../local-exec/read-queue-document";
import { connectLocalExec, withRemedy } from "../local-exec/with-remedy";
import { toCell } from "../print/to-cell";

/** Adds `configure` to `local-exec`, with which Terraform changes the settings of a queue. */
export function addLocalExecConfigureCommand(parent: Command, session: CommandSession): void {
  parent
    .command("configure")
    .summary("change a queue's settings to what is declared")
    .description("Changes a queue's settings to those in MERGEQUEUE_SETTINGS. Only differences are sent.")
    .action(async () => {
      await configureQueue(session);
    });
}

async function configureQueue(session: CommandSession): Promise<void> {
  const { identity, wanted, address, timeoutsMs } = readQueueDocument(session.context, "MERGEQUEUE_SETTINGS");
  const id = toCell(formatQueueId(identity));
  if (!isAnythingWanted(wanted)) {
    session.write(`No setting of queue ${id} is declared.\n`);
    return;
  }
  const lines = await withRemedy({ name: "configure", identity, address }, async () => {
    const connection = await connectLocalExec(session, {}, timeoutsMs.update);
    return bringTo(connection, identity, wanted);
  });
  session.write(lines.map((line) => `Queue ${id} ${line}\n`).join(""));
}

/** @returns what was done, as the ends of sentences */
async function bringTo(
  { reconciler, taskOptions }: Connection,
  identity: QueueIdentity,
  wanted: WantedQueue,
): Promise<string[]> {
  const live = await findLive(async () => reconciler.read(identity, taskOptions), identity);
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

async function findLive(read: () => Promise<LiveQueue>, identity: QueueIdentity): Promise<LiveQueue> {
  try {
    return await read();
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
