import type { Command } from "commander";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeUnlisted } from "../../reconcile/describe-pull-requests";
import { toLiveQueue, toQueueReference, withNotReady } from "../../reconcile/read-queue";
import { followPullRequest, readSurroundings, withSurroundings } from "../changes/follow-pull-request";
import { toPullRequestReference } from "../changes/pull-request-change";
import { addExamples, addPullRequestArguments, addQueueArgument, WAIT_EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect, writeWarnings } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions, WAIT_TIMEOUT } from "../connection/connection-options";
import { parseNonEmpty, parsePullRequestNumber } from "../parse-options";
import { writeResult } from "../print/create-view";
import { printHistory, printPullRequest } from "../print/print-pull-request";
import { printQueue } from "../print/print-queue";
import { printTestRun } from "../print/print-test-run";

const QUEUE_EXAMPLES = `
Examples:
  $ mergequeue queue get github.com/acme/web/main
  $ mergequeue queue get github.com/acme/web/main --json | jq -r .state`;

export function defineQueueGet(command: Command, session: CommandSession): void {
  addQueueArgument(command).description(
    "Shows a queue: its state, the pull requests in it, its settings, and fields that only newer services have.",
  );
  addExamples(addReadingOptions(command), QUEUE_EXAMPLES);
  command.action(async (queue: QueueIdentity, options: ShowOptions) => {
    const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
    const response = await api.call("getQueue", toQueueReference(queue), startCall());
    const live = await withNotReady({ api, queue, ...startCall() }, toLiveQueue(response));
    const { pullRequests: enqueuedPullRequests, notReadyProblem } = live;
    if (notReadyProblem !== undefined) {
      writeWarnings(session.context, [describeUnlisted(queue, notReadyProblem)]);
    }
    const document = enqueuedPullRequests === undefined ? response : { ...response, enqueuedPullRequests };
    writeResult(session, options, document, (view) => printQueue(formatQueueId(queue), live, view));
  });
}

const PR_EXAMPLES = `
Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness`;

export function definePrGet(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description("Shows a submitted pull request: its state, and why it failed or what it waits for.")
    .argument("[number]", "the pull request's number, unless --branch is given", parsePullRequestNumber)
    .option(
      "--branch <branch>",
      "instead of the number: this branch's open pull request, or else its last closed one",
      parseNonEmpty("a branch"),
    );
  addExamples(addReadingOptions(command), PR_EXAMPLES).action(
    async (queue: QueueIdentity, number: number | undefined, options: ShowOptions & { branch?: string }) => {
      const { branch } = options;
      if ((number === undefined) === (branch === undefined)) {
        command.error("Name the pull request either by its number or by --branch.");
      }
      const connection = await connect(session, options, READ_TIMEOUT.ms);
      const { api, startCall } = connection;
      const pr = number === undefined ? { branch: branch ?? "" } : { number };
      // Other services may refuse this field; readSurroundings asks them for it separately.
      const asked = api.abilities.hasTimelines ? { includeTimeline: true } : {};
      const request = { ...toQueueReference(queue), pr, ...asked };
      const pullRequest = await api.call("getSubmittedPullRequest", request, startCall());
      const limits = { ...startCall(), maxAttempts: 1 };
      const around = await readSurroundings(connection, queue, pullRequest, limits);
      writeResult(session, options, withSurroundings(pullRequest, around), (view) =>
        printPullRequest(formatQueueId(queue), pullRequest, view, around),
      );
    },
  );
}

const HISTORY_EXAMPLES = `
The service must have the second interface, or know the field includeTimeline.

Examples:
  $ mergequeue pr history github.com/acme/web/main 7
  $ mergequeue pr history github.com/acme/web/main 7 --json | jq '.timeline[0]'`;

export function definePrHistory(command: Command, session: CommandSession): void {
  addPullRequestArguments(command).description(
    "Shows the history of a pull request in a queue, newest first: the time, the new state, the reason, who changed it, " +
      "and the test run.",
  );
  addExamples(addReadingOptions(command), HISTORY_EXAMPLES);
  command.action(async (queue: QueueIdentity, number: number, options: ShowOptions) => {
    const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
    const request = { ...toPullRequestReference(queue, number), includeTimeline: true };
    const read = api.call("getSubmittedPullRequest", request, startCall());
    const { prNumber, timeline } = await read.catch((error: unknown) => {
      if (!hasErrorCode(error, "refused")) throw error;
      throw new MergeQueueError("refused", `${error.message} ${NO_HISTORY}`, error.details, error);
    });
    if (timeline === undefined) {
      const message = `The service shows no history of pull request #${number}. ${NO_HISTORY}`;
      throw new MergeQueueError("unexpected_response", message, { queue });
    }
    writeResult(session, options, { prNumber, timeline }, (view) => printHistory(timeline, view));
  });
}

const NO_HISTORY =
  "A service with the first interface may not know the field includeTimeline. To see the state, run mergequeue pr get.";

const WAIT_EXAMPLES = `
On a terminal, one line shows the state. Elsewhere, the command prints a line
for each change, and at least one per minute. It continues to wait while it
cannot reach the service. After a timeout or Ctrl-C, the pull request is still
in the queue.

Examples:
  $ mergequeue pr wait github.com/acme/web/main 7 --timeout 2h
  $ mergequeue pr wait github.com/acme/web/main 7 --json | jq .state`;

export function definePrWait(command: Command, session: CommandSession): void {
  addPullRequestArguments(command).description(
    "Waits until a submitted pull request is merged, has failed or was cancelled. If it was not merged, shows the failed " +
      "checks and all other facts about it and its test run.",
  );
  addExamples(addReadingOptions(command, WAIT_TIMEOUT.text), WAIT_EXAMPLES, WAIT_EXIT_HELP);
  command.action(async (queue: QueueIdentity, number: number, options: ShowOptions) => {
    const connection = await connect(session, options, WAIT_TIMEOUT.ms);
    const wait = { reference: toPullRequestReference(queue, number), timeoutMs: connection.timeoutMs };
    await followPullRequest(session, connection, wait, options);
  });
}

const TEST_RUN_EXAMPLES = `
Examples:
  $ mergequeue test-run get github.com/acme/web/main \\
      5f0c8d3e-7a52-4c1f-9d67-0b1f6f3a2c11`;

export function defineTestRunGet(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description("Shows a test run of a queue: its status, its pull requests and the reported checks.")
    .argument("<run>", "the test run's id");
  addExamples(addReadingOptions(command), TEST_RUN_EXAMPLES);
  command.action(async (queue: QueueIdentity, testRunId: string, options: ShowOptions) => {
    const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
    const request = { ...toQueueReference(queue), testRunId };
    const run = await api.call("getMergeQueueTestingDetails", request, startCall());
    writeResult(session, options, run, (view) => printTestRun(testRunId, run, view));
  });
}
