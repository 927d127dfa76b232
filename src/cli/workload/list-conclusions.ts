import { listNotReady } from "../../api/add-not-ready";
import { readAllPullRequests } from "../../api/list-all-pull-requests";
import { type ConcludedPullRequest, type History, requireNotAhead } from "../../foresight/history";
import { hasErrorCode } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueRecord } from "../../queue/settings";
import { toQueueReference } from "../../reconcile/read-queue";
import { MAX_PULL_REQUESTS } from "../../wire/first/get-submitted-pull-requests";
import type { PullRequest, SubmittedPullRequest, TimelineEntry } from "../../wire/first/pull-request";
import type { Connection } from "../connection/connect";

export interface ListedConclusions extends Omit<History, "runs"> {
  readonly notes: readonly string[];
  readonly settings: QueueRecord;
}

type Caller = Pick<Connection, "api" | "startCall">;

/** Lists when pull requests arrived and left. Without timelines, only the last departures are known. */
export async function listConclusions(
  caller: Caller,
  queue: QueueIdentity,
  since: string,
  nowMs: number,
): Promise<ListedConclusions> {
  const { api, startCall } = caller;
  const reference = toQueueReference(queue);
  const listed = await readAllPullRequests(api, { ...reference, since }, startCall);
  const live = await api.call("getQueue", reference, startCall());
  const { enqueuedPullRequests = [], ...settings } = live;
  const notReady = await listNotReady(api, reference, startCall());
  const numbers = [...listed, ...enqueuedPullRequests, ...notReady].map(({ prNumber }) => prNumber);
  const distinct = new Set(numbers);
  const timelines = await readTimelines(caller, queue, [...distinct]);
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
  const arrivalsMs: number[] = [];
  for (const pullRequest of timelines.values()) {
    const { ends, arrivals } = readTimeline(pullRequest);
    ends.forEach(add);
    for (const ms of arrivals)
      requireNotAhead(ms, nowMs, `Pull request ${pullRequest.prNumber} was submitted`);
    arrivalsMs.push(...arrivals.filter((ms) => ms >= Date.parse(since)));
  }
  const note = `The service returned no usable time for ${undated} pull requests that left the queue; the estimate leaves these out.`;
  return {
    conclusions,
    arrivalsMs: timelines.size === distinct.size ? arrivalsMs : undefined,
    notes: undated === 0 ? [] : [note],
    settings,
  };
}

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
      // This interface lacks the operation.
      if (!hasErrorCode(error, "not_found") && !hasErrorCode(error, "refused")) throw error;
      return undefined;
    });
    if (response === undefined) return found;
    for (const one of response.pullRequests) if (one.timeline?.length) found.set(one.prNumber, one);
  }
  return found;
}

function readPresent(pullRequest: PullRequest): ConcludedPullRequest[] {
  const { prNumber: number, prSha: sha, state, stateChangedAt = "", priorityValue: priority } = pullRequest;
  if (!isConclusion(state)) return [];
  return [{ number, sha, conclusion: state, atMs: Date.parse(stateChangedAt), priority }];
}

/** Returns when a pull request arrived and left. Only the commit of its last departure is known. */
function readTimeline({ timeline = [], ...present }: SubmittedPullRequest) {
  const { prNumber: number, prSha, priorityValue } = present;
  const newest = isConclusion(present.state) ? timeline.find(({ state }) => isConclusion(state)) : undefined;
  const ends: ConcludedPullRequest[] = [];
  const arrivals: number[] = [];
  let arrivedMs: number | undefined;
  for (const step of timeline.toReversed()) {
    const { state, timestamp = "" } = step;
    const atMs = Date.parse(timestamp);
    if (isConclusion(state)) {
      const ofCommit =
        step === newest ? { sha: prSha, priority: priorityValue } : { sha: undefined, priority: undefined };
      ends.push({ number, conclusion: state, atMs, ...ofCommit, arrivedMs });
      arrivedMs = undefined;
    } else if (arrivedMs === undefined && state !== "not_ready" && !Number.isNaN(atMs)) {
      arrivedMs = atMs;
      arrivals.push(atMs);
    }
  }
  return { ends, arrivals };
}

function isConclusion(state: TimelineEntry["state"]): state is ConcludedPullRequest["conclusion"] {
  return state === "merged" || state === "failed" || state === "cancelled";
}
