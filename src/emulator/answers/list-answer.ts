import type { ListPullRequestsRequest } from "../../api/operations/list-pull-requests";
import { formatQueueId } from "../../queue/queue-identity";
import type { EmulatorOptions } from "../emulator-options";
import type { Queue, Submission } from "../engine/engine-state";
import { isEnqueued } from "../engine/list-enqueued";
import { formatCursor, tryReadCursor } from "./list-cursor";
import type { PullRequestItem } from "./pull-request-item";
import { toPullRequestItem } from "./pull-request-item";
import type { View } from "./view";
import { refuseView } from "./view";

/** Size of a page that nobody chose (interface, section "Limits"). */
const DEFAULT_PAGE_SIZE = 50;

/** A page as `/listPullRequests` answers it. */
export interface ListAnswer {
  readonly pullRequests: readonly PullRequestItem[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/**
 * Shows a page of everything that was ever submitted to a queue, in the order of submission. That order never
 * changes and nothing is ever taken out of it, so that a walk through the pages shows everything that matches all
 * the while exactly once, however the queue moves meanwhile.
 */
export function viewList(
  queue: Queue,
  request: Pick<ListPullRequestsRequest, "state" | "since" | "cursor" | "take">,
  options: Pick<EmulatorOptions, "testRunIds">,
): View {
  const { cursor, take = DEFAULT_PAGE_SIZE } = request;
  const from = cursor === undefined ? 0 : tryReadCursor(queue, cursor);
  if (from === undefined) {
    const id = formatQueueId(queue.identity);
    return refuseView(
      "cursor_unknown",
      `The list of the queue ${id} has never given out the cursor ${cursor}. Begin without one.`,
    );
  }
  const matches = readFilter(request);
  const pullRequests: PullRequestItem[] = [];
  let last: Submission | undefined;
  for (const submission of queue.submissions.values(from + 1)) {
    if (!matches(submission)) continue;
    if (last !== undefined && pullRequests.length === take) {
      // There is one more: only then does the page have a successor.
      const answer: ListAnswer = { pullRequests, nextCursor: formatCursor(last) };
      return { kind: "json", value: answer };
    }
    pullRequests.push(toPullRequestItem(submission, options));
    last = submission;
  }
  return { kind: "json", value: { pullRequests } satisfies ListAnswer };
}

/** What concluded at the very moment of `since` has concluded since then. */
function readFilter(
  request: Pick<ListPullRequestsRequest, "state" | "since">,
): (submission: Submission) => boolean {
  const sinceMs = request.since === undefined ? undefined : Date.parse(request.since);
  return (submission) =>
    (request.state === undefined || submission.state === request.state) &&
    (sinceMs === undefined || (!isEnqueued(submission) && submission.stateChangedAtMs >= sinceMs));
}
