import type { JsonValue } from "../../queue/additional-settings";
import type { QueueIdentity } from "../../queue/queue-identity";

/** A setting that stands in the code. */
export interface ExportedSetting {
  /** Wire name. */
  readonly name: string;
  readonly value: JsonValue;
}

/** A setting that does not stand in the code. */
export interface LeftOutSetting {
  /** Wire name. */
  readonly name: string;
  /** Whether the settings table does not know it. */
  readonly isAdditional: boolean;
  /** Why, as the end of a sentence. */
  readonly reason: string;
}

/** A live queue as code of any language has it. */
export interface ExportedQueue {
  /** Name of its resource and id of its construct: letters, digits and underscores. */
  readonly name: string;
  readonly identity: QueueIdentity;
  /** What is declared, in the order of the settings table. */
  readonly settings: readonly ExportedSetting[];
  /** What is declared of settings that the table does not know. */
  readonly additionalSettings: readonly ExportedSetting[];
  /** What would be declared if its reader took the comment marks away. */
  readonly suggested: readonly ExportedSetting[];
  /** What cannot be declared, or shall not. */
  readonly leftOut: readonly LeftOutSetting[];
}

/** What a file says of itself. */
export interface ExportFacts {
  /** What the queues were compared with, so that only differences are written; undefined: everything is. */
  readonly baseline: string | undefined;
}
