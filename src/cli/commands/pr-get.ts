import type { Command } from "commander";
import { toWireShape } from "../../api/additional-fields";
import type { PullRequestSelector } from "../../api/pull-request";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { printJson } from "../../report/print-json";
import { readSurroundings } from "../changes/read-surroundings";
import { addQueueArgument, addReadingOptions, EXIT_HELP } from "../command-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { parseNonEmpty, parsePullRequestNumber } from "../parse-arguments";
import { createView } from "../print/create-view";
import { printPullRequest } from "../print/print-pull-request";

const EXAMPLES = `
A branch stands for its open pull request, or else for the one that was closed
last.

Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness
${EXIT_HELP}`;

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
  addReadingOptions(command)
    .addHelpText("after", EXAMPLES)
    .action(async (queue: QueueIdentity, number: number | undefined, options: GetOptions) => {
      const pr = toSelector(number, options.branch);
      if (pr === undefined) {
        command.error("Name the pull request either by its number or by --branch.");
      }
      const connection = await connect(session, options, READ_TIMEOUT.ms);
      const { api, startCall } = connection;
      const request = { ...toQueueReference(queue), pr };
      const pullRequest = await api.call("getSubmittedPullRequest", request, startCall());
      if (options.json === true) {
        session.write(printJson(toWireShape(pullRequest)));
        return;
      }
      const around = await readSurroundings(connection, queue, pullRequest, {
        ...startCall(),
        maxAttempts: 1,
      });
      session.write(printPullRequest(formatQueueId(queue), pullRequest, createView(session.context), around));
    });
}

function toSelector(number: number | undefined, branch: string | undefined): PullRequestSelector | undefined {
  if (number === undefined) return branch === undefined ? undefined : { branch };
  return branch === undefined ? { number } : undefined;
}

/** What the command line says. */
interface GetOptions extends ShowOptions {
  readonly branch?: string;
}
