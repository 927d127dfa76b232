import { hash } from "node:crypto";
import type { Queue, Submission } from "../../engine/engine-state";
import { isEnqueued, tryFindLatest } from "../../engine/queue-contents";
import { type Refused, refuse } from "../../engine/refusal";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { ListPullRequestsRequest, ListPullRequestsResponse } from "../../wire/first/list-pull-requests";
import type { EmulatorOptions } from "../emulator-options";
import { type PullRequestItem, toPullRequestItem } from "./queue-response";

/** Returns a page of pull requests. Sorts by first submission, so that paging shows no pull request twice. */
export function viewList(
  queue: Queue,
  request: Omit<ListPullRequestsRequest, keyof QueueIdentity>,
  { options }: { readonly options: EmulatorOptions },
): ListPullRequestsResponse | Refused {
  const { cursor, take = 50 } = request;
  const from = cursor === undefined ? 0 : tryReadCursor(queue, cursor);
  if (from === undefined) {
    const id = formatQueueId(queue.identity);
    const message = `The list of the queue ${id} never returned the cursor ${cursor}. Start without a cursor.`;
    return refuse("cursor_unknown", message);
  }
  const { state, since, until } = request;
  const hasLeft = toHasLeft(since, until);
  const pullRequests: PullRequestItem[] = [];
  let last: Submission | undefined;
  for (const first of queue.submissions.values(from + 1)) {
    if (first.sequence !== first.firstSequence) continue;
    const submission = tryFindLatest(queue, first.number) ?? first;
    if ((state !== undefined && submission.state !== state) || !hasLeft(submission)) continue;
    if (last !== undefined && pullRequests.length === take) {
      // Another page exists only if there is a further match.
      return { pullRequests, nextCursor: formatCursor(last) };
    }
    pullRequests.push(toPullRequestItem(submission, options));
    last = first;
  }
  return { pullRequests };
}

/** Makes a filter for pull requests that left in a period (ends included), even if they are back now. */
export function toHasLeft(
  since: string | undefined,
  until: string | undefined,
): (submission: Submission) => boolean {
  if (since === undefined && until === undefined) return () => true;
  const fromMs = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const toMs = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  return ({ history }) =>
    history.some((change) => !isEnqueued(change) && change.atMs >= fromMs && change.atMs <= toMs);
}

/** Number of hexadecimal digits for the position in a cursor. 48 bits are enough for any queue. */
const POSITION_DIGITS = 12;

/** Makes a cursor: a UUID whose checksum reveals a cursor of another queue or another service. */
function formatCursor({ sequence, id }: Pick<Submission, "sequence" | "id">): string {
  const position = sequence.toString(16).padStart(POSITION_DIGITS, "0");
  // Ids are unique, also across queues that were deleted and created again.
  const check = hash("sha256", `cursor\n${position}\n${id}`);
  const [a, b] = [position.slice(0, 8), position.slice(8)];
  // Version 8 is reserved for custom UUIDs.
  return `${a}-${b}-8${check.slice(0, 3)}-9${check.slice(3, 6)}-${check.slice(6, 18)}`;
}

function tryReadCursor(queue: Queue, cursor: string): number | undefined {
  const given = cursor.toLowerCase();
  const sequence = Number.parseInt(given.replaceAll("-", "").slice(0, POSITION_DIGITS), 16);
  const last = queue.submissions.get(sequence);
  return last !== undefined && given === formatCursor(last) ? sequence : undefined;
}
