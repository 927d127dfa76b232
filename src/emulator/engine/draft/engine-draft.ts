import { createHash } from "node:crypto";
import type { QueueIdentity, Repository } from "../../../queue/identity";
import { formatRepository, toIdentityKey } from "../../../queue/queue-identity";
import type { EngineOptions } from "../engine-options";
import type { EngineState, HostPullRequest, Queue } from "../engine-state";
import type { SortedMapDraft } from "../sorted-map";
import { createSortedMap, draftSortedMap } from "../sorted-map";
import type { EngineDraft, QueueDraft } from "./draft";
import { draftQueue, freezeQueue } from "./queue-draft";

/** What the outside world contributes to an event. */
export interface EngineContext {
  /** When the event happens, in milliseconds since 1970 (UTC). */
  readonly nowMs: number;
  readonly options: EngineOptions;
}

/** Makes a draft of a state, to be changed at a moment that is not before the state's own. */
export function draftEngine(state: EngineState, { nowMs, options }: EngineContext): EngineDraft {
  return {
    options,
    nowMs: Math.max(nowMs, state.nowMs),
    seed: state.seed,
    identifiers: state.identifiers,
    queues: state.queues,
    opened: new Map(),
    removed: new Set(),
    unsettled: new Set(),
    pullRequests: state.pullRequests,
    openedRepositories: new Map(),
    branchVersions: state.branchVersions,
    trackedEvents: state.trackedEvents,
  };
}

/** Makes a state of a draft; what the draft has not touched is shared with the state it was made from. */
export function freezeEngine(draft: EngineDraft, before: EngineState): EngineState {
  return {
    ...before,
    seed: draft.seed,
    identifiers: draft.identifiers,
    nowMs: draft.nowMs,
    queues: freezeQueues(draft),
    pullRequests: freezePullRequests(draft),
    branchVersions: draft.branchVersions,
    trackedEvents: draft.trackedEvents,
  };
}

/** Copying maps takes as long as they are large: only where something in them has changed. */
function freezeQueues({ queues, opened, removed }: EngineDraft): EngineState["queues"] {
  if (opened.size === 0 && removed.size === 0) return queues;
  const frozen = new Map(queues);
  for (const [key, queue] of opened) frozen.set(key, freezeQueue(queue));
  for (const key of removed) frozen.delete(key);
  return frozen;
}

function freezePullRequests({ pullRequests, openedRepositories }: EngineDraft): EngineState["pullRequests"] {
  return openedRepositories.size === 0 ? pullRequests : new Map([...pullRequests, ...openedRepositories]);
}

/** Opens a queue for changes. @returns undefined if there is none */
export function tryOpenQueue(draft: EngineDraft, key: string): QueueDraft | undefined {
  const opened = draft.opened.get(key);
  if (opened !== undefined) return opened;
  const queue = draft.queues.get(key);
  return queue === undefined ? undefined : openQueue(draft, key, queue);
}

/** Opens a queue that is given, in place of the one with its key if there is any. */
export function openQueue(draft: EngineDraft, key: string, queue: Queue): QueueDraft {
  const opened = draftQueue(draft, key, queue);
  draft.opened.set(key, opened);
  return opened;
}

/** Opens every queue of a repository in which a pull request was submitted and has not left. */
export function openQueuesWith(draft: EngineDraft, repositoryKey: string, number: number): QueueDraft[] {
  const found: QueueDraft[] = [];
  for (const [key, queue] of draft.queues) {
    const latest = (draft.opened.get(key) ?? queue).latestByNumber;
    if (!key.startsWith(`${repositoryKey}/`) || !latest.has(number)) continue;
    const opened = tryOpenQueue(draft, key);
    if (opened !== undefined) found.push(opened);
  }
  return found;
}

/** Opens the pull requests that a repository's code host knows for changes. */
export function openRepository(
  draft: EngineDraft,
  repositoryKey: string,
): SortedMapDraft<number, HostPullRequest> {
  const before = draft.openedRepositories.get(repositoryKey);
  if (before !== undefined) return before;
  const known = draft.pullRequests.get(repositoryKey);
  const opened = known === undefined ? createSortedMap<number, HostPullRequest>() : draftSortedMap(known);
  draft.openedRepositories.set(repositoryKey, opened);
  return opened;
}

/** Looks up a pull request that a repository's code host knows. @returns undefined if it knows none of the number */
export function tryFindHostPullRequest(
  { openedRepositories, pullRequests }: EngineDraft,
  repositoryKey: string,
  number: number,
): HostPullRequest | undefined {
  return (openedRepositories.get(repositoryKey) ?? pullRequests.get(repositoryKey))?.get(number);
}

/** Answers how a repository is found among the pull requests: `host/owner/name` in lower case, NFC. */
export function toRepositoryKey(repo: Repository): string {
  const name = formatRepository(repo);
  return name.normalize("NFC").toLowerCase().normalize("NFC");
}

/** Answers how often the queues have merged into a branch. */
export function findBranchVersion(state: Pick<EngineState, "branchVersions">, branch: QueueIdentity): number {
  return state.branchVersions.get(toIdentityKey(branch)) ?? 0;
}

/** Makes a UUID that the service has not made before, of its seed and a counter: the same events, the same ids. */
export function makeId(draft: EngineDraft): string {
  draft.identifiers += 1;
  const hex = createHash("sha256").update(`${draft.seed}\n${draft.identifiers}`).digest("hex");
  // Version 8 is for UUIDs of one's own making.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Makes a commit's name of any text. */
export function makeSha(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
