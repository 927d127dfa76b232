import type { Command } from "commander";
import {
  isChanged,
  isInQueue,
  resolveCancel,
  resolveChange,
  resolveSubmit,
} from "../../api/resolve-pull-request";
import { isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { isWaiting } from "../../reconcile/listed-queue";
import { toQueueReference } from "../../reconcile/read-queue";
import { toCell } from "../../text/to-cell";
import type { GetQueueResponse } from "../../wire/first/get-queue";
import type { SubmittedPullRequest } from "../../wire/first/pull-request";
import { followPullRequest, toCommand } from "../changes/follow-pull-request";
import {
  changePullRequest,
  type PullRequestChange,
  toPullRequestReference,
} from "../changes/pull-request-change";
import { addExamples, addPullRequestArguments, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { addWritingOptions } from "../connection/add-connection-options";
import { type Connection, connect } from "../connection/connect";
import { type ChangeOptions, WAIT_TIMEOUT, WRITE_TIMEOUT } from "../connection/connection-options";
import { parsePriority, pickGiven } from "../parse-options";
import { writeResult } from "../print/create-view";
import { describePlace, explainPullRequest, tryFindTargetsCommand } from "../print/explain-pull-request";
import { describeEnd } from "../print/print-pull-request";

const SUBMIT_EXAMPLES = `
A pull request that is already in the queue keeps its place; --priority and
--no-batch still apply to it. A merged pull request is not submitted again. In
both cases, the exit status is 0, so that a job can run again.

With --wait, the command then waits as mergequeue pr wait does.

Examples:
  $ mergequeue pr submit github.com/acme/web/main 7
  $ mergequeue pr submit github.com/acme/web/main 7 --priority high --no-batch
  $ mergequeue pr submit github.com/acme/web/main 7 --wait --timeout 2h`;

export function definePrSubmit(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, SUBMIT_EXAMPLES, WAIT_EXIT_HELP))
    .description("Submits a pull request to a queue, which tests and merges it.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--no-batch", "test it alone, not in a batch")
    .option("--wait", "wait until it is merged, has failed or was cancelled");
  defineChange(command, session, toSubmission, `${WRITE_TIMEOUT.text}; with --wait ${WAIT_TIMEOUT.text}`);
}

const SET_EXAMPLES = `
The pull request keeps its place and its test. Only the given options change.
There is no confirmation. To undo a change, set the earlier values again.

Examples:
  $ mergequeue pr set github.com/acme/web/main 7 --priority high
  $ mergequeue pr set github.com/acme/web/main 7 --no-batch`;

export function definePrSet(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, SET_EXAMPLES))
    .description("Changes the priority or the batching of a pull request that is in a queue.")
    .option("--priority <priority>", "a number, or a name that the service knows", parsePriority)
    .option("--batch", "allow testing it in a batch")
    .option("--no-batch", "test it alone, not in a batch")
    .option("--direct", "test it before it is ready; only with the second interface")
    .option("--no-direct", "test it once it is ready; only with the second interface");
  command.hook("preAction", () => {
    const { priority, batch, direct } = command.opts<PrOptions>();
    if ([priority, batch, direct].some((given) => given !== undefined)) return;
    command.error("Say what to change: --priority, --batch or --no-batch, --direct or --no-direct.");
  });
  defineChange(command, session, toSetting);
}

const listExamples = (name: string): string => `
Asks for confirmation only on a terminal, and only if tests would be lost.

Examples:
  $ mergequeue pr ${name} github.com/acme/web/main 7`;

export function definePrCancel(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, listExamples("cancel"))).description(
    "Removes a pull request from a queue without merging it. Also succeeds if it has already left the queue.",
  );
  defineChange(command, session, toCancellation);
}

export function definePrRestart(command: Command, session: CommandSession): void {
  addPullRequestArguments(addExamples(command, listExamples("restart"))).description(
    "Restarts the tests of a pull request that is being tested in a queue.",
  );
  defineChange(command, session, toRestart);
}

function defineChange(command: Command, session: CommandSession, make: ChangeMaker, timeout?: string): void {
  const act = async (queue: QueueIdentity, number: number, options: PrOptions): Promise<void> => {
    const { clock, writeNote } = session.context;
    const startedAtMs = clock.now();
    const isFollowed = options.wait === true;
    const connection = await connect(session, options, isFollowed ? WAIT_TIMEOUT.ms : WRITE_TIMEOUT.ms);
    const { api, startCall } = connection;
    const reference = toPullRequestReference(queue, number);
    const { needs, ...change } = make(connection, session, options);
    const changing = changePullRequest(session, connection, reference, { ...options, ...change });
    const { before, after, isSent, text } = await changing.catch((error: unknown) => {
      throw explainPermissions(error, needs);
    });
    if (!isFollowed) {
      const isPlaced = options.json !== true && after?.state === "pending";
      // The change is done, so a failed read is not an error.
      const reading = isPlaced ? api.call("getQueue", toQueueReference(queue), startCall()) : undefined;
      const now = await reading?.catch(() => undefined);
      const state = after && tellNow(formatQueueId(queue), after, text, now);
      writeResult(session, options, after ?? { prNumber: number }, () => `${text}${state ?? ""}\n`);
      return;
    }
    if (options.json !== true) writeNote(`${text}\n`);
    const timeoutMs = connection.timeoutMs - (clock.now() - startedAtMs);
    const wait = { reference, first: after, outdated: isSent ? before : undefined, timeoutMs };
    await followPullRequest(session, connection, wait, options);
  };
  addWritingOptions(command, timeout).action(act);
}

/** Describes a pull request's state, place, reason and remedy. Returns "" if `said` names the state. */
function tellNow(id: string, after: SubmittedPullRequest, said: string, queue?: GetQueueResponse): string {
  const { state } = after;
  if (state === undefined || said.includes(` was ${state} `)) return "";
  if (CONCLUDED_STATES.some((each) => each === state)) return ` It ${describeEnd(state)}.`;
  const place = queue && describePlace(after, queue);
  const why = explainPullRequest(after, { queue });
  const command = tryFindTargetsCommand(id, after);
  return (
    ` It is ${toCell(state).replaceAll("_", " ")}${place === undefined ? "" : `, place ${place}`}` +
    `${why === undefined ? "" : `: ${why}`}.${command === undefined ? "" : `\nReport its impacted targets: ${command}`}`
  );
}

interface PrOptions extends ChangeOptions {
  readonly priority?: number | string | undefined;
  readonly batch?: boolean | undefined;
  readonly direct?: boolean;
  readonly wait?: boolean;
}

type ChangeMaker = (
  connection: Connection,
  session: CommandSession,
  options: PrOptions,
  // `needs`: the permissions that the options need, in the second interface's words, as clauses.
) => PullRequestChange & { readonly needs: readonly string[] };

/** Lists in the error all permissions that the options need, because the service names only one of them. */
function explainPermissions(error: unknown, needs: readonly string[]): unknown {
  if (!isMergeQueueError(error) || error.details.serverCode !== "INSUFFICIENT_PERMISSIONS") return error;
  return new MergeQueueError(error.code, `${error.message} Here ${needs.join(", ")}.`, error.details, error);
}

/** Converts options to request fields, words, needed permissions, and a function that checks a record. */
function toChoice({ priority, batch, direct }: Pick<PrOptions, "priority" | "batch" | "direct">) {
  const given = pickGiven({ priority, noBatch: batch === undefined ? undefined : !batch, direct });
  const told = [
    [priority, ` with priority ${toCell(String(priority))}`, '--priority needs "set priority"'],
    [
      batch,
      `, to be tested ${batch ? "in a batch" : "alone"}`,
      `--${batch ? "" : "no-"}batch needs "skip batching"`,
    ],
    [
      direct,
      `, to be tested ${direct ? "before" : "once"} it is ready`,
      `--${direct ? "" : "no-"}direct needs "direct to queue"`,
    ],
  ].filter(([value]) => value !== undefined);
  const manner = told.map(([, words]) => words).join("");
  const needs = told.map(([, , need]) => String(need));
  /** @param isAssumed - whether an option counts as met if the record does not have the option's field */
  const isShownBy = (
    { priorityName = "", priorityValue, noBatch }: SubmittedPullRequest,
    isAssumed: boolean,
  ): boolean =>
    (priority === undefined ||
      (typeof priority === "number"
        ? priority === priorityValue
        : priority.toLowerCase() === priorityName.toLowerCase())) &&
    (batch === undefined || (noBatch === undefined ? isAssumed : noBatch === !batch)) &&
    // No record shows this reliably: a pull request may be direct for another reason.
    (direct === undefined || isAssumed);
  return { given, manner, needs, isShownBy };
}

const HOW_QUEUES_BEGIN =
  "A queue is created by code: mergequeue init starts a project that declares one, and mergequeue apply creates it.";

const toSubmission: ChangeMaker = ({ api }, { context: { clock } }, { priority, batch }) => {
  // Without the option, its value is true.
  const { given, manner, needs, isShownBy } = toChoice({ priority, batch: batch && undefined });
  return {
    needs: ['submitting needs "merge and cancel"', ...needs],
    tryTellDone: (pullRequest, place, before) => {
      if (before.state === "merged")
        return `${pullRequest} was merged by ${place} already; nothing was sent.`;
      if (!isInQueue(before) || !isShownBy(before, false)) return undefined;
      return `${pullRequest} is in ${place} already; nothing was sent.`;
    },
    tell: (pullRequest, place, before) =>
      isInQueue(before)
        ? `${pullRequest} was already in ${place}. It is there now${manner}.`
        : `${pullRequest} was submitted to ${place}${manner}.`,
    send: async (reference, options) => {
      const sending = resolveSubmit({ ...options, api, clock }, { ...reference, ...given });
      return sending.catch((error: unknown) => {
        if (!isMergeQueueError(error) || error.code !== "not_found") throw error;
        throw new MergeQueueError(error.code, `${error.message}\n${HOW_QUEUES_BEGIN}`, error.details, error);
      });
    },
    // If it has left the queue already, its id or the time of its state has changed.
    isShown: (after, before) => isInQueue(after) || isChanged(before, after),
  };
};

const toSetting: ChangeMaker = ({ api }, { context: { clock } }, options) => {
  const { given, manner, needs, isShownBy } = toChoice(options);
  return {
    needs,
    tryTellDone: (pullRequest, place, before) =>
      isInQueue(before) && isShownBy(before, false)
        ? `${pullRequest} is in ${place}${manner} already; nothing was sent.`
        : undefined,
    tell: (pullRequest, place) => `${pullRequest} is in ${place} now${manner}.`,
    send: (reference, limits, before) => {
      if (isInQueue(before)) return resolveChange({ ...limits, api, clock }, { ...reference, ...given });
      const { pr, ...queue } = reference;
      const message = `Pull request #${pr.number} is not in queue ${formatQueueId(queue)}, so nothing was changed.`;
      const next = `To submit it, run ${toCommand("submit", reference)}.`;
      throw new MergeQueueError("not_found", `${message} ${next}`, { queue });
    },
    isShown: (after) => after !== undefined && (!isInQueue(after) || isShownBy(after, true)),
  };
};

const toCancellation: ChangeMaker = ({ api }, { context: { clock } }) => ({
  needs: ['cancelling needs "merge and cancel"'],
  // A waiting pull request loses only its place, and can be submitted again.
  ask: (pullRequest, place, before) =>
    before !== undefined && isWaiting(before) ? undefined : `Cancel ${pullRequest} in ${place}?`,
  tryTellDone: (pullRequest, place, before) =>
    isInQueue(before) ? undefined : `${pullRequest} has left ${place} already; nothing was sent.`,
  tell: (pullRequest, place) => `${pullRequest} was cancelled in ${place}.`,
  send: (reference, options, before) => resolveCancel({ ...options, api, clock }, reference, before),
  isShown: (after) => !isInQueue(after),
});

const toRestart: ChangeMaker = ({ api }) => ({
  needs: ['restarting needs "merge and cancel"'],
  ask: (pullRequest, place) => `Restart the tests of ${pullRequest} in ${place}?`,
  tryTellDone: () => undefined,
  tell: (pullRequest, place) => `The tests of ${pullRequest.toLowerCase()} in ${place} were restarted.`,
  send: (reference, options) => api.call("restartTestsOnPullRequest", reference, options),
  // A pull request shows no difference between the first and the second run of its tests.
  isShown: () => true,
});
