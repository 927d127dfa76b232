import { isSameJson, pickManaged } from "../queue/additional-settings";
import { diffSettings } from "../queue/diff-settings";
import type { WantedQueue } from "../queue/wanted-queue";
import { SWITCHING_MODES } from "./queue-state";
import type { LiveQueue } from "./read-queue";

/** What a service shows of a queue's settings. */
export type ShownQueue = Pick<LiveQueue, "settings" | "additionalFields">;

/** A setting that is wanted otherwise than it is. */
export interface Difference {
  /** Wire name. */
  readonly name: string;
  /** Whether the table does not know it: what is wanted of it may be a secret. */
  readonly isAdditional: boolean;
  /** What the service shows; undefined if it shows nothing. */
  readonly now: unknown;
  /** What is wanted. */
  readonly wanted: unknown;
}

/**
 * Compares what a service shows with what is wanted of a queue.
 * @returns the settings that differ: those of the table in its order, then the additional ones in theirs
 */
export function findDifferences(shown: ShownQueue, wanted: WantedQueue): Difference[] {
  const known = diffSettings(shown.settings, wanted.settings).map(({ name, before, after }) => {
    return { name, isAdditional: false, now: before, wanted: after };
  });
  const additional = [...pickManaged(wanted.additionalSettings)]
    .map(([name, value]) => {
      return { name, isAdditional: true, now: getAdditionalField(shown, name), wanted: value };
    })
    .filter((difference) => !isSameJson(difference.now, difference.wanted));
  return [...known, ...additional];
}

/**
 * Compares what was requested with what the service shows, as {@link findDifferences} does. The transient state
 * `switching_modes` counts as the requested state (promise F-25).
 */
export function findMismatches(requested: WantedQueue, shown: ShownQueue): Difference[] {
  return findDifferences(shown, requested).filter(
    ({ name, isAdditional, now }) => isAdditional || name !== "state" || now !== SWITCHING_MODES,
  );
}

/** Answers the part of what is wanted that differs from what a service shows: what a take-over has to send. */
export function pickDifferent(shown: ShownQueue, wanted: WantedQueue): Required<WantedQueue> {
  return pickWanted(wanted, findDifferences(shown, wanted));
}

/** Answers the part of what is wanted that some differences are about. */
export function pickWanted(wanted: WantedQueue, differences: readonly Difference[]): Required<WantedQueue> {
  const names = new Set(differences.map(({ name }) => name));
  const settings = Object.entries(wanted.settings).filter(([name]) => names.has(name));
  const additional = [...pickManaged(wanted.additionalSettings)].filter(([name]) => names.has(name));
  return { settings: Object.fromEntries(settings), additionalSettings: new Map(additional) };
}

/** Answers a field that the interface does not name; undefined if the service does not show it. */
export function getAdditionalField({ additionalFields }: ShownQueue, name: string): unknown {
  return Object.hasOwn(additionalFields, name) ? additionalFields[name] : undefined;
}
