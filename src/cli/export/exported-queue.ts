import type { JsonValue } from "../../queue/additional-settings";
import type { QueueIdentity } from "../../queue/queue-identity";

/** A setting that is declared. */
export interface ExportedSetting {
  /** Wire name. */
  readonly name: string;
  readonly value: JsonValue;
}

/** A setting that is left out. */
export interface LeftOutSetting {
  /** Wire name. */
  readonly name: string;
  /** Whether it is missing in the settings table. */
  readonly isAdditional: boolean;
  /** Why, as the end of a sentence. */
  readonly reason: string;
}

/** A live queue, ready to be written in any language. */
export interface ExportedQueue {
  /** Name of its resource and id of its construct: letters, digits and underscores. */
  readonly name: string;
  readonly identity: QueueIdentity;
  /** Declared settings, in the order of the settings table. */
  readonly settings: readonly ExportedSetting[];
  /** Declared settings that are not in the table. */
  readonly additionalSettings: readonly ExportedSetting[];
  /** Settings that are declared in a comment. */
  readonly suggested: readonly ExportedSetting[];
  /** Settings that are left out. */
  readonly leftOut: readonly LeftOutSetting[];
}

/** Facts for the comment of a file. */
export interface ExportFacts {
  /** The queue that the queues were compared with; undefined: none. */
  readonly baseline: string | undefined;
}
