import type { Command } from "commander";
import { formatQueueId, parseQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeLeft } from "../../reconcile/describe-pull-requests";
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
  addChangeOptions,
  addConnectionOptions,
  type ChangeOptions,
  EXIT_HELP,
  WAIT_TIMEOUT,
  WRITE_TIMEOUT,
} from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { changeFleetState } from "../fleet/change-fleet-state";
import { addStackOptions, type FleetOptions } from "../fleet/fleet-options";
import { createStatusLine } from "../print/status-line";
import { toCell } from "../print/to-cell";

interface StateCommand {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly change: QueueStateChange;
}

interface StateOptions extends ChangeOptions, FleetOptions {
  /** Only of `drain`. */
  readonly wait?: boolean;
  /** Path of the stacks whose queues are meant. */
  readonly stack?: string;
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

const STACK_HELP = `
With --stack, the command shows all queues that change, asks once, and says what
became of each. Queues that are declared but do not exist yet are skipped.
`;

/** Adds `pause`, `resume` and `drain` to `queue`. */
export function addQueueStateCommands(parent: Command, session: CommandSession): void {
  for (const each of [PAUSE, RESUME]) {
    addStateCommand(parent, session, each, WRITE_TIMEOUT.text).addHelpText(
      "after",
      `${STACK_HELP}
Examples:
  $ mergequeue queue ${each.name} github.com/acme/web/main
  $ mergequeue queue ${each.name} github.com/acme/web/main --auto-approve --json
  $ mergequeue queue ${each.name} --stack cdktf.out --only 'github.com/acme/*/main'
${EXIT_HELP}`,
    );
  }
  addStateCommand(
    parent,
    session,
    DRAIN,
    `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`,
  ).addHelpText(
    "after",
    `
With --wait, the command ends when the queue is empty. On a terminal one line
shows what is left. Pull requests that wait and are not being tested do not
start: when only they are left, the command says so and continues to wait, so
that you can cancel them. After a timeout or Ctrl-C the queue is still draining;
mergequeue queue resume ends that.
${STACK_HELP}
Examples:
  $ mergequeue queue drain github.com/acme/web/main
  $ mergequeue queue drain github.com/acme/web/main --wait --timeout 2h
  $ mergequeue queue drain --stack cdktf.out --wait
${EXIT_HELP}`,
  );
}

function addStateCommand(
  parent: Command,
  session: CommandSession,
  { name, summary, description, change }: StateCommand,
  timeout: string,
): Command {
  const command = parent
    .command(name)
    .summary(summary)
    .description(description)
    .argument("[queue]", "the queue's id, host/owner/name/branch, unless --stack is given", parseQueueId)
    .option("--stack <directory>", "instead of one queue: all that these synthesized stacks declare");
  if (name === DRAIN.name) command.option("--wait", "wait until the queue is empty");
  addChangeOptions(command);
  return addConnectionOptions(addStackOptions(command), timeout).action(
    async (queue: QueueIdentity | undefined, options: StateOptions) => {
      if ((queue === undefined) === (options.stack === undefined)) {
        command.error("Name either one queue, or the stacks that declare queues with --stack.");
      }
      if (queue !== undefined && (options.only ?? options.var ?? options.varFile) !== undefined) {
        command.error("--only, --var and --var-file need --stack.");
      }
      if (queue === undefined) await changeFleetState(session, options, change, options.wait === true);
      else await changeOne(session, queue, options, change);
    },
  );
}

async function changeOne(
  session: CommandSession,
  queue: QueueIdentity,
  options: StateOptions,
  change: QueueStateChange,
): Promise<void> {
  const isWaiting = options.wait === true;
  const connection = await connect(session, options, isWaiting ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
  const changed = await changeQueueState(session, connection, queue, options, change);
  if (isWaiting) await waitForEnd(session, connection, queue, changed, options);
  else if (options.json === true) session.write(printQueueRecord(queue, changed.settings));
  else session.write(printQueueState(queue, changed));
}

async function waitForEnd(
  { context, write }: CommandSession,
  connection: Connection,
  queue: QueueIdentity,
  changed: ChangedState,
  { json }: StateOptions,
): Promise<void> {
  if (json !== true) context.writeNote(printQueueState(queue, changed));
  const line = createStatusLine(context);
  const show = ({ pullRequests }: ListedQueue): void => {
    line.show(describeLeft(pullRequests));
  };
  const { settings } = await waitUntilEmpty(connection, queue, changed.before, show, line.warn).finally(
    line.end,
  );
  const text = `Queue ${toCell(formatQueueId(queue))} is empty. It is ${toCell(String(settings.state))}.\n`;
  write(json === true ? printQueueRecord(queue, settings) : text);
}
