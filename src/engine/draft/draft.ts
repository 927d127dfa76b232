import type { EngineOptions } from "../engine-options";
import type { EngineState, HostPullRequest, LineEntry, Queue } from "../engine-state";
import type { SortedMap, SortedMapDraft } from "../sorted-map";

type Mutable<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type Changing = "identifiers" | "branchVersions" | "trackedEvents";

/**
 * A state that one event is changing. The original state does not change, and its queues and pull requests are shown here
 * as they were; a frozen draft must not be changed.
 */
export interface EngineDraft extends Mutable<Pick<EngineState, Changing>>, Omit<EngineState, Changing> {
  readonly options: EngineOptions;
  /** The queues that the event has touched. */
  readonly opened: Map<string, QueueDraft>;
  /** Keys of the queues that the event has deleted. */
  readonly removed: Set<string>;
  /** The queues in which something may have become possible that was not before. */
  readonly unsettled: Set<QueueDraft>;
  /** Pull requests of the repositories in which the event has changed some. */
  readonly openedRepositories: Map<string, SortedMapDraft<number, HostPullRequest>>;
}

/** An entry of the line that is being changed. */
export type LineEntryDraft = Mutable<LineEntry>;

type Drafted<Value> = Value extends SortedMap<infer Key, infer Item> ? SortedMapDraft<Key, Item> : Value;

/** A queue that one event is changing. */
export type QueueDraft = {
  -readonly [Name in Exclude<keyof Queue, "dueAtMs" | "line">]: Drafted<Queue[Name]>;
} & {
  line: LineEntryDraft[];
  readonly engine: EngineDraft;
  /** Its identity key. */
  readonly key: string;
  /** The key of its repository. */
  readonly repositoryKey: string;
};
