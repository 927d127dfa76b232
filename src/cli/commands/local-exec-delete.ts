import type { Command } from "commander";
import { formatQueueId } from "../../queue/queue-identity";
import type { CommandSession } from "../command-session";
import { connectLocalExec } from "../local-exec/connect-local-exec";
import { readDeletionDocument } from "../local-exec/read-deletion-document";
import { withRemedy } from "../local-exec/with-remedy";
import { toCell } from "../print/to-cell";

/** Adds `delete` to `local-exec`, by which Terraform deletes a queue. */
export function addLocalExecDeleteCommand(parent: Command, session: CommandSession): void {
  parent
    .command("delete")
    .summary("delete an empty queue, drain it first, or leave it as it is")
    .description(
      "Deletes the queue that MERGEQUEUE_QUEUE_ID names, in the way that MERGEQUEUE_DELETION says: one that has pull " +
        "requests in it is refused or drained.",
    )
    .action(async () => {
      await deleteQueue(session);
    });
}

async function deleteQueue(session: CommandSession): Promise<void> {
  const { identity, policy, timeoutMs, environment } = readDeletionDocument(session.context);
  const id = toCell(formatQueueId(identity));
  if (policy === "abandon") {
    session.context.writeOut(`Queue ${id} is left as it is; Terraform forgets it.\n`);
    return;
  }
  const isDrained = policy === "drain";
  const outcome = await withRemedy({ name: isDrained ? "drain" : "delete", identity }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(session, environment, timeoutMs);
    const drain = isDrained ? { drain: { priorState: undefined } } : {};
    return reconciler.delete(identity, { ...taskOptions, ...drain });
  });
  session.context.writeOut(
    `Queue ${id} ${outcome === "already_gone" ? "is gone already" : "was deleted"}.\n`,
  );
}
