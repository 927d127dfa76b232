import { isSameJson, pickManaged } from "../queue/additional-settings";
import { findSettingChanges } from "../queue/find-setting-changes";
import { getAdditionalField } from "../queue/known-queue";
import type { WantedQueue } from "../queue/wanted-queue";
import { SWITCHING_MODES } from "./queue-state";
import type { LiveQueue } from "./read-queue";

/** The settings of a queue as the service shows them. */
export type ShownQueue = Pick<LiveQueue, "settings" | "additionalFields">;

/** A setting whose wanted value differs from its present value. */
export interface WantedChange {
  readonly name: string;
  /** Whether the settings table lacks this setting. The wanted value of such a setting may be a secret. */
  readonly isAdditional: boolean;
  /** The present value; undefined if the service does not show it. */
  readonly now: unknown;
  readonly wanted: unknown;
}

/** Finds the wanted settings that differ: first those of the settings table, then additional settings. */
export function findStrictChanges(shown: ShownQueue, wanted: WantedQueue): WantedChange[] {
  const known = findSettingChanges(shown.settings, wanted.settings).map(({ name, before, after }) => {
    return { name, isAdditional: false, now: before, wanted: after };
  });
  const additional = [...pickManaged(wanted.additionalSettings)].map(([name, value]) => {
    return { name, isAdditional: true, now: getAdditionalField(shown, name), wanted: value };
  });
  return [...known, ...additional.filter(({ now, wanted: then }) => !isSameJson(now, then))];
}

/** Does the same as {@link findStrictChanges}, but accepts any wanted state while a queue switches modes. */
export function findWantedChanges(requested: WantedQueue, shown: ShownQueue | undefined): WantedChange[] {
  return findStrictChanges(shown ?? { settings: {}, additionalFields: {} }, requested).filter(
    ({ name, isAdditional, now }) => isAdditional || name !== "state" || now !== SWITCHING_MODES,
  );
}

/** Returns only those wanted settings that `changes` names. */
export function pickWanted(wanted: WantedQueue, changes: readonly WantedChange[]): Required<WantedQueue> {
  const names = new Set(changes.map(({ name }) => name));
  const settings = Object.entries(wanted.settings).filter(([name]) => names.has(name));
  const additional = [...pickManaged(wanted.additionalSettings)].filter(([name]) => names.has(name));
  return { settings: Object.fromEntries(settings), additionalSettings: new Map(additional) };
}
