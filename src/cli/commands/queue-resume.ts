import type { Command } from "commander";
import { parseQueueId } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import type { QueueStateChange } from "../queue-state-change";
import { changeQueueState, printQueueRecord, printQueueState } from "../queue-state-change";

const CHANGE: QueueStateChange = {
  state: "running",
  verb: "Resume",
  meaning: "It will test and merge pull requests again.",
};

const EXAMPLES = `
Examples:
  $ mergequeue queue resume github.com/acme/web/main
  $ mergequeue queue resume github.com/acme/web/main --auto-approve --json
${EXIT_HELP}`;

/** Adds `resume` to `queue`, which brings a queue to the state `running`. */
export function addQueueResumeCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("resume")
    .summary("let a queue that is paused or drains run again")
    .description("Lets a queue run again that is paused or drains.")
    .argument("<queue>", "the queue's id, host/owner/name/branch");
  addConnectionOptions(addChangeOptions(command), WRITE_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, options: ChangeOptions) => {
      const queue = parseQueueId(id);
      const connection = await connect(session, options, WRITE_TIMEOUT.ms);
      const changed = await changeQueueState(session, connection, queue, options, CHANGE);
      session.context.writeOut(
        options.json === true ? printQueueRecord(queue, changed.settings) : printQueueState(queue, changed),
      );
    });
}
