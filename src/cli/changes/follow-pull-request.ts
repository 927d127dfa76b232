import type { CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import { pollUntil, READER_LAG_MS } from "../../api/poll-until";
import { isChanged, isInQueue } from "../../api/resolve-pull-request";
import { TRANSIENT_CODES } from "../../api/retry-policy";
import { hasErrorCode, isMergeQueueError, MergeQueueError } from "../../queue/merge-queue-error";
import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { printJson } from "../../report/print-json";
import { formatDuration } from "../../text/format-duration";
import { quoteForShell } from "../../text/quote-for-shell";
import { toCell } from "../../text/to-cell";
import { toWireShape } from "../../wire/additional-fields";
import type { MergeEstimate, SubmittedPullRequest } from "../../wire/first/pull-request";
import { type CommandContext, type CommandSession, EXIT_STATUS } from "../command-session";
import type { Connection } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { pickGiven } from "../parse-options";
import { describeEstimate } from "../print/cells";
import { createView } from "../print/create-view";
import { describeObstacles, type PullRequestSurroundings } from "../print/explain-pull-request";
import { printConclusion, tryGetTestRunId } from "../print/print-pull-request";
import { createStatusLine } from "../print/status-line";
import type { MaybeRead, PullRequestReference } from "./pull-request-change";

/** Milliseconds between two estimates and, without a terminal, between two copies of an unchanged line. */
const LINE_MS = 60_000;

interface Wait {
  readonly reference: PullRequestReference;
  readonly first?: SubmittedPullRequest | undefined;
  /** The pull request's record before its submission. A later read that returns this record is outdated. */
  readonly outdated?: SubmittedPullRequest | undefined;
  readonly timeoutMs: number;
}

/** Waits, then prints the outcome. @throws MergeQueueError `not_found`, `deadline_exceeded`, `interrupted` */
export async function followPullRequest(
  { context, write, finish }: CommandSession,
  connection: Connection,
  wait: Wait,
  { json }: ShowOptions,
): Promise<void> {
  const { clock } = context;
  const startedAtMs = clock.now();
  const line = createStatusLine(context, LINE_MS);
  const onRead = (pullRequest: SubmittedPullRequest, estimate = ""): void => {
    line.show(`${describe(pullRequest)}${estimate}`, formatDuration(clock.now() - startedAtMs));
  };
  const end = await waitUntilConcluded(context, connection, wait, onRead).finally(line.end);
  const isMerged = end.state === "merged";
  const limits = { deadline: Deadline.after(READ_TIMEOUT.ms, clock), stopSignal: connection.stopSignal };
  const around = isMerged ? {} : await readSurroundings(connection, wait.reference, end, limits);
  if (!isMerged) finish(EXIT_STATUS.notMerged);
  const shape = { ...(toWireShape(withSurroundings(end, around)) as object), isConcluded: true };
  write(json === true ? printJson(shape) : printConclusion(wait.reference, end, createView(context), around));
}

function describe({ prNumber, state, readiness = {} }: SubmittedPullRequest): string {
  const obstacles = state === "not_ready" ? describeObstacles(readiness) : undefined;
  return `Pull request #${prNumber}: ${toCell(state ?? "unknown")}${obstacles === undefined ? "" : `, ${obstacles}`}`;
}

export function withSurroundings(
  pullRequest: SubmittedPullRequest,
  { timeline, run: testRun, estimate }: PullRequestSurroundings,
): object {
  return { ...pullRequest, ...pickGiven({ timeline, testRun, estimate }) };
}

/** Reads a pull request's queue, timeline, test run and estimate. Leaves out any part that cannot be read. */
export async function readSurroundings(
  { api }: Pick<Connection, "api">,
  identity: QueueIdentity,
  pullRequest: SubmittedPullRequest,
  options: CallOptions,
): Promise<PullRequestSurroundings> {
  const reference = toQueueReference(identity);
  const pr = { number: pullRequest.prNumber };
  const findRunInProgress = async (): Promise<string | undefined> => {
    if (pullRequest.state !== "testing") return undefined;
    // The client of the first interface, which has no such list, refuses this without a request.
    const list = api.call("listTestRuns", { ...reference, pr, status: "in_progress", take: 1 }, options);
    return (await orUndefined(list))?.testRuns[0]?.testRunId;
  };
  const readTests = async (): Promise<Omit<PullRequestSurroundings, "queue">> => {
    const request = { ...reference, pr, includeTimeline: true };
    const { timeline } =
      pullRequest.timeline === undefined
        ? ((await orUndefined(api.call("getSubmittedPullRequest", request, options))) ?? {})
        : pullRequest;
    const testRunId =
      (await findRunInProgress()) ?? tryGetTestRunId(pullRequest) ?? tryGetTestRunId({ timeline });
    if (testRunId === undefined) return { timeline };
    const run = api.call("getMergeQueueTestingDetails", { ...reference, testRunId }, options);
    return { timeline, testRunId, run: await orUndefined(run) };
  };
  const isThere = isInQueue(pullRequest);
  const [queue, tests, estimate] = await Promise.all([
    isThere ? orUndefined(api.call("getQueue", reference, options)) : undefined,
    readTests(),
    isThere ? tryReadEstimate(api, { ...reference, pr }, options) : undefined,
  ]);
  return { queue, ...tests, estimate };
}

/** Reads the estimate. The service may refuse this request. @returns undefined if there is no estimate */
async function tryReadEstimate(
  api: Connection["api"],
  reference: PullRequestReference,
  options: CallOptions,
): Promise<MergeEstimate | undefined> {
  const request = { ...reference, includeEstimatedTimeToMerge: true };
  return (await orUndefined(api.call("getSubmittedPullRequest", request, options)))?.estimate;
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  return reading.catch((error: unknown) => {
    if (!isMergeQueueError(error) || error.code === "interrupted") throw error;
    return undefined;
  });
}

/** Waits until the pull request leaves the queue. Earlier reads, even failed ones, call `onRead`. */
async function waitUntilConcluded(
  { clock, nowMs }: Pick<CommandContext, "clock" | "nowMs">,
  { api, stopSignal }: Connection,
  { reference, first, outdated, timeoutMs }: Wait,
  onRead: (pullRequest: SubmittedPullRequest, estimate?: string) => void,
): Promise<SubmittedPullRequest> {
  const deadline = Deadline.after(timeoutMs, clock);
  let last = first;
  let fault: MergeQueueError | undefined;
  let seenAtMs = clock.now();
  let estimate = "";
  let nextEstimateAtMs = seenAtMs;
  const read = async (options: CallOptions): Promise<SubmittedPullRequest> => {
    // A slow read must not stop the progress.
    const patienceMs = Math.min(READ_TIMEOUT.ms, options.deadline.remainingMs);
    const limits = { ...options, deadline: Deadline.after(patienceMs, clock) };
    try {
      last = await api.call("getSubmittedPullRequest", reference, limits);
      seenAtMs = clock.now();
      fault = undefined;
    } catch (error) {
      if (last === undefined || stopSignal.aborted || !isMergeQueueError(error)) throw error;
      const mayLag = error.code === "not_found" && clock.now() - seenAtMs < READER_LAG_MS;
      // The address has worked before, so an unexpected page is a temporary fault.
      const isTransient = TRANSIENT_CODES.has(error.code) || error.code === "wrong_address";
      if (!mayLag && !isTransient) throw error;
      fault = error;
    }
    if (isInQueue(last) && fault === undefined && clock.now() >= nextEstimateAtMs) {
      const found = await tryReadEstimate(api, reference, { ...limits, maxAttempts: 1 });
      const text = found && describeEstimate(found, nowMs());
      estimate = text === undefined ? "" : `, ${text}`;
      nextEstimateAtMs = found === undefined ? Infinity : clock.now() + LINE_MS;
    }
    // The caller prints the end.
    if (!isDone(last)) onRead(last, isInQueue(last) ? estimate : "");
    return last;
  };
  // It may have left the queue in a state that this version does not know.
  const isDone = (now: SubmittedPullRequest): boolean =>
    (!isInQueue(now) || CONCLUDED_STATES.some((state) => state === now.state)) &&
    (outdated === undefined || isChanged(outdated, now));
  try {
    const end = await pollUntil({ clock, deadline, stopSignal }, read, isDone, Infinity);
    if (isDone(end)) return end;
  } catch (error) {
    if (stopSignal.aborted) throw createStoppedError(reference, last, error);
    if (!hasErrorCode(error, "not_found")) throw error;
    const next = `To submit the pull request, run ${toCommand("submit", reference)} --wait.`;
    const message = `${error.message} There is nothing to wait for. ${next}`;
    throw new MergeQueueError(error.code, message, error.details, error);
  }
  throw createTimeoutError({ reference, timeoutMs }, last, fault);
}

function createTimeoutError({ reference, timeoutMs }: Wait, last: MaybeRead, fault?: MergeQueueError): Error {
  const { pr, ...queue } = reference;
  const why = fault === undefined ? "" : ` The last read failed: ${fault.message}`;
  const message =
    `Pull request #${pr.number} has not left queue ${formatQueueId(queue)} after ${Math.round(timeoutMs / 1000)} s: it is ` +
    `${describeState(last)}.${why}\nThe pull request stays in the queue. To see why it waits, run ${toCommand("get", reference)}. ` +
    `To wait again, run ${toCommand("wait", reference)}.`;
  return new MergeQueueError("deadline_exceeded", message, { queue, isConcluded: false }, fault);
}

function createStoppedError(reference: PullRequestReference, last: MaybeRead, error: unknown): Error {
  const { pr, ...queue } = reference;
  // Before the first read, the pull request may not be in the queue.
  const state = last === undefined ? "" : `: it is ${describeState(last)}, and stays in the queue`;
  const message =
    `Interrupted while waiting for pull request #${pr.number} in queue ${formatQueueId(queue)}${state}.\nTo wait again, run ` +
    `${toCommand("wait", reference)}. To remove it from the queue, run ${toCommand("cancel", reference)}.`;
  return new MergeQueueError("interrupted", message, { queue, isConcluded: false }, error);
}

function describeState(last: MaybeRead): string {
  return last?.state ?? "in an unknown state";
}

export function toCommand(name: string, { pr, ...queue }: PullRequestReference): string {
  return `mergequeue pr ${name} ${quoteForShell(formatQueueId(queue))} ${pr.number}`;
}
