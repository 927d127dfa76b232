import { hash } from "node:crypto";
import { type QueueIdentity, toIdentityKey } from "../../queue/queue-identity";
import type { EngineState, Queue } from "../engine-state";
import type { HostPullRequest } from "../host-pull-request";
import { createSortedMap, draftSortedMap, type SortedMapDraft } from "../sorted-map";
import { makeUuid } from "../stable-ids";
import { draftQueue, type EngineDraft, freezeQueue, type QueueDraft } from "./queue-draft";

/** The time of an event in milliseconds since 1970 (UTC), and the options. */
export type EngineContext = Pick<EngineDraft, "nowMs" | "options">;

/** Makes a state that an event can change. Its time never moves back, even if the event's time is earlier. */
export function draftEngine(state: EngineState, { nowMs, options }: EngineContext): EngineDraft {
  return {
    options,
    opened: new Map(),
    removed: new Set(),
    unsettled: new Set(),
    openedRepositories: new Map(),
    ...state,
    nowMs: Math.max(nowMs, state.nowMs),
  };
}

/** Turns a draft into a state. The new state shares all unchanged parts with the state before the event. */
export function freezeEngine(draft: EngineDraft, before: EngineState): EngineState {
  const { identifiers, nowMs, branchVersions, trackedEvents, openedRepositories } = draft;
  // Large maps take long to copy, so only changed ones are copied.
  const pullRequests =
    openedRepositories.size === 0
      ? before.pullRequests
      : new Map([...before.pullRequests, ...openedRepositories]);
  const queues = freezeQueues(draft);
  return { ...before, identifiers, nowMs, queues, pullRequests, branchVersions, trackedEvents };
}

function freezeQueues({ queues, opened, removed }: EngineDraft): EngineState["queues"] {
  if (opened.size === 0 && removed.size === 0) return queues;
  const frozen = new Map(queues);
  for (const [key, queue] of opened) frozen.set(key, freezeQueue(queue));
  for (const key of removed) frozen.delete(key);
  return frozen;
}

export function tryOpenQueue(draft: EngineDraft, key: string): QueueDraft | undefined {
  const queue = draft.queues.get(key);
  return draft.opened.get(key) ?? (queue && openQueue(draft, key, queue));
}

/** Opens a queue for changes. The opened queue replaces any queue with the same key. */
export function openQueue(draft: EngineDraft, key: string, queue: Queue): QueueDraft {
  const opened = draftQueue(draft, key, queue);
  draft.opened.set(key, opened);
  return opened;
}

/** Opens those queues of a repository to which this pull request was ever submitted. */
export function openQueuesWith(draft: EngineDraft, repositoryKey: string, number: number): QueueDraft[] {
  return [...draft.queues].flatMap(([key, queue]) => {
    const known = draft.opened.get(key);
    if (!key.startsWith(`${repositoryKey}/`) || !(known ?? queue).latestByNumber.has(number)) return [];
    return [known ?? openQueue(draft, key, queue)];
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
  draft.openedRepositories.set(repositoryKey, opened);
  return opened;
}

export function tryFindHostPullRequest(
  { openedRepositories, pullRequests }: EngineDraft,
  repositoryKey: string,
  number: number,
): HostPullRequest | undefined {
  return (openedRepositories.get(repositoryKey) ?? pullRequests.get(repositoryKey))?.get(number);
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
