import type { Command } from "commander";
import { formatQueueId } from "../../queue/queue-identity";
import type { CommandSession } from "../command-session";
import { readQueueDocument } from "../local-exec/read-queue-document";
import { connectLocalExec, withRemedy } from "../local-exec/with-remedy";
import { toCell } from "../print/to-cell";

/** Adds `create` to `local-exec`, with which Terraform creates a queue. */
export function addLocalExecCreateCommand(parent: Command, session: CommandSession): void {
  parent
    .command("create")
    .summary("create a queue with its settings")
    .description("Creates the queue in MERGEQUEUE_QUEUE with all its settings, or not at all.")
    .action(async () => {
      await createQueue(session);
    });
}

async function createQueue(session: CommandSession): Promise<void> {
  const { identity, wanted, onExisting, address, timeoutsMs } = readQueueDocument(
    session.context,
    "MERGEQUEUE_QUEUE",
  );
  await withRemedy({ name: "create", identity, address }, async () => {
    const { reconciler, taskOptions } = await connectLocalExec(session, {}, timeoutsMs.create);
    await reconciler.create(identity, wanted, { ...taskOptions, onExisting });
  });
  const id = toCell(formatQueueId(identity));
  session.write(
    onExisting === "adopt"
      ? `Queue ${id} exists as declared: it was created or adopted.\n`
      : `Queue ${id} was created.\n`,
  );
}
