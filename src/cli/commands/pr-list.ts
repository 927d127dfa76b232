import { type Command, Option } from "commander";
import type { ApiClient, CallOptions } from "../../api/api-client";
import { readAllPullRequests } from "../../api/list-all-pull-requests";
import { isInQueue } from "../../api/resolve-pull-request";
import { PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeUnlisted } from "../../reconcile/describe-pull-requests";
import { toLiveQueue, toQueueReference, withNotReady } from "../../reconcile/read-queue";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell } from "../../text/to-cell";
import type { PullRequest } from "../../wire/first/pull-request";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect, writeWarnings } from "../connection/connect";
import { type ShowOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { parseLimit, parseSince, pickGiven } from "../parse-options";
import { writeResult } from "../print/create-view";
import { printPullRequests } from "../print/print-pull-request";

const EXAMPLES = `
Without --all, --state and --since, lists only pull requests in the queue, in
its order. With one of these, the pull request that changed last comes first.

Examples:
  $ mergequeue pr list github.com/acme/web/main
  $ mergequeue pr list github.com/acme/web/main --state testing
  $ mergequeue pr list github.com/acme/web/main --state merged --since 24h
  $ mergequeue pr list github.com/acme/web/main --json | jq '.pullRequests[]'`;

export function definePrList(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description("Lists the pull requests that are in a queue, or all that were submitted to it.")
    .option("--all", "also pull requests that have left the queue")
    .addOption(new Option("--state <state>", "only pull requests in this state").choices(PULL_REQUEST_STATES))
    .option(
      "--since <time>",
      "only pull requests merged, failed or cancelled since this time or age, such as 2026-01-31T08:00:00Z, 24h or 7d",
      (text) => parseSince(text, session.context.nowMs()),
    )
    .option("--limit <number>", "the maximum number of pull requests (default: all)", parseLimit);
  addExamples(addReadingOptions(command, WRITE_TIMEOUT.text), EXAMPLES);
  command.action(async (queue: QueueIdentity, options: ListOptions) => {
    const { state, since, limit } = options;
    const { api, startCall } = await connect(session, options, WRITE_TIMEOUT.ms);
    const request = { ...toQueueReference(queue), take: MAX_PAGE, ...pickGiven({ state, since }) };
    const isOfQueue = options.all !== true && state === undefined && since === undefined;
    const found = isOfQueue
      ? await listInQueue(api, queue, startCall(), (problem) => {
          writeWarnings(session.context, [describeUnlisted(queue, problem)]);
        })
      : sortByAge(await readAllPullRequests(api, request, startCall()));
    const pullRequests = found.slice(0, limit);
    const none = isOfQueue
      ? describeEmpty(queue)
      : `No matching pull requests in queue ${toCell(formatQueueId(queue))}.\n`;
    writeResult(session, options, { pullRequests }, (view) =>
      pullRequests.length === 0 ? none : printPullRequests(pullRequests, view),
    );
  });
}

interface ListOptions extends ShowOptions {
  readonly all?: boolean;
  readonly state?: PullRequestState;
  /** ISO 8601. */
  readonly since?: string;
  readonly limit?: number;
}

const MAX_PAGE = 100;

/** Sorts pull requests by the last change, newest first, because the interface does not define an order. */
function sortByAge(found: readonly PullRequest[]): readonly PullRequest[] {
  const toMs = ({ stateChangedAt = "" }: PullRequest): number => Date.parse(stateChangedAt) || 0;
  return [...found].sort((a, b) => toMs(b) - toMs(a));
}

/** Lists a queue in order, then its unready pull requests. If these cannot be read, calls `onUnlisted`. */
async function listInQueue(
  api: ApiClient,
  queue: QueueIdentity,
  options: CallOptions,
  onUnlisted: (problem: string) => void,
): Promise<readonly PullRequest[]> {
  const reference = toQueueReference(queue);
  const shown = toLiveQueue(await api.call("getQueue", reference, options));
  if (shown.pullRequests === undefined) {
    const all = await readAllPullRequests(api, { ...reference, take: MAX_PAGE }, options);
    return all.filter(isInQueue);
  }
  const { pullRequests = [], notReadyProblem } = await withNotReady({ api, queue, ...options }, shown);
  if (notReadyProblem !== undefined) onUnlisted(notReadyProblem);
  return pullRequests;
}

function describeEmpty(queue: QueueIdentity): string {
  const id = formatQueueId(queue);
  return `No pull requests are in queue ${toCell(id)}. To list pull requests that have left it, run mergequeue pr list ${toCell(quoteForShell(id))} --all\n`;
}
