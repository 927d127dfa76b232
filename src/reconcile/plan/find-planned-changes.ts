import type { WantedQueue } from "../../queue/wanted-queue";
import type { Difference, ShownQueue } from "../find-differences";
import { findMismatches, pickWanted } from "../find-differences";
import type { FleetQueue } from "./fleet-member";
import type { PlannedChange, PlannedValue } from "./fleet-plan";
import type { SeenQueue } from "./prepared-plan";

/**
 * Returns the wanted settings to send: all of them for a new queue, else those that differ. The transient state
 * `switching_modes` is never a difference (promise F-25).
 */
export function pickPlanned(wanted: WantedQueue, seen: SeenQueue | undefined): Required<WantedQueue> {
  return pickWanted(wanted, findPlanned(wanted, seen));
}

/** Finds the changes that a plan shows for a queue, without sensitive values. */
export function findPlannedChanges(
  { wanted, sensitive }: Pick<FleetQueue, "wanted" | "sensitive">,
  seen: SeenQueue | undefined,
): PlannedChange[] {
  return findPlanned(wanted, seen).map(({ name, isAdditional, now, wanted: then }) => ({
    name,
    kind: isAdditional ? "additional" : "setting",
    now: toPlannedValue(now, sensitive.has(name)),
    then: toPlannedValue(then, sensitive.has(name)),
  }));
}

const NOTHING: ShownQueue = { settings: {}, additionalFields: {} };

function findPlanned(wanted: WantedQueue, seen: SeenQueue | undefined): Difference[] {
  return findMismatches(wanted, seen ?? NOTHING);
}

function toPlannedValue(value: unknown, isSensitive: boolean): PlannedValue {
  if (value === undefined) return { kind: "absent" };
  return isSensitive ? { kind: "sensitive" } : { kind: "value", value };
}
