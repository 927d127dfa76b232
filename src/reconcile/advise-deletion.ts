import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import type { PullRequest } from "../wire/first/pull-request";
import { describePullRequests, describeUnlisted } from "./describe-pull-requests";
import { describeNotReady, isWaiting } from "./listed-queue";
import type { LiveQueue } from "./read-queue";

/** A warning about a queue. */
export interface QueueWarning {
  /** A few words that end with the queue's id. */
  readonly summary: string;
  readonly detail: string;
}

/** Who waits (`Terraform`, `mergequeue`) until a queue is empty, and at most how long (`60m`). */
interface DrainAdvice {
  readonly actor: string;
  readonly wait: string;
}

/** Warns if a queue that will be deleted is not empty. Every plan uses these words. */
export function adviseDeletion(
  identity: QueueIdentity,
  { pullRequests, settings, notReadyProblem }: Omit<LiveQueue, "additionalFields">,
  /** Undefined: it is deleted only if it is empty. */
  drain: DrainAdvice | undefined,
): QueueWarning | undefined {
  const id = formatQueueId(identity);
  if (pullRequests === undefined) {
    return {
      summary: `Queue to be deleted does not show its pull requests: ${id}`,
      detail:
        `The service's response to getQueue has no enqueuedPullRequests, so it is not known whether queue ${id} is ` +
        "empty. Deleting it will be refused as long as they are missing.",
    };
  }
  const unlisted =
    notReadyProblem === undefined
      ? ""
      : `${describeUnlisted(identity, notReadyProblem)} Deleting the queue will be refused as long as it is not known ` +
        "whether there are any.";
  if (pullRequests.length === 0) {
    return unlisted === ""
      ? undefined
      : { summary: `Queue to be deleted may not be empty: ${id}`, detail: unlisted };
  }
  const what = drain === undefined ? "has pull requests in it" : "will be drained first";
  return {
    summary: `Queue to be deleted ${what}: ${id}`,
    detail:
      `Queue ${id} now contains:\n${describePullRequests(pullRequests)}\n` +
      (drain === undefined
        ? "Deleting it will be refused as long as they are in it. Cancel them first, or let those that are ready merge."
        : describeDrain(drain, settings, pullRequests)) +
      describeNotReady(identity, pullRequests) +
      (unlisted && `\n${unlisted}`),
  };
}

function describeDrain(
  { actor, wait }: DrainAdvice,
  { state }: LiveQueue["settings"],
  pullRequests: readonly Pick<PullRequest, "state">[],
): string {
  const waits = `${actor} waits at most ${wait} until it is empty, then deletes it.`;
  const isHeldBack = pullRequests.some((each) => isWaiting(each) && each.state !== "not_ready");
  const held = isHeldBack
    ? " Those that are pending do not start while it drains: cancel them, or let the queue run until it is empty."
    : "";
  if (state === "draining") {
    return `It is already draining. ${waits} If it is not empty by then, it is kept.${held}`;
  }
  const resumes = state === "paused" ? " It is paused now; draining resumes what is in it." : "";
  return (
    `It will start nothing new. ${waits}${resumes} If it is not empty by then, it gets its present state back and ` +
    `is kept.${held}`
  );
}
