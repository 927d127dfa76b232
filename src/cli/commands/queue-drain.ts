import type { Command } from "commander";
import { formatQueueId, parseQueueId } from "../../queue/queue-identity";
import type { ChangeOptions } from "../change-options";
import { addChangeOptions, EXIT_HELP, WRITE_TIMEOUT } from "../change-options";
import type { QueueStateChange } from "../changes/queue-state-change";
import { changeQueueState, printQueueRecord, printQueueState } from "../changes/queue-state-change";
import { waitUntilEmpty } from "../changes/wait-until-empty";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { createDrainProgress } from "../print/fleet-progress";
import { toCell } from "../print/to-cell";

interface DrainOptions extends ChangeOptions {
  readonly wait?: boolean;
}

const CHANGE: QueueStateChange = {
  state: "draining",
  verb: "Drain",
  meaning: "What is in it continues; what is submitted from now on does not start.",
};

/** Draining takes as long as the tests of everything in the queue. */
const WAIT_TIMEOUT_MS = 3_600_000;

const EXAMPLES = `
With --wait, the command ends when the queue is empty. On a terminal one line
shows what is left. After a timeout or Ctrl-C the queue is still draining;
mergequeue queue resume ends that.

Examples:
  $ mergequeue queue drain github.com/acme/web/main
  $ mergequeue queue drain github.com/acme/web/main --wait --timeout 2h
${EXIT_HELP}`;

/** Adds `drain` to `queue`, which lets a queue finish what is in it. */
export function addQueueDrainCommand(parent: Command, session: CommandSession): void {
  const command = parent
    .command("drain")
    .summary("let a queue finish what is in it, and start nothing new")
    .description(
      "Drains a queue: what is in it continues, what is submitted from now on does not start until the queue is " +
        "resumed.",
    )
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .option("--wait", "wait until the queue is empty");
  addConnectionOptions(addChangeOptions(command), `${WRITE_TIMEOUT.text}; with --wait 60m`)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, options: DrainOptions) => {
      await drainQueue(session, id, options);
    });
}

async function drainQueue(session: CommandSession, id: string, options: DrainOptions): Promise<void> {
  const { context } = session;
  const isJson = options.json === true;
  const queue = parseQueueId(id);
  const timeoutMs = options.wait === true ? WAIT_TIMEOUT_MS : WRITE_TIMEOUT.ms;
  const connection = await connect(session, options, timeoutMs);
  const changed = await changeQueueState(session, connection, queue, options, CHANGE);
  if (options.wait !== true) {
    session.write(isJson ? printQueueRecord(queue, changed.settings) : printQueueState(queue, changed));
    return;
  }
  if (!isJson) context.writeError(printQueueState(queue, changed));
  const progress = createDrainProgress(context);
  try {
    const { settings } = await waitUntilEmpty(connection, queue, changed, ({ pullRequests }) => {
      progress.show(pullRequests);
    });
    progress.end();
    const id = toCell(formatQueueId(queue));
    session.write(
      isJson
        ? printQueueRecord(queue, settings)
        : `Queue ${id} is empty. It is ${toCell(String(settings.state))}.\n`,
    );
  } catch (error) {
    progress.end();
    throw error;
  }
}
