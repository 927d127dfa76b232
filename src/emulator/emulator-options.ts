import { completeEngineOptions, type EngineOptions, NEW_QUEUES } from "../engine/engine-options";
import { DEFAULT_STATUSES, type RefusalKind } from "../engine/refusal";

/** How the local service behaves where the interface says nothing; docs/assumptions.md lists the reasons. */
export interface EmulatorOptions extends EngineOptions {
  /**
   * HTTP status of the response to each refused request. With 200, a refusal looks like a success but still
   * changes nothing. Default: {@link DEFAULT_STATUSES}.
   */
  readonly statuses: Readonly<Record<RefusalKind, number>>;
  /** Whether a request with an unknown field is refused. Default: `refuse`. */
  readonly unknownFields: "refuse" | "ignore";
  /**
   * Response body of the operations for which the interface shows no body (create, delete, submit, cancel,
   * restart, impacted targets, events): an empty JSON object, or `OK`. Default: `json`.
   */
  readonly acknowledgements: "json" | "text";
  /** Whether pull requests show the `testRunId` for `/getMergeQueueTestingDetails`. Default: `show`. */
  readonly testRunIds: "show" | "hide";
}

/** The names of the sets of default settings for new queues. */
export const NEW_QUEUE_CHOICES = Object.keys(NEW_QUEUES) as (keyof typeof NEW_QUEUES)[];

/** {@link EmulatorOptions}, all optional. The defaults also fill in the absent fields of nested objects. */
export type EmulatorOptionsInput = Partial<
  Omit<EmulatorOptions, "statuses" | "newQueue" | "switchingModes">
> & {
  readonly [Name in "statuses" | "newQueue" | "switchingModes"]?: Partial<EmulatorOptions[Name]>;
} & {
  /** Which defaults a new queue gets for settings that `newQueue` omits. Default: `published`. */
  readonly defaults?: "published" | "careful" | undefined;
};

/** Fills in the defaults. */
export function resolveOptions(input: EmulatorOptionsInput = {}): EmulatorOptions {
  const { defaults: choice = "published", ...given } = input;
  const defaults = completeEngineOptions({ answers: input.answers ?? "interface" });
  return {
    ...defaults,
    unknownFields: "refuse",
    acknowledgements: "json",
    testRunIds: "show",
    ...given,
    statuses: { ...DEFAULT_STATUSES, ...input.statuses },
    newQueue: { ...NEW_QUEUES[choice], ...input.newQueue },
    switchingModes: { ...defaults.switchingModes, ...input.switchingModes },
  };
}
