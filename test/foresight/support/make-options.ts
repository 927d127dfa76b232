import type { Load } from "../../../src/foresight/load";
import type { SimulateOptions } from "../../../src/foresight/simulate";
import type { SimulatedSettings } from "../../../src/foresight/simulated-settings";
import { makeSetup } from "./make-setup";

/** What a test changes of {@link makeOptions}. */
export type OptionChanges = Partial<Omit<SimulateOptions, "now" | "then" | "load">> & {
  readonly load?: Partial<Load>;
  readonly now?: Partial<SimulatedSettings>;
  /** Default: as now. */
  readonly then?: Partial<SimulatedSettings>;
};

/** Makes options for two short replications of what `makeSetup` describes. */
export function makeOptions({
  load = {},
  now = {},
  then = now,
  ...changes
}: OptionChanges = {}): SimulateOptions {
  const setup = makeSetup({ settings: now, load });
  return {
    queue: null,
    assumed: true,
    source: "Assumed.",
    assumptions: [],
    now: setup.settings,
    then: makeSetup({ settings: then }).settings,
    singleMode: setup.singleMode,
    load: setup.load,
    drawLoad: () => setup.load,
    pullRequests: 100,
    replications: 2,
    seed: "1",
    history: { reason: "the numbers were given by hand" },
    ...changes,
  };
}
