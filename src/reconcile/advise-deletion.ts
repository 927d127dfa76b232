import { formatQueueId, type QueueIdentity } from "../queue/queue-identity";
import type { PullRequest } from "../wire/first/pull-request";
import { describePullRequests, describeUnlisted } from "./describe-pull-requests";
import { describeNotReady, isWaiting } from "./listed-queue";
import type { LiveQueue } from "./read-queue";

/** A warning about a queue. */
export interface QueueWarning {
  /** A description of the queue: a few words that end with its id. */
  readonly summary: string;
  readonly detail: string;
}

interface DrainAdvice {
  readonly actor: string;
  readonly wait: string;
}

/** Warns if a queue that is to be deleted is not empty, or if its pull requests are not known. */
export function adviseDeletion(
  identity: QueueIdentity,
  { pullRequests, settings, notReadyProblem }: Omit<LiveQueue, "additionalFields">,
  /** Who waits until the queue is empty, and how long (`Terraform`, `60m`); undefined without a drain. */
  drain: DrainAdvice | undefined,
): QueueWarning | undefined {
  const id = formatQueueId(identity);
  if (pullRequests === undefined) {
    return {
      summary: `Queue to be deleted does not show its pull requests: ${id}`,
      detail:
        `The service's response to getQueue has no enqueuedPullRequests, so it is not known whether queue ${id} is ` +
        "empty. The deletion is refused until the service shows them.",
    };
  }
  const unlisted =
    notReadyProblem === undefined
      ? ""
      : `${describeUnlisted(identity, notReadyProblem)} The deletion is refused until they can be listed.`;
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
        ? "The deletion is refused until the queue is empty. Cancel these pull requests first, or let the ready ones merge."
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
  const waits = `${actor} waits at most ${wait} until the queue is empty, then deletes it.`;
  const isHeldBack = pullRequests.some((each) => isWaiting(each) && each.state !== "not_ready");
  const held = isHeldBack
    ? " Pending pull requests do not start while the queue drains: cancel them, or let the queue run until it is empty."
    : "";
  if (state === "draining") {
    return `It is already draining. ${waits} If it is not empty in time, it is kept.${held}`;
  }
  const resumes = state === "paused" ? " It is paused now; once it drains, tested pull requests merge." : "";
  return `It will start nothing new.${resumes} ${waits} If it is not empty in time, it is kept, and its present state is restored.${held}`;
}
