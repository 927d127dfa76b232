import { toWireShape } from "../../api/additional-fields";
import type { CallOptions } from "../../api/api-client";
import { Deadline } from "../../api/clock";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { isInQueue } from "../../api/resolve/resolve-pull-request";
import { isMergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { toQueueReference } from "../../reconcile/read-queue";
import { printJson } from "../../report/print-json";
import { formatDuration } from "../../text/format-duration";
import { toCell } from "../../text/to-cell";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import type { Connection } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { describeObstacles, type PullRequestSurroundings } from "../print/explain-pull-request";
import { printConclusion, tryGetTestRunId } from "../print/print-pull-request";
import { createStatusLine } from "../print/status-line";
import { type ConcludedWait, waitUntilConcluded } from "./wait-until-concluded";

/** Elsewhere than on a terminal, milliseconds between two lines that say the same. */
const LINE_MS = 60_000;

/**
 * Waits until a pull request has left its queue, shows the progress, and prints how it ended.
 * @throws MergeQueueError as `waitUntilConcluded`
 */
export async function followPullRequest(
  { context, write, finish }: CommandSession,
  connection: Connection,
  wait: Omit<ConcludedWait, "onRead">,
  { json }: ShowOptions,
): Promise<void> {
  const { clock } = context;
  const startedAtMs = clock.now();
  const line = createStatusLine(context, LINE_MS);
  const onRead = (pullRequest: SubmittedPullRequest): void => {
    line.show(describe(pullRequest), formatDuration(clock.now() - startedAtMs));
  };
  const end = await waitUntilConcluded(context, connection, { ...wait, onRead }).finally(line.end);
  const isMerged = end.state === "merged";
  const limits = {
    deadline: Deadline.after(READ_TIMEOUT.ms, clock),
    stopSignal: connection.stopSignal,
  };
  const around = isMerged ? {} : await readSurroundings(connection, wait.reference, end, limits);
  if (!isMerged) finish(EXIT_STATUS.notMerged);
  const testRun = around.run === undefined ? {} : { testRun: around.run };
  write(
    json === true
      ? printJson({ ...(toWireShape({ ...end, ...testRun }) as object), isConcluded: true })
      : printConclusion(wait.reference, end, createView(context), around),
  );
}

function describe({ prNumber, state, readiness = {} }: SubmittedPullRequest): string {
  const obstacles = state === "not_ready" ? describeObstacles(readiness) : undefined;
  return `Pull request #${prNumber}: ${toCell(state ?? "unknown")}${obstacles === undefined ? "" : `, ${obstacles}`}`;
}

/** Reads what explains the state of a pull request. What cannot be read is left out. */
export async function readSurroundings(
  { api }: Pick<Connection, "api">,
  identity: QueueIdentity,
  pullRequest: SubmittedPullRequest,
  options: CallOptions,
): Promise<PullRequestSurroundings> {
  const reference = toQueueReference(identity);
  const testRunId = tryGetTestRunId(pullRequest);
  const [queue, run] = await Promise.all([
    isInQueue(pullRequest) ? orUndefined(api.call("getQueue", reference, options)) : undefined,
    testRunId === undefined
      ? undefined
      : orUndefined(api.call("getMergeQueueTestingDetails", { ...reference, testRunId }, options)),
  ]);
  return { queue, run };
}

async function orUndefined<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isMergeQueueError(error) && error.code !== "interrupted") return undefined;
    throw error;
  }
}
