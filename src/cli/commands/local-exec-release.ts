import type { Command } from "commander";
import { hasErrorCode } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { readDeletionDocument } from "../local-exec/read-deletion-document";
import { connectLocalExec, withRemedy } from "../local-exec/with-remedy";
import { toCell } from "../print/to-cell";

/** Adds `release` to `local-exec`, with which Terraform gives required statuses back. */
export function addLocalExecReleaseCommand(parent: Command, session: CommandSession): void {
  parent
    .command("release")
    .summary("give required statuses back to branch protection")
    .description(
      "Gives the required statuses of the queue that MERGEQUEUE_QUEUE_ID names back to branch protection and the " +
        "repository's configuration file. A queue with the deletion policy abandon keeps them.",
    )
    .action(async () => {
      await releaseStatuses(session);
    });
}

async function releaseStatuses(session: CommandSession): Promise<void> {
  const { identity, policy, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (policy === "abandon") {
    // This command cannot see whether the queue itself is being forgotten.
    session.write(`Queue ${id} keeps its required statuses: its deletionPolicy is "abandon".\n`);
    return;
  }
  const outcome = await withRemedy({ name: "release", identity }, async () =>
    release(await connectLocalExec(session, environment, DEFAULT_TIMEOUTS_MS.update), identity),
  );
  session.write(`${outcome === "gone" ? `Queue ${id} is gone` : RELEASED(id)}.\n`);
}

const RELEASED = (id: string): string =>
  `The required statuses of queue ${id} come from branch protection or the configuration file again`;

async function release(
  { reconciler, taskOptions }: Connection,
  identity: QueueIdentity,
): Promise<"released" | "gone"> {
  try {
    await reconciler.read(identity, taskOptions);
    await reconciler.update(identity, { settings: {}, deleteRequiredStatuses: true }, taskOptions);
    return "released";
  } catch (error) {
    // Usually the queue was deleted a moment ago.
    if (hasErrorCode(error, "not_found") || hasErrorCode(error, "queue_gone")) return "gone";
    throw error;
  }
}
