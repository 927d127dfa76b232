import type { Command } from "commander";
import { formatQueueId } from "../../queue/queue-identity";
import type { CommandSession } from "../command-session";
import { readDeletionDocument } from "../local-exec/read-deletion-document";
import { connectLocalExec, withRemedy } from "../local-exec/with-remedy";
import { toCell } from "../print/to-cell";

/** Adds `delete` to `local-exec`, with which Terraform deletes a queue. */
export function addLocalExecDeleteCommand(parent: Command, session: CommandSession): void {
  parent
    .command("delete")
    .summary("delete an empty queue, drain it first, or keep it")
    .description(
      "Deletes the queue that MERGEQUEUE_QUEUE_ID names, following MERGEQUEUE_DELETION: a queue with pull requests in " +
        "it is refused or drained.",
    )
    .action(async () => {
      await deleteQueue(session);
    });
}

async function deleteQueue(session: CommandSession): Promise<void> {
  const { identity, policy, timeoutMs, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (policy === "abandon") {
    session.write(`Queue ${id} is kept; Terraform forgets it.\n`);
    return;
  }
  const isDrained = policy === "drain";
  const outcome = await withRemedy({ name: isDrained ? "drain" : "delete", identity }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(session, environment, timeoutMs);
    const drain = isDrained ? { drain: { priorState: undefined } } : {};
    return reconciler.delete(identity, { ...taskOptions, ...drain });
  });
  session.write(`Queue ${id} ${outcome === "already_gone" ? "was already gone" : "was deleted"}.\n`);
}
