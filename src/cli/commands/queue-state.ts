import type { Command } from "commander";
import { parseQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { StateOptions } from "../actions/change-state";
import type { QueueStateChange } from "../changes/queue-state-change";
import { addChangeOptions, addConnectionOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { addStackOptions } from "../fleet/fleet-options";

interface StateCommand {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly change: QueueStateChange;
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
  summary: "let a queue finish running tests, and start nothing new",
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
      const { changeState } = await import("../actions/change-state");
      await changeState(session, queue, options, change);
    },
  );
}
