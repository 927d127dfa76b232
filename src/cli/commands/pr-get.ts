import type { Command } from "commander";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { readSurroundings } from "../changes/follow-pull-request";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { parseNonEmpty, parsePullRequestNumber } from "../parse-options";
import { writeResult } from "../print/create-view";
import { printPullRequest } from "../print/print-pull-request";

const EXAMPLES = `
A branch stands for its open pull request, or else for the one that was closed
last.

Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness`;

/** Defines `pr get`, which shows one pull request of a queue. */
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
      const request = { ...toQueueReference(queue), pr };
      const pullRequest = await api.call("getSubmittedPullRequest", request, startCall());
      const limits = { ...startCall(), maxAttempts: 1 };
      const around =
        options.json === true ? {} : await readSurroundings(connection, queue, pullRequest, limits);
      writeResult(session, options, pullRequest, (view) =>
        printPullRequest(formatQueueId(queue), pullRequest, view, around),
      );
    },
  );
}
