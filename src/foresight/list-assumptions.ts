import type { ReplicationSetup } from "./drive/replication";
import type { LoadChange } from "./load-change";
import { BATCHING_NAMES, type SimulatedSettingName, type SimulatedSettings } from "./simulated-settings";

/** The inputs of a simulation. */
export interface AssumptionInputs extends Pick<ReplicationSetup, "singleMode" | "load"> {
  readonly now: SimulatedSettings;
  readonly then: SimulatedSettings;
  readonly loadChange?: LoadChange | undefined;
  /** Current settings that the user did not give. They have the values that are published for new queues. */
  readonly defaulted: readonly SimulatedSettingName[];
  /** Changed settings that a simulation does not use. */
  readonly ignored: readonly string[];
}

/** Lists the assumptions of a simulation, as sentences without a full stop. At least one always applies. */
export function listAssumptions(inputs: AssumptionInputs): string[] {
  const { load, loadChange } = inputs;
  const failureRates = [load.failureRate, load.flakeRate, loadChange?.failureRate?.then ?? 0];
  const assumptions = ["tests fail independently"];
  if (load.arrivals.kind === "poisson") assumptions.push("pull requests arrive at random, around the clock");
  if (load.ciSlots === undefined) assumptions.push("CI starts every test at once");
  if (inputs.ignored.length > 0) assumptions.push(`no effect of ${inputs.ignored.join(", ")}`);
  if (failureRates.some((rate) => rate > 0)) assumptions.push(...listRules(inputs));
  return [...assumptions, ...listModes(inputs), ...listDefaults(inputs)];
}

/** Lists the rules for failures that a service published in autumn 2026 (docs/assumptions.md). */
function listRules({ now, then }: AssumptionInputs): string[] {
  const rules = ["pull requests on top of an unsettled failure wait until it is settled"];
  if (now.batch || then.batch) rules.push("the second half of a failed batch is tested on top of the first");
  return rules;
}

function listModes({ now, then, singleMode, load }: AssumptionInputs): string[] {
  const modes = new Set([now.mode, then.mode]);
  const assumptions: string[] = [];
  if (modes.has("single")) {
    assumptions.push(
      singleMode === "one-line"
        ? "mode single has one line, in which as many groups are tested at once as concurrency says (one-line)"
        : "mode single tests one group at a time (one-at-a-time), so concurrency has no effect",
    );
  }
  if (modes.has("parallel") && load.targets.length === 1) {
    assumptions.push("all changes impact the same target");
  }
  return assumptions;
}

function listDefaults({ now, then, defaulted }: AssumptionInputs): string[] {
  const hasBatches = now.batch || then.batch;
  const shown = defaulted.filter((name) => hasBatches || !BATCHING_NAMES.includes(name));
  if (shown.length === 0) return [];
  return [
    `settings with the values that are published for new queues: ${shown.map((name) => `${name} ${now[name]}`).join(", ")}`,
  ];
}
