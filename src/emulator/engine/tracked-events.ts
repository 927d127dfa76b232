import type { EventSequence, TrackedEvent } from "../../api/tracked-event";
import type { Repository } from "../../queue/identity";
import type { SortedMap } from "./sorted-map";

/** What a repository's CI has told. */
export interface TrackedEvents {
  /** In the spelling of the first upload. */
  readonly repo: Repository;
  /** Latest version of each event, by position: 1 is the event that was heard of first. */
  readonly events: SortedMap<number, TrackedEvent>;
  /** Position of each event, by the event's id. */
  readonly positions: SortedMap<string, number>;
  /** Latest description of each sequence, by its key. */
  readonly sequences: SortedMap<string, EventSequence>;
}
