import { type Command, Option } from "commander";
import type { ApiClient, CallOptions } from "../../api/api-client";
import { listAllPullRequests } from "../../api/list-all-pull-requests";
import { isInQueue } from "../../api/resolve-pull-request";
import { PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { describeUnlisted } from "../../reconcile/describe-pull-requests";
import { toLiveQueue, toQueueReference, withNotReady } from "../../reconcile/read-queue";
import { JsonListPrinter } from "../../report/print-json";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell } from "../../text/to-cell";
import { toWireShape } from "../../wire/additional-fields";
import type { PullRequest } from "../../wire/first/pull-request";
import { addExamples, addQueueArgument } from "../command-options";
import type { CommandSession } from "../command-session";
import { addReadingOptions } from "../connection/add-connection-options";
import { connect, writeWarnings } from "../connection/connect";
import { type ShowOptions, WRITE_TIMEOUT } from "../connection/connection-options";
import { parseLimit, parseSince } from "../parse-options";
import { createView } from "../print/create-view";
import { printPullRequests } from "../print/print-pull-request";

const EXAMPLES = `
Without --all, --state and --since, the pull requests are those in the queue
now, in the queue's order.

Examples:
  $ mergequeue pr list github.com/acme/web/main
  $ mergequeue pr list github.com/acme/web/main --state testing
  $ mergequeue pr list github.com/acme/web/main --state merged --since 24h
  $ mergequeue pr list github.com/acme/web/main --json | jq '.pullRequests[]'`;

export function definePrList(command: Command, session: CommandSession): void {
  addQueueArgument(command)
    .description("Lists the pull requests that are in a queue, or all that were submitted to it.")
    .option("--all", "also those that have left the queue")
    .addOption(new Option("--state <state>", "only those in this state").choices(PULL_REQUEST_STATES))
    .option(
      "--since <time>",
      "only those merged, failed or cancelled since this time: 2026-01-31T08:00:00Z, or 24h or 7d ago",
      (text) => parseSince(text, session.context.nowMs()),
    )
    .option("--limit <number>", "the maximum number of pull requests (all)", parseLimit);
  addExamples(addReadingOptions(command, WRITE_TIMEOUT.text), EXAMPLES);
  command.action(async (queue: QueueIdentity, options: ListOptions) => {
    const { state, since, limit } = options;
    const { api, startCall } = await connect(session, options, WRITE_TIMEOUT.ms);
    const request = {
      ...toQueueReference(queue),
      take: Math.min(limit ?? MAX_PAGE, MAX_PAGE),
      ...(state === undefined ? {} : { state }),
      ...(since === undefined ? {} : { since }),
    };
    const isOfQueue = options.all !== true && state === undefined && since === undefined;
    const found = isOfQueue
      ? listInQueue(api, queue, startCall(), (problem) => {
          writeWarnings(session.context, [describeUnlisted(queue, problem)]);
        })
      : listAllPullRequests(api, request, startCall());
    const json = options.json === true ? new JsonListPrinter("pullRequests") : undefined;
    const view = createView(session.context);
    let count = 0;
    let part: PullRequest[] = [];
    const writePart = (): void => {
      if (part.length > 0) session.write(json?.add(part.map(toWireShape)) ?? printPullRequests(part, view));
      part = [];
    };
    for await (const pullRequest of found) {
      count += 1;
      part.push(pullRequest);
      if (part.length === MAX_PART) writePart();
      if (count === limit) break;
    }
    writePart();
    const none = `No such pull requests in queue ${toCell(formatQueueId(queue))}.\n`;
    if (json !== undefined) session.write(json.end());
    else if (count === 0) session.write(isOfQueue ? describeEmpty(queue) : none);
  });
}

interface ListOptions extends ShowOptions {
  readonly all?: boolean;
  readonly state?: PullRequestState;
  /** ISO 8601. */
  readonly since?: string;
  readonly limit?: number;
}

/** A longer list is written in parts, in little memory; a shorter one as a whole or not at all. */
const MAX_PART = 1_000;

const MAX_PAGE = 100;

/** Lists a queue in its order, then what is not ready and not shown there, or tells why it cannot. */
async function* listInQueue(
  api: ApiClient,
  queue: QueueIdentity,
  options: CallOptions,
  onUnlisted: (problem: string) => void,
): AsyncGenerator<PullRequest, void, undefined> {
  const reference = toQueueReference(queue);
  const shown = toLiveQueue(await api.call("getQueue", reference, options));
  if (shown.pullRequests === undefined) {
    for await (const pullRequest of listAllPullRequests(api, { ...reference, take: MAX_PAGE }, options)) {
      if (isInQueue(pullRequest)) yield pullRequest;
    }
    return;
  }
  const { pullRequests = [], notReadyProblem } = await withNotReady({ api, queue, ...options }, shown);
  yield* pullRequests;
  if (notReadyProblem !== undefined) onUnlisted(notReadyProblem);
}

function describeEmpty(queue: QueueIdentity): string {
  const id = formatQueueId(queue);
  return `No pull requests are in queue ${toCell(id)}. Those that have left it: mergequeue pr list ${toCell(quoteForShell(id))} --all\n`;
}
