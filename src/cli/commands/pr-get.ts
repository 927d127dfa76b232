import type { Command } from "commander";
import { hasErrorCode, MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { readSurroundings, withSurroundings } from "../changes/follow-pull-request";
import { toPullRequestReference } from "../changes/pull-request-change";
import { addExamples, addPullRequestArguments, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { parseNonEmpty, parsePullRequestNumber } from "../parse-options";
import { writeResult } from "../print/create-view";
import { printHistory, printPullRequest } from "../print/print-pull-request";

const EXAMPLES = `
A branch stands for its open pull request, or else for the one that was closed
last.

Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness`;

export function definePrGet(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description(
      "Shows a pull request that was submitted to a queue: its state, why it failed or what it waits for, and whether " +
        "it can start testing.",
    )
    .argument("[number]", "the pull request's number, unless --branch is given", parsePullRequestNumber)
    .option(
      "--branch <branch>",
      "instead of the number: the open pull request of this branch, else the one that was closed last",
      parseNonEmpty("a branch"),
    );
  addExamples(addReadingOptions(command), EXAMPLES).action(
    async (queue: QueueIdentity, number: number | undefined, options: ShowOptions & { branch?: string }) => {
      const { branch } = options;
      if ((number === undefined) === (branch === undefined)) {
        command.error("Name the pull request either by its number or by --branch.");
      }
      const connection = await connect(session, options, READ_TIMEOUT.ms);
      const { api, startCall } = connection;
      const pr = number === undefined ? { branch: branch ?? "" } : { number };
      // Where a service may refuse the question, it is asked after the answer to this one.
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
Services show a history if they have the second interface, or know the field
includeTimeline.

Examples:
  $ mergequeue pr history github.com/acme/web/main 7
  $ mergequeue pr history github.com/acme/web/main 7 --json | jq '.timeline[0]'`;

export function definePrHistory(command: Command, session: CommandSession): void {
  addPullRequestArguments(command).description(
    "Shows every change of a pull request's state in a queue, newest first: when, the state from then on, why, by whom, " +
      "and the test run.",
  );
  addExamples(addReadingOptions(command), HISTORY_EXAMPLES).action(
    async (queue: QueueIdentity, number: number, options: ShowOptions) => {
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
    },
  );
}

const NO_HISTORY =
  "A service with the first interface may not know includeTimeline, which asks for it; mergequeue pr get shows the state.";
