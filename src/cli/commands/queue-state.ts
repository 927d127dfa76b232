import type { Command } from "commander";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeLeft } from "../../reconcile/describe-pull-requests";
import type { ListedQueue } from "../../reconcile/drain/listed-queue";
import type { ChangedState } from "../../reconcile/queue-state";
import { toCell } from "../../text/to-cell";
import { followUntilEmpty } from "../changes/follow-until-empty";
import {
  changeQueueState,
  printQueueRecord,
  printQueueState,
  type QueueStateChange,
} from "../changes/queue-state-change";
import { addChangeOptions, addConnectionOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { type Connection, connect } from "../connection/connect";
import { type ChangeOptions, WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { changeDeclaredStates } from "../fleet/change-declared-states";
import { addStackChoice, type StackOptions } from "../fleet/stack-options";
import { createStatusLine } from "../print/status-line";

interface StateCommand {
  readonly name: string;
  readonly description: string;
  readonly change: QueueStateChange;
}

const PAUSE: StateCommand = {
  name: "pause",
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
  description: "Lets a paused or draining queue run again.",
  change: { state: "running", verb: "Resume", meaning: "It will test and merge pull requests again." },
};

const DRAIN: StateCommand = {
  name: "drain",
  description:
    "Drains a queue: running tests finish and merge, and nothing new starts until the queue is resumed.",
  change: {
    state: "draining",
    verb: "Drain",
    meaning: "Running tests finish and merge; nothing new starts.",
  },
};

const STACK_HELP = `
With --stack, the command shows all queues that change, asks once, and says what
became of each. Queues that are declared but do not exist yet are skipped.
`;

/** Defines `queue pause`. */
export function defineQueuePause(command: Command, session: CommandSession): void {
  defineSwitch(command, session, PAUSE);
}

/** Defines `queue resume`, which also ends draining. */
export function defineQueueResume(command: Command, session: CommandSession): void {
  defineSwitch(command, session, RESUME);
}

function defineSwitch(command: Command, session: CommandSession, definition: StateCommand): void {
  defineState(command, session, definition, WRITE_TIMEOUT.text).addHelpText(
    "after",
    `${STACK_HELP}
Examples:
  $ mergequeue queue ${definition.name} github.com/acme/web/main
  $ mergequeue queue ${definition.name} github.com/acme/web/main --auto-approve --json
  $ mergequeue queue ${definition.name} --stack cdktf.out --only 'github.com/acme/*/main'
${EXIT_HELP}`,
  );
}

/** Defines `queue drain`, which may wait until the queue is empty. */
export function defineQueueDrain(command: Command, session: CommandSession): void {
  const timeout = `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`;
  defineState(command, session, DRAIN, timeout).addHelpText(
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

function defineState(
  command: Command,
  session: CommandSession,
  { name, description, change }: StateCommand,
  timeout: string,
): Command {
  command
    .description(description)
    .argument("[queue]", "the queue's id, host/owner/name/branch, unless --stack is given", parseQueueId)
    .option("--stack <directory>", "instead of one queue: all that these synthesized stacks declare");
  if (name === DRAIN.name) command.option("--wait", "wait until the queue is empty");
  addChangeOptions(command);
  return addConnectionOptions(addStackChoice(command), timeout).action(
    async (queue: QueueIdentity | undefined, options: StateOptions) => {
      if ((queue === undefined) === (options.stack === undefined)) {
        command.error("Name either one queue, or the stacks that declare queues with --stack.");
      }
      if (queue !== undefined && (options.only ?? options.var ?? options.varFile) !== undefined) {
        command.error("--only, --var and --var-file need --stack.");
      }
      await changeState(session, queue, options, change);
    },
  );
}

/** What the command line says. */
interface StateOptions extends ChangeOptions, StackOptions {
  /** Only of `drain`. */
  readonly wait?: boolean;
  /** Path of the stacks whose queues are meant. */
  readonly stack?: string;
}

/** Changes the state of one queue, or of all that stacks declare. */
async function changeState(
  session: CommandSession,
  queue: QueueIdentity | undefined,
  options: StateOptions,
  change: QueueStateChange,
): Promise<void> {
  const isWaiting = options.wait === true;
  if (queue === undefined) {
    await changeDeclaredStates(session, options, change, isWaiting);
    return;
  }
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
  const { settings } = await followUntilEmpty(connection, queue, changed.before, show, line.warn).finally(
    line.end,
  );
  const text = `Queue ${toCell(formatQueueId(queue))} is empty. It is ${toCell(String(settings.state))}.\n`;
  write(json === true ? printQueueRecord(queue, settings) : text);
}
