import type { QueueIdentity } from "../queue/queue-identity";
import { formatQueueId, formatRepository, toIdentityKey } from "../queue/queue-identity";
import type { EngineDraft, QueueDraft } from "./draft/draft";
import { tryOpenQueue } from "./draft/engine-draft";
import type { EngineOptions } from "./engine-options";
import type { EngineState, HostPullRequest, Queue } from "./engine-state";
import type { Refusal, RefusalKind } from "./refusal";

/**
 * The result of an event: the object that it concerned (a deleted queue as it was), or the reason why it was refused.
 */
export type Outcome =
  | {
      readonly kind: "done";
      readonly queue?: Queue;
      readonly pullRequest?: HostPullRequest;
    }
  | Refused;

/** The state after an event, and its outcome. A refused event changes nothing; only time has passed. */
export interface Transition {
  readonly state: EngineState;
  readonly outcome: Outcome;
}

/** The effect of an event on a draft: where to find the parts of its {@link Outcome}. */
export type Effect =
  | {
      readonly kind: "done";
      readonly queue?: QueueDraft;
      /** The queue as it was, to be shown instead. */
      readonly shown?: Queue;
      readonly pullRequest?: HostPullRequest;
    }
  | Refused;

/** A refused event. */
export interface Refused {
  readonly kind: "refused";
  readonly refusal: Refusal;
}

/** Refuses an event. */
export function refuse(kind: RefusalKind, message: string): Refused {
  return { kind: "refused", refusal: { kind, message } };
}

/**
 * Checks that the repository belongs to the organization.
 * @returns the refusal; undefined if it does
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

/** Acts on the queue of an event, or refuses if it does not exist. */
export function withQueue(
  draft: EngineDraft,
  identity: QueueIdentity,
  act: (queue: QueueDraft) => Effect,
): Effect {
  const missing = checkRepository(identity, draft.options);
  if (missing !== undefined) return refuse("repository_unknown", missing);
  const queue = tryOpenQueue(draft, toIdentityKey(identity));
  if (queue !== undefined) return act(queue);
  return refuse("queue_unknown", `There is no queue ${formatQueueId(identity)}.`);
}

/** Refuses an event for a pull request that is not in the queue. */
export function refuseUnknown(queue: QueueDraft, number: number): Effect {
  const id = formatQueueId(queue.identity);
  return refuse("pull_request_unknown", `Pull request #${number} is not in the queue ${id}.`);
}

/** Refuses a change, by option, while the queue switches modes. @returns undefined if the change is possible */
export function tryRefuseWhileSwitching(queue: QueueDraft): Refused | undefined {
  const isSwitching = queue.isSwitchingModes || queue.switchingReadsLeft > 0;
  if (!isSwitching || !queue.engine.options.switchingModes.refusesWrites) return undefined;
  const id = formatQueueId(queue.identity);
  return refuse(
    "switching_modes",
    `The queue ${id} is switching modes. Try again when its state is no longer switching_modes.`,
  );
}
