import {
  assumeDefaults,
  type QueueRecord,
  SETTING_NAMES,
  type SettingName,
  type SettingValue,
} from "../../queue/settings";
import { SETTINGS_THAT_FOLLOW } from "../../queue/settings-that-follow";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { ShownQueue } from "../find-differences";

/** A new queue runs, and its statuses are those of its branch. */
const NEVER_LEARNED: readonly SettingName[] = ["state", "requiredStatuses"];

/** What a new queue of one service gets where nothing is sent: as new queues of this process showed it, else as assumed. */
export class NewQueueValues {
  /** Values that differ from the assumed ones. */
  readonly #settings = new Map<SettingName, SettingValue>();
  readonly #additional = new Map<string, unknown>();

  /** Learns from a new queue. What was sent for it says nothing about others, nor do the settings that follow that. */
  learn({ settings, additionalFields }: ShownQueue, wanted: WantedQueue): void {
    const assumed = assumeDefaults(settings);
    const sent = SETTING_NAMES.filter((name) => wanted.settings[name] !== undefined);
    const silent = [
      ...NEVER_LEARNED,
      ...sent,
      ...sent.flatMap((name) => SETTINGS_THAT_FOLLOW.get(name) ?? []),
    ];
    for (const name of SETTING_NAMES) {
      const value = settings[name];
      if (value === undefined || silent.includes(name)) continue;
      if (value === assumed[name]) this.#settings.delete(name);
      else this.#settings.set(name, value);
    }
    for (const [name, value] of Object.entries(additionalFields)) {
      if (wanted.additionalSettings?.has(name) !== true) this.#additional.set(name, value);
    }
  }

  /** Returns the values that a new queue has, where this one has the settings that were sent. */
  expect(found: QueueRecord): ShownQueue {
    return {
      settings: { ...assumeDefaults(found), ...Object.fromEntries(this.#settings) },
      additionalFields: Object.fromEntries(this.#additional),
    };
  }
}
