import type { Command } from "commander";
import { parseQueueId } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import type { QueueStateChange } from "./queue-state-change";
import { changeQueueState, printQueueRecord, printQueueState } from "./queue-state-change";

/** A subcommand that brings a queue to a state and is done then. */
export interface QueueStateCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly description: string;
  readonly change: QueueStateChange;
}

/** Adds a subcommand that brings a queue to a state. */
export function addQueueStateCommand(
  parent: Command,
  session: CommandSession,
  { name, summary, description, change }: QueueStateCommand,
): void {
  const examples = `
Examples:
  $ mergequeue queue ${name} github.com/acme/web/main
  $ mergequeue queue ${name} github.com/acme/web/main --auto-approve --json
${EXIT_HELP}`;
  const command = parent
    .command(name)
    .summary(summary)
    .description(description)
    .argument("<queue>", "the queue's id, host/owner/name/branch");
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", examples)
    .action(async (id: string, options: ChangeOptions) => {
      const queue = parseQueueId(id);
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const changed = await changeQueueState(session, connection, queue, options, change);
      if (options.json === true) session.writeDocument(printQueueRecord(queue, changed.settings));
      else session.context.writeOut(printQueueState(queue, changed));
    });
}
