import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import { explainWaiting } from "../../engine/explain-waiting";
import { type Obstacle, readReadiness } from "../../engine/readiness";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

/** Why a pull request is not tested, and the remedy. If a text ends with a colon, a command follows it. */
const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  other_branch: "it wants to merge into another branch. Submit it to that branch's queue:",
  draft: "it is a draft. Mark it as ready for review.",
  not_mergeable: "the code host cannot merge it. Resolve its conflicts.",
  mergeability_unknown: "the code host does not know yet whether it can be merged.",
  targets_missing: "its impacted targets have not been reported. Report them:",
};

/** Explains in one or two sentences why a submission is in its state, or what it waits for. */
export function explainSubmission(queue: Queue, submission: Submission, options: EngineOptions): string {
  return tryExplainNotReady(queue, submission, options) ?? explainWaiting(queue, submission, options);
}

/** Explains why a submission is not ready. Returns undefined for any other submission. */
export function tryExplainNotReady(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
): string | undefined {
  const wayOut = tryFindWayOut(queue, submission, options);
  return wayOut && `Is not ready: ${wayOut.advice} ${wayOut.command}`.trim();
}

/** Finds the remedy if a submission is not ready; otherwise undefined. `command` is empty if none helps. */
export function tryFindWayOut(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
): Readonly<Record<"advice" | "command", string>> | undefined {
  const { state, number, pullRequest } = submission;
  const obstacle = state === "not_ready" ? readReadiness(queue, submission, options).obstacle : undefined;
  if (obstacle === undefined) return undefined;
  const toCommand = (action: string, targetBranch: string): string =>
    `mergequeue pr ${action} ${quoteForShell(formatQueueId({ ...queue.identity, targetBranch }))} ${number}`;
  let command = "";
  if (obstacle === "other_branch") command = toCommand("submit", pullRequest.baseBranch);
  if (obstacle === "targets_missing")
    command = `${toCommand("impacted-targets", queue.identity.targetBranch)} --all`;
  return { advice: OBSTACLES[obstacle], command };
}
