import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, addQueueArgument, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import type { QueueStateChange } from "./queue-state-change";
import { changeQueueState, printQueueRecord, printQueueState } from "./queue-state-change";

/** A subcommand that sets the state of a queue. */
export interface QueueStateCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly description: string;
  readonly change: QueueStateChange;
}

/** Adds a subcommand that sets the state of a queue. */
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
  const command = addQueueArgument(parent.command(name)).summary(summary).description(description);
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", examples)
    .action(async (queue: QueueIdentity, options: ChangeOptions) => {
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const changed = await changeQueueState(session, connection, queue, options, change);
      session.write(
        options.json === true ? printQueueRecord(queue, changed.settings) : printQueueState(queue, changed),
      );
    });
}
