import type { EngineOptions } from "./engine/engine-options";
import { DEFAULT_ENGINE_OPTIONS } from "./engine/engine-options";
import type { RefusalKind } from "./engine/refusal";
import { DEFAULT_STATUSES } from "./engine/refusal";

/** How the local service behaves where the interface is silent. docs/assumptions.md lists the reasons. */
export interface EmulatorOptions extends EngineOptions {
  /**
   * Status of each refusal. A refusal with a status of 200 still changes nothing but looks like a success.
   * Default: {@link DEFAULT_STATUSES}.
   */
  readonly statuses: Readonly<Record<RefusalKind, number>>;
  /** What happens to a request with a field that the interface does not know. Default: it is refused. */
  readonly unknownFields: "refuse" | "ignore";
  /**
   * What is answered where the interface shows no body (create, delete, submit, cancel, restart, impacted targets,
   * events): an empty JSON object, or the text `OK`. Default: JSON.
   */
  readonly acknowledgements: "json" | "text";
  /**
   * Whether records of pull requests name their latest test run in a field `testRunId`, which the interface does
   * not have. Default: they do, so that `/getMergeQueueTestingDetails` can be asked.
   */
  readonly testRunIds: "show" | "hide";
}

/** What a caller may set of {@link EmulatorOptions}; the tables within are merged entry by entry. */
export type EmulatorOptionsInput = Partial<
  Omit<EmulatorOptions, "statuses" | "newQueue" | "switchingModes">
> & {
  readonly [Name in "statuses" | "newQueue" | "switchingModes"]?: Partial<EmulatorOptions[Name]>;
};

/** Fills in what the caller leaves out. */
export function resolveOptions(input: EmulatorOptionsInput = {}): EmulatorOptions {
  const defaults = DEFAULT_ENGINE_OPTIONS;
  return {
    ...defaults,
    unknownFields: "refuse",
    acknowledgements: "json",
    testRunIds: "show",
    ...input,
    statuses: { ...DEFAULT_STATUSES, ...input.statuses },
    newQueue: { ...defaults.newQueue, ...input.newQueue },
    switchingModes: { ...defaults.switchingModes, ...input.switchingModes },
  };
}
