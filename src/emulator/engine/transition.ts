import type { QueueIdentity } from "../../queue/identity";
import { formatQueueId, formatRepository, toIdentityKey } from "../../queue/queue-identity";
import type { EngineDraft, QueueDraft } from "./draft/draft";
import { tryOpenQueue } from "./draft/engine-draft";
import type { EngineOptions } from "./engine-options";
import type { EngineState, HostPullRequest, Queue, Submission, TestRun } from "./engine-state";
import type { Refusal, RefusalKind } from "./refusal";

/** What an event led to: what it was about (as it is now; as it was, if deleted), or why nothing happened. */
export type Outcome =
  | {
      readonly kind: "done";
      /** The queue that the event named. */
      readonly queue?: Queue;
      /** The submission that it was about. */
      readonly submission?: Submission;
      /** The test run that it was about. */
      readonly testRun?: TestRun;
      /** The pull request that it declared. */
      readonly pullRequest?: HostPullRequest;
    }
  | Refused;

/**
 * The state after an event and what the event led to. With a refused event nothing has happened but the passing of
 * time.
 */
export interface Transition {
  readonly state: EngineState;
  readonly outcome: Outcome;
}

/** What the event did to a draft, for {@link Outcome}: where to find what it was about. */
export type Effect =
  | {
      readonly kind: "done";
      readonly queue?: QueueDraft;
      /** The queue as it was, where that is to be shown. */
      readonly shown?: Queue;
      readonly sequence?: number;
      readonly testRunId?: string;
      readonly pullRequest?: HostPullRequest;
    }
  | Refused;

/** Why nothing happened. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: Refusal;
}

/** Says why nothing happens. */
export function refuse(kind: RefusalKind, message: string): Refused {
  return { kind: "refused", refusal: { kind, message } };
}

/**
 * Tells whether the organization has the repository.
 * @returns why not, or undefined
 */
export function checkRepository(
  identity: Pick<QueueIdentity, "repo">,
  options: Pick<EngineOptions, "repositories">,
): string | undefined {
  if (options.repositories === undefined) return undefined;
  const name = formatRepository(identity.repo);
  const wanted = name.normalize("NFC").toLowerCase();
  const isThere = options.repositories.some((known) => known.normalize("NFC").toLowerCase() === wanted);
  return isThere ? undefined : `The organization has no repository ${name}.`;
}

/** Goes on with the queue that an event is about, or refuses because there is none. */
export function withQueue(
  draft: EngineDraft,
  identity: QueueIdentity,
  goOn: (queue: QueueDraft) => Effect,
): Effect {
  const missing = checkRepository(identity, draft.options);
  if (missing !== undefined) return refuse("repository_unknown", missing);
  const queue = tryOpenQueue(draft, toIdentityKey(identity));
  if (queue !== undefined) return goOn(queue);
  return refuse("queue_unknown", `There is no queue ${formatQueueId(identity)}.`);
}

/** Refuses because a pull request is not in a queue. */
export function refuseUnknown(queue: QueueDraft, number: number): Effect {
  const id = formatQueueId(queue.identity);
  return refuse("pull_request_unknown", `Pull request #${number} is not in the queue ${id}.`);
}

/** Tells whether the queue takes no change now, because it is switching modes. */
export function isBusySwitching(queue: QueueDraft): boolean {
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  return isSwitching && queue.engine.options.switchingModes.refusesWrites;
}

/** Says that the queue takes no change now. */
export function refuseWhileSwitching(queue: QueueDraft): Effect {
  const id = formatQueueId(queue.identity);
  return refuse("switching_modes", `The queue ${id} is switching modes. Try again when it has settled.`);
}
