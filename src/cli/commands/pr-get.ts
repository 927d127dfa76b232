import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { PullRequestSelector } from "../../api/pull-request";
import { formatQueueId, parseQueueId } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import type { ShowOptions } from "../change-options";
import { addJsonOption, EXIT_HELP, READ_TIMEOUT } from "../change-options";
import type { CommandSession } from "../command-session";
import { connect } from "../connection/connect";
import { addConnectionOptions } from "../connection/connection-options";
import { parsePullRequestNumber } from "../parse-arguments";
import { printJson } from "../print/print-json";
import { printPullRequest } from "../print/print-pull-request";
import { createView } from "../print/view";

interface GetOptions extends ShowOptions {
  readonly branch?: string;
}

const EXAMPLES = `
A branch means the open pull request from it; without one, the one that was
closed last.

Examples:
  $ mergequeue pr get github.com/acme/web/main 7
  $ mergequeue pr get github.com/acme/web/main --branch fix-login
  $ mergequeue pr get github.com/acme/web/main 7 --json | jq .readiness
${EXIT_HELP}`;

/** Adds `get` to `pr`, which shows one pull request of a queue. */
export function addPrGetCommand(parent: Command, session: CommandSession): void {
  const command: Command = parent
    .command("get")
    .summary("show a pull request of a queue")
    .description(
      "Shows a pull request that was submitted to a queue: its state, and whether it can start testing.",
    )
    .argument("<queue>", "the queue's id, host/owner/name/branch")
    .argument("[number]", "the pull request's number, unless --branch names it", parsePullRequestNumber)
    .option("--branch <branch>", "the branch that the pull request comes from", parseBranch);
  addConnectionOptions(addJsonOption(command), READ_TIMEOUT.text)
    .addHelpText("after", EXAMPLES)
    .action(async (id: string, number: number | undefined, options: GetOptions) => {
      const pr = toSelector(number, options.branch);
      if (pr === undefined) {
        command.error("Name the pull request by exactly one of its number and --branch.");
      }
      await getPullRequest(session, id, pr, options);
    });
}

async function getPullRequest(
  session: CommandSession,
  id: string,
  pr: PullRequestSelector,
  options: GetOptions,
): Promise<void> {
  const queue = parseQueueId(id);
  const { api, startCall } = await connect(session, options, READ_TIMEOUT.ms);
  const request = { ...toQueueReference(queue), pr };
  const pullRequest = await api.call("getSubmittedPullRequest", request, startCall());
  const { context, writeDocument } = session;
  if (options.json === true) writeDocument(printJson(pullRequest));
  else context.writeOut(printPullRequest(formatQueueId(queue), pullRequest, createView(context)));
}

function toSelector(number: number | undefined, branch: string | undefined): PullRequestSelector | undefined {
  if (number === undefined) return branch === undefined ? undefined : { branch };
  return branch === undefined ? { number } : undefined;
}

function parseBranch(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty; name a branch.");
  return text;
}
