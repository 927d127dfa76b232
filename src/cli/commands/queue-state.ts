import type { Command } from "commander";
import { parseQueueId } from "../../queue/parse-queue-id";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { NOT_READY_TIMEOUT_MS } from "../../reconcile/default-timeouts";
import { describeLeft } from "../../reconcile/describe-pull-requests";
import type { ListedQueue } from "../../reconcile/listed-queue";
import { describeStateChange } from "../../reconcile/queue-state";
import type { LiveQueue } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import { confirm } from "../changes/confirm";
import { followUntilEmpty } from "../changes/follow-until-empty";
import { addChangeOptions, addExamples } from "../command-options";
import type { CommandSession } from "../command-session";
import { addConnectionOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { parseFile } from "../parse-options";
import { changeDeclaredStates, type ManyStatesOptions, resumeStates } from "../plans/change-declared-states";
import { addStackChoice } from "../plans/stack-options";
import { writeResult } from "../print/create-view";
import { createStatusLine } from "../print/status-line";

interface StateChange {
  readonly state: "paused" | "running" | "draining";
  readonly verb: string;
  readonly meaning: string;
  readonly description: string;
}

const STACK_HELP = `
With --stack, the command lists all queues that change, asks once, and reports
the result for each. It skips declared queues that do not exist yet.
`;

const PAUSE_HELP = `${STACK_HELP}It pauses draining queues only with --include-draining.

With --record, the command writes the queues that it changes and their earlier
states to a file. mergequeue queue resume --from restores exactly these states,
even in a later job. If the command runs again, it adds to the file. The file
also has the texts of --reason and --owner, which pause and resume both show.
`;

const RESUME_HELP = `${STACK_HELP}
With --from, each queue of the record gets its earlier state back, if it
is still in the state that the pause set. No other queue changes.
`;

export function defineQueuePause(command: Command, session: CommandSession): void {
  defineSwitch(command, session, {
    state: "paused",
    verb: "Pause",
    meaning: "While it is paused, running tests continue, but nothing merges and no new test starts.",
    description:
      "Pauses a queue: running tests continue, but nothing merges and no new test starts until it is resumed.",
  });
}

export function defineQueueResume(command: Command, session: CommandSession): void {
  defineSwitch(command, session, {
    state: "running",
    verb: "Resume",
    meaning: "It will test and merge pull requests again.",
    description: "Lets a paused or draining queue run again.",
  });
}

function defineSwitch(command: Command, session: CommandSession, change: StateChange): void {
  const start = `mergequeue queue ${change.verb.toLowerCase()}`;
  const isPause = change.state === "paused";
  const file = isPause ? "--stack cdktf.out --record paused.json" : "--from paused.json";
  const examples = `${isPause ? PAUSE_HELP : RESUME_HELP}
Examples:
  $ ${start} github.com/acme/web/main
  $ ${start} github.com/acme/web/main --auto-approve --json
  $ ${start} --stack cdktf.out --only 'github.com/acme/*/main'
  $ ${start} ${file}`;
  defineState(addExamples(command, examples), session, change, WRITE_TIMEOUT.text);
}

const DRAIN_EXAMPLES = `
With --wait, the command ends when the queue is empty. On a terminal, one line
shows the pull requests that are left. Waiting pull requests do not start. When
only they are left, the command says so and continues to wait, so that you can
cancel them. After a timeout or Ctrl-C the queue is still draining. To end the
draining, run mergequeue queue resume.
${STACK_HELP}
Examples:
  $ mergequeue queue drain github.com/acme/web/main
  $ mergequeue queue drain github.com/acme/web/main --wait --timeout 2h
  $ mergequeue queue drain --stack cdktf.out --wait`;

export function defineQueueDrain(command: Command, session: CommandSession): void {
  const timeout = `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`;
  const change: StateChange = {
    state: "draining",
    verb: "Drain",
    meaning: "Running tests finish and merge; nothing new starts.",
    description:
      "Drains a queue: running tests finish and merge, and nothing new starts until the queue is resumed.",
  };
  defineState(addExamples(command, DRAIN_EXAMPLES), session, change, timeout);
}

function defineState(command: Command, session: CommandSession, change: StateChange, timeout: string): void {
  command
    .description(change.description)
    .argument("[queue]", "the queue's id, host/owner/name/branch, unless --stack is given", parseQueueId)
    .option("--stack <directory>", "instead of one queue: all queues of these synthesized stacks");
  if (change.state === "draining") command.option("--wait", "wait until the queue is empty");
  if (change.state === "running") {
    command.option("--from <file>", "instead of one queue: the queues in a --record file", parseFile);
  } else {
    command
      .option("--record <file>", "with --stack: file for changed queues, with earlier states", parseFile)
      .option("--reason <text>", "with --stack: the reason, to be shown and recorded")
      .option("--owner <name>", "with --stack: the responsible person or team, to be shown and recorded");
  }
  if (change.state === "paused")
    command.option("--include-draining", "with --stack: pause draining queues too");
  addConnectionOptions(addStackChoice(addChangeOptions(command)), timeout);
  command.action(async (queue: QueueIdentity | undefined, options: ManyStatesOptions) => {
    const { stack, from } = options;
    if ([queue, stack, from].filter((given) => given !== undefined).length !== 1) {
      const record = change.state === "running" ? ", or --from with a record" : "";
      command.error(`Give either one queue, or --stack with the stacks that declare queues${record}.`);
    }
    if (stack === undefined) {
      const { only, var: variables, varFile, record, reason, owner, includeDraining } = options;
      const given = only ?? variables ?? varFile ?? record ?? reason ?? owner ?? includeDraining;
      if (given !== undefined)
        command.error("Options for many queues, such as --only and --var, need --stack.");
    }
    if (from !== undefined) await resumeStates(session, from, options);
    else if (queue === undefined) await changeDeclaredStates(session, options, change.state);
    if (queue === undefined) return;
    await changeState(session, queue, options, change);
  });
}

async function changeState(
  session: CommandSession,
  queue: QueueIdentity,
  options: ManyStatesOptions,
  { state, verb, meaning }: StateChange,
): Promise<void> {
  const { context } = session;
  const isWaiting = options.wait === true;
  const connection = await connect(session, options, isWaiting ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
  const { reconciler, taskOptions, stopSignal } = connection;
  const name = `queue ${toCell(formatQueueId(queue))}`;
  const changed = await reconciler.changeState(queue, state, taskOptions, async (before) => {
    const shown = toCell(before.settings.state ?? "in an unknown state");
    // Only the question counts pull requests that are not ready.
    const limits = { stopSignal, timeoutMs: NOT_READY_TIMEOUT_MS };
    const content =
      options.autoApprove === true ? before : await reconciler.addNotReady(queue, before, limits);
    const question = `${verb} ${name}? It is ${shown}, ${countPullRequests(content)} in it. ${meaning}`;
    await confirm(context, options, stopSignal, question);
  });
  const text = `${toCell(describeStateChange(queue, changed))}\n`;
  // As `/updateQueue` responds.
  const toRecord = (settings: QueueRecord): object => ({ branch: queue.targetBranch, ...settings });
  if (!isWaiting) {
    writeResult(session, options, toRecord(changed.settings), () => text);
    return;
  }
  if (options.json !== true) context.writeNote(text);
  const line = createStatusLine(context);
  const showLeft = ({ pullRequests }: ListedQueue): void => {
    line.show(describeLeft(pullRequests));
  };
  const wait = followUntilEmpty(connection, queue, changed.before, { onBusy: showLeft, onHeld: line.warn });
  const { settings } = await wait.finally(line.end);
  const end = `Queue ${toCell(formatQueueId(queue))} is empty. It is ${toCell(String(settings.state))}.\n`;
  writeResult(session, options, toRecord(settings), () => end);
}

function countPullRequests({ pullRequests, notReadyProblem }: LiveQueue): string {
  if (pullRequests === undefined) return "with pull requests that the service does not show";
  const { length } = pullRequests;
  const count = length === 1 ? "with 1 pull request" : `with ${length || "no"} pull requests`;
  return notReadyProblem === undefined ? count : `${count}, and perhaps some that are not ready,`;
}
