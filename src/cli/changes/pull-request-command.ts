import type { Command } from "commander";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, addPullRequestArguments, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import type { Connection } from "../connection/connect";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import type { PullRequestChange } from "./pull-request-change";
import { changePullRequest } from "./pull-request-change";

/** A subcommand that changes a pull request in a queue and has no options of its own. */
export interface PullRequestCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Sentences for the command's own help. */
  readonly description: string;
  /** Makes the change over a connection. */
  readonly toChange: (connection: Connection) => PullRequestChange;
}

/** Adds a subcommand that changes a pull request in a queue. */
export function addPullRequestCommand(
  parent: Command,
  session: CommandSession,
  { name, summary, description, toChange }: PullRequestCommand,
): void {
  const examples = `
Examples:
  $ mergequeue pr ${name} github.com/acme/web/main 7
${EXIT_HELP}`;
  const command = addPullRequestArguments(parent.command(name)).summary(summary).description(description);
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", examples)
    .action(async (queue: QueueIdentity, number: number, options: ChangeOptions) => {
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      await changePullRequest(session, connection, queue, number, options, toChange(connection));
    });
}
