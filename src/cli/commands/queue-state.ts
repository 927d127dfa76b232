import type { Command } from "commander";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ListedQueue } from "../../reconcile/drain/listed-queue";
import type { ChangedState } from "../../reconcile/queue-state";
import {
  changeQueueState,
  printQueueRecord,
  printQueueState,
  type QueueStateChange,
} from "../changes/queue-state-change";
import { waitUntilEmpty } from "../changes/wait-until-empty";
import {
  addQueueArgument,
  addWritingOptions,
  type ChangeOptions,
  EXIT_HELP,
  WRITE_TIMEOUT,
} from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { createDrainProgress } from "../print/fleet-progress";
import { toCell } from "../print/to-cell";

interface StateCommand {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly change: QueueStateChange;
}

interface StateOptions extends ChangeOptions {
  /** Only of `drain`. */
  readonly wait?: boolean;
}

const PAUSE: StateCommand = {
  name: "pause",
  summary: "pause a queue: nothing merges and no new test starts",
  description:
    "Pauses a queue: running tests continue, but nothing merges and no new test starts until it is resumed.",
  change: {
    state: "paused",
    verb: "Pause",
    meaning: "While it is paused, running tests continue, but nothing merges and no new test starts.",
  },
};

const RESUME: StateCommand = {
  name: "resume",
  summary: "let a paused or draining queue run again",
  description: "Lets a paused or draining queue run again.",
  change: { state: "running", verb: "Resume", meaning: "It will test and merge pull requests again." },
};

const DRAIN: StateCommand = {
  name: "drain",
  summary: "let a queue finish what is being tested, and start nothing new",
  description:
    "Drains a queue: what is being tested continues and merges, and nothing else starts until the queue is resumed.",
  change: {
    state: "draining",
    verb: "Drain",
    meaning: "What is being tested continues and merges; nothing else starts.",
  },
};

/** Draining takes as long as the tests of everything in the queue. */
const WAIT_TIMEOUT_MS = 3_600_000;

/** Adds `pause`, `resume` and `drain` to `queue`. */
export function addQueueStateCommands(parent: Command, session: CommandSession): void {
  for (const each of [PAUSE, RESUME]) {
    addStateCommand(parent, session, each, WRITE_TIMEOUT.text).addHelpText(
      "after",
      `
Examples:
  $ mergequeue queue ${each.name} github.com/acme/web/main
  $ mergequeue queue ${each.name} github.com/acme/web/main --auto-approve --json
${EXIT_HELP}`,
    );
  }
  addStateCommand(parent, session, DRAIN, `${WRITE_TIMEOUT.text}; with --wait 60m`).addHelpText(
    "after",
    `
With --wait, the command ends when the queue is empty. On a terminal one line
shows what is left. Pull requests that wait and are not being tested do not
start: when only they are left, the command says so and continues to wait, so
that you can cancel them. After a timeout or Ctrl-C the queue is still draining;
mergequeue queue resume ends that.

Examples:
  $ mergequeue queue drain github.com/acme/web/main
  $ mergequeue queue drain github.com/acme/web/main --wait --timeout 2h
${EXIT_HELP}`,
  );
}

function addStateCommand(
  parent: Command,
  session: CommandSession,
  { name, summary, description, change }: StateCommand,
  timeout: string,
): Command {
  const command = addQueueArgument(parent.command(name)).summary(summary).description(description);
  if (name === DRAIN.name) command.option("--wait", "wait until the queue is empty");
  return addWritingOptions(command, timeout).action(async (queue: QueueIdentity, options: StateOptions) => {
    const isWaiting = options.wait === true;
    const connection = await connect(session, options, isWaiting ? WAIT_TIMEOUT_MS : WRITE_TIMEOUT.ms);
    const changed = await changeQueueState(session, connection, queue, options, change);
    if (isWaiting) await waitForEnd(session, connection, queue, changed, options);
    else if (options.json === true) session.write(printQueueRecord(queue, changed.settings));
    else session.write(printQueueState(queue, changed));
  });
}

async function waitForEnd(
  { context, write }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  changed: ChangedState,
  { json }: StateOptions,
): Promise<void> {
  if (json !== true) context.writeNote(printQueueState(queue, changed));
  const progress = createDrainProgress(context);
  const show = ({ pullRequests }: ListedQueue): void => {
    progress.show(pullRequests);
  };
  const { settings } = await waitUntilEmpty(connection, queue, changed, show, progress.warn).finally(
    progress.end,
  );
  const text = `Queue ${toCell(formatQueueId(queue))} is empty. It is ${toCell(String(settings.state))}.\n`;
  write(json === true ? printQueueRecord(queue, settings) : text);
}
