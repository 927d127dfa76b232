import { listNotReady } from "../../api/add-not-ready";
import { listAllPullRequests } from "../../api/list-all-pull-requests";
import type { ConcludedPullRequest } from "../../foresight/history";
import { requireNotAhead } from "../../foresight/history";
import { hasErrorCode } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { MAX_PULL_REQUESTS } from "../../wire/first/get-submitted-pull-requests";
import type { PullRequest, SubmittedPullRequest, TimelineEntry } from "../../wire/first/pull-request";
import type { Connection } from "../connection/connect";

/** Pull requests that left a queue. */
export interface ListedConclusions {
  readonly conclusions: readonly ConcludedPullRequest[];
  /** Sentences about what could not be used. */
  readonly notes: readonly string[];
  /** Minutes that a test may take, as the queue shows it. 0: no limit, or not known. */
  readonly timeoutMinutes: number;
}

type Caller = Pick<Connection, "api" | "startCall">;

/**
 * Lists every time that pull requests left a queue since a time in ISO 8601. One that was submitted again has
 * one entry, so its earlier ends come from its timeline, if the service has timelines.
 * @throws MergeQueueError as `ApiClient.call`; `invalid_workload` if the service's clock is ahead
 */
export async function listConclusions(
  caller: Caller,
  queue: QueueIdentity,
  since: string,
  nowMs: number,
): Promise<ListedConclusions> {
  const { api, startCall } = caller;
  const reference = toQueueReference(queue);
  const listed: PullRequest[] = [];
  for await (const one of listAllPullRequests(api, { ...reference, since }, startCall)) listed.push(one);
  const live = await api.call("getQueue", reference, startCall());
  const { enqueuedPullRequests = [], testingTimeoutMinutes: timeoutMinutes = 0 } = live;
  const notReady = await listNotReady(api, reference, startCall());
  const numbers = [...listed, ...enqueuedPullRequests, ...notReady].map(({ prNumber }) => prNumber);
  const timelines = await readTimelines(caller, queue, [...new Set(numbers)]);
  const conclusions: ConcludedPullRequest[] = [];
  let undated = 0;
  const add = (conclusion: ConcludedPullRequest): void => {
    if (Number.isNaN(conclusion.atMs)) undated += 1;
    else if (conclusion.atMs >= Date.parse(since)) {
      requireNotAhead(conclusion.atMs, nowMs, `Pull request ${conclusion.number} left the queue`);
      conclusions.push(conclusion);
    }
  };
  for (const pullRequest of listed) {
    if (!timelines.has(pullRequest.prNumber)) readPresent(pullRequest).forEach(add);
  }
  for (const pullRequest of timelines.values()) readTimeline(pullRequest).forEach(add);
  const note = `The service returned no usable time for ${undated} pull requests that left the queue; they are left out.`;
  return { conclusions, notes: undated === 0 ? [] : [note], timeoutMinutes };
}

/** @returns the pull requests whose timeline the service has, by number */
async function readTimelines(
  { api, startCall }: Caller,
  queue: QueueIdentity,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SubmittedPullRequest>> {
  const found = new Map<number, SubmittedPullRequest>();
  for (let start = 0; start < numbers.length; start += MAX_PULL_REQUESTS) {
    const prs = numbers.slice(start, start + MAX_PULL_REQUESTS).map((number) => ({ number }));
    const request = { ...toQueueReference(queue), prs, includeTimeline: true };
    const reading = api.call("getSubmittedPullRequests", request, startCall());
    const response = await reading.catch((error: unknown) => {
      // The interface does not have the operation.
      if (!hasErrorCode(error, "not_found") && !hasErrorCode(error, "refused")) throw error;
      return undefined;
    });
    if (response === undefined) return found;
    for (const one of response.pullRequests) if (one.timeline?.length) found.set(one.prNumber, one);
  }
  return found;
}

/** Returns how a pull request left the queue. @returns nothing if it is in the queue */
function readPresent(pullRequest: PullRequest): ConcludedPullRequest[] {
  const { prNumber: number, prSha: sha, state, stateChangedAt = "", priorityValue: priority } = pullRequest;
  if (!isConclusion(state)) return [];
  return [{ number, sha, conclusion: state, atMs: Date.parse(stateChangedAt), priority }];
}

/** Returns each time that a pull request left the queue. Only the last one is known to be of its commit. */
function readTimeline({ timeline = [], ...present }: SubmittedPullRequest): ConcludedPullRequest[] {
  const ends = timeline.filter(({ state }) => isConclusion(state));
  const [newest] = ends;
  const { prNumber: number, prSha, priorityValue } = present;
  const isOver = isConclusion(present.state);
  return ends.map((step) => {
    const isLast = isOver && step === newest;
    const conclusion = step.state as ConcludedPullRequest["conclusion"];
    const ofCommit = { sha: isLast ? prSha : undefined, priority: isLast ? priorityValue : undefined };
    return { number, conclusion, atMs: Date.parse(step.timestamp ?? ""), ...ofCommit };
  });
}

function isConclusion(state: TimelineEntry["state"]): state is ConcludedPullRequest["conclusion"] {
  return state === "merged" || state === "failed" || state === "cancelled";
}
