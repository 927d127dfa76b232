import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId } from "../../queue/queue-identity";
import { describePullRequests } from "../describe-pull-requests";
import type { LiveQueue } from "../read-queue";

/** A warning of what deleting a queue runs into. */
export interface DeletionAdvice {
  /** What it is about; ends with the queue's id. */
  readonly summary: string;
  /** Why, and what to do. */
  readonly detail: string;
}

/** How a queue will be drained before it is deleted. */
export interface PlannedDrain {
  /** Who waits: `Terraform`, `mergequeue`. */
  readonly actor: string;
  /** For how long at most, as users write it: `60m`. */
  readonly wait: string;
}

const REFUSAL = "Deleting it will be refused as long as they are there. Let them merge or cancel them first.";

/**
 * Warns of pull requests in a queue that is about to be deleted, in the words of every plan.
 * @param live - the queue as it is now
 * @param drain - undefined: it is deleted only if it is empty
 * @returns undefined if nothing is in it
 */
export function adviseDeletion(
  identity: QueueIdentity,
  { pullRequests, settings }: Pick<LiveQueue, "pullRequests" | "settings">,
  drain: PlannedDrain | undefined,
): DeletionAdvice | undefined {
  const id = formatQueueId(identity);
  if (pullRequests === undefined) {
    return {
      summary: `Queue to be deleted does not show its pull requests: ${id}`,
      detail:
        `The service's answer to getQueue has no enqueuedPullRequests, so that whether queue ${id} is empty cannot ` +
        "be told. Deleting it will be refused as long as that is so.",
    };
  }
  if (pullRequests.length === 0) return undefined;
  const what = drain === undefined ? "has pull requests in it" : "will be drained first";
  return {
    summary: `Queue to be deleted ${what}: ${id}`,
    detail:
      `In queue ${id} are now:\n${describePullRequests(pullRequests)}\n` +
      (drain === undefined ? REFUSAL : describeDrain(drain, settings)),
  };
}

function describeDrain({ actor, wait: most }: PlannedDrain, { state }: LiveQueue["settings"]): string {
  const wait = `waits for at most ${most} until it is empty, then deletes it.`;
  if (state === "draining")
    return `It is draining already. ${actor} ${wait} If it is not empty by then, it stays.`;
  const resumed = state === "paused" ? " It is paused now, and draining lets what is in it go on." : "";
  return (
    `It will take in nothing new, and ${actor} ${wait}${resumed} If it is not empty by then, it gets its present ` +
    "state back and stays."
  );
}
