import { createHash } from "node:crypto";
import type { ListPullRequestsRequest } from "../../api/operations/list-pull-requests";
import { formatQueueId } from "../../queue/queue-identity";
import type { EmulatorOptions } from "../emulator-options";
import type { Queue, Submission } from "../engine/engine-state";
import { isEnqueued } from "../engine/list-enqueued";
import type { PullRequestItem } from "./pull-request-fields";
import { toPullRequestItem } from "./pull-request-fields";
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

/** How many hexadecimal digits of a cursor say where the list goes on: 48 bits, more than any queue needs. */
const POSITION_DIGITS = 12;

/**
 * Writes where a list goes on as a UUID. The same position of the same queue always has the same cursor. The rest
 * of it is a check, so that one of another queue, of another service or of nobody is recognised.
 * @param last - the last submission that was shown
 */
export function formatCursor({ sequence, id }: Pick<Submission, "sequence" | "id">): string {
  const position = sequence.toString(16).padStart(POSITION_DIGITS, "0");
  // The id is that of no other queue's submission, not even of a queue that stood in the place of this one.
  const check = createHash("sha256").update(`cursor\n${position}\n${id}`).digest("hex");
  const [a, b] = [position.slice(0, 8), position.slice(8)];
  // Version 8 is for UUIDs of one's own making.
  return `${a}-${b}-8${check.slice(0, 3)}-9${check.slice(3, 6)}-${check.slice(6, 18)}`;
}

/** Reads a cursor. @returns the sequence in it; undefined if this queue's list has never given it out */
export function tryReadCursor(queue: Pick<Queue, "submissions">, cursor: string): number | undefined {
  const given = cursor.toLowerCase();
  const sequence = Number.parseInt(given.replaceAll("-", "").slice(0, POSITION_DIGITS), 16);
  const last = queue.submissions.get(sequence);
  return last !== undefined && given === formatCursor(last) ? sequence : undefined;
}
