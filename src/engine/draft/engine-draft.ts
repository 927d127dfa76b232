import { hash } from "node:crypto";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import type { EngineState, Queue } from "../engine-state";
import type { HostPullRequest } from "../host-pull-request";
import { createSortedMap, draftSortedMap, type SortedMapDraft } from "../sorted-map";
import { makeUuid } from "../stable-ids";
import { draftQueue, type EngineDraft, freezeQueue, type QueueDraft } from "./queue-draft";

/** The time of an event in milliseconds since 1970 (UTC), and the options. */
export type EngineContext = Pick<EngineDraft, "nowMs" | "options">;

/** Makes a state that can be changed. Its time never moves back, even if the given time is earlier. */
export function draftEngine(state: EngineState, { nowMs, options }: EngineContext): EngineDraft {
  return {
    options,
    opened: new Map(),
    unsettled: new Set(),
    openedRepositories: new Map(),
    // Maps are copied before their first change.
    ...(state as Pick<EngineDraft, keyof EngineState>),
    nowMs: Math.max(nowMs, state.nowMs),
  };
}

/** Turns a draft into a state, which shares all unchanged parts with the state before. Ends the draft. */
export function freezeEngine(draft: EngineDraft, before: EngineState): EngineState {
  const { identifiers, nowMs, branchVersions, trackedEvents, queues, pullRequests } = draft;
  for (const [key, queue] of draft.opened) if (queues.has(key)) queues.set(key, freezeQueue(queue));
  return { ...before, identifiers, nowMs, queues, pullRequests, branchVersions, trackedEvents };
}

export function tryOpenQueue(draft: EngineDraft, key: string): QueueDraft | undefined {
  const queue = draft.queues.get(key);
  return queue && (draft.opened.get(key) ?? openQueue(draft, key, queue));
}

/** Opens a queue for changes. The opened queue replaces any queue with the same key. */
export function openQueue(draft: EngineDraft, key: string, queue: Queue): QueueDraft {
  const opened = draftQueue(draft, key, queue);
  if (draft.opened.size === 0) draft.queues = new Map(draft.queues);
  draft.opened.set(key, opened);
  draft.queues.set(key, opened);
  return opened;
}

/** Opens those queues of a repository to which this pull request was ever submitted. */
export function openQueuesWith(draft: EngineDraft, repositoryKey: string, number: number): QueueDraft[] {
  return [...draft.queues].flatMap(([key, queue]) => {
    if (!key.startsWith(`${repositoryKey}/`) || !queue.latestByNumber.has(number)) return [];
    return tryOpenQueue(draft, key) ?? [];
  });
}

export function openRepository(
  draft: EngineDraft,
  repositoryKey: string,
): SortedMapDraft<number, HostPullRequest> {
  const before = draft.openedRepositories.get(repositoryKey);
  if (before !== undefined) return before;
  const known = draft.pullRequests.get(repositoryKey) ?? createSortedMap<number, HostPullRequest>();
  const opened = draftSortedMap(known);
  if (draft.openedRepositories.size === 0) draft.pullRequests = new Map(draft.pullRequests);
  draft.openedRepositories.set(repositoryKey, opened);
  draft.pullRequests.set(repositoryKey, opened);
  return opened;
}

/** Returns the number of merges and outside pushes to a branch so far. */
export function findBranchVersion(state: EngineState, branch: QueueIdentity): number {
  return state.branchVersions.get(toIdentityKey(branch)) ?? 0;
}

/** Makes a new UUID from the seed and a counter. The same seed and events always give the same ids. */
export function makeId(draft: EngineDraft): string {
  draft.identifiers += 1;
  return makeUuid(`${draft.seed}\n${draft.identifiers}`);
}

/** Makes a new queue id of eight letters and digits from the seed and a counter. */
export function makeQueueId(draft: EngineDraft): string {
  draft.identifiers += 1;
  const text = hash("sha256", `${draft.seed}\n${draft.identifiers}`, "base64url");
  return text.replaceAll(/[-_]/g, "").slice(0, 8);
}

export function makeSha(text: string): string {
  return hash("sha1", text);
}
