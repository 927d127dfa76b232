import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import { explainWaiting } from "../../engine/explain-waiting";
import { type Obstacle, readReadiness } from "../../engine/readiness";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";

const CANCEL = "or take it out of the queue";

/** What keeps a pull request from being tested and what helps, and the command of `mergequeue pr` for it. */
const OBSTACLES: Readonly<Record<Obstacle, readonly [advice: string, command: string]>> = {
  other_branch: ["it wants to merge into another branch. Submit it to that branch's queue", "submit"],
  draft: [`it is a draft. Mark it as ready for review, ${CANCEL}`, "cancel"],
  not_mergeable: [`the code host cannot merge it. Resolve its conflicts, ${CANCEL}`, "cancel"],
  mergeability_unknown: [
    `the code host does not know yet whether it can be merged. Wait until it does, ${CANCEL}`,
    "cancel",
  ],
  targets_missing: ["its impacted targets have not been reported. Report them", "impacted-targets"],
};

/** Explains in a sentence or two why a submission is in its state, or what it waits for. */
export function explainSubmission(queue: Queue, submission: Submission, options: EngineOptions): string {
  return tryExplainNotReady(queue, submission, options) ?? explainWaiting(queue, submission, options);
}

/** Explains why a submission is not ready. @returns undefined if that is not its state */
export function tryExplainNotReady(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
): string | undefined {
  const wayOut = tryFindWayOut(queue, submission, options);
  return wayOut && `Is not ready: ${wayOut.advice}: ${wayOut.command}`;
}

/** Finds what helps a submission that is not ready. @returns undefined if that is not its state */
export function tryFindWayOut(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
): Readonly<Record<"advice" | "command", string>> | undefined {
  const { state, number, pullRequest } = submission;
  if (state !== "not_ready") return undefined;
  const { obstacle } = readReadiness(queue, submission, options);
  if (obstacle === undefined) return undefined;
  const [advice, command] = OBSTACLES[obstacle];
  const own = obstacle === "other_branch" ? { targetBranch: pullRequest.baseBranch } : {};
  const id = quoteForShell(formatQueueId({ ...queue.identity, ...own }));
  const end = obstacle === "targets_missing" ? " --all" : "";
  return { advice, command: `mergequeue pr ${command} ${id} ${number}${end}` };
}
