import { toWireShape } from "../../api/additional-fields";
import { Deadline } from "../../api/clock";
import type { SubmittedPullRequest } from "../../api/pull-request";
import { printJson } from "../../report/print-json";
import { formatDuration } from "../../text/format-duration";
import { toCell } from "../../text/to-cell";
import { type CommandSession, EXIT_STATUS } from "../command-session";
import type { Connection } from "../connection/connect";
import { READ_TIMEOUT, type ShowOptions } from "../connection/connection-options";
import { createView } from "../print/create-view";
import { describeObstacles } from "../print/explain-pull-request";
import { printConclusion } from "../print/print-conclusion";
import { createStatusLine } from "../print/status-line";
import { readSurroundings } from "./read-surroundings";
import { type ConcludedWait, waitUntilConcluded } from "./wait-until-concluded";

/** Elsewhere than on a terminal, milliseconds between two lines that say the same. */
const LINE_MS = 60_000;

/**
 * Waits until a pull request has left its queue, shows the progress, and prints how it ended. One that was not merged
 * ends the command with status 2.
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
