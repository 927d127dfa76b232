import { quote } from "../text/quote";
import { GAINED_SETTINGS, isSameJson, pickManaged } from "./additional-settings";
import { findSettingChanges, isSameSetting, isTransientValue } from "./find-setting-changes";
import { type QueueRecord, SETTING_NAMES, SETTINGS, type SettingName, type SettingValue } from "./settings";
import { SETTINGS_THAT_MAY_FOLLOW } from "./settings-that-follow";
import type { WantedQueue } from "./wanted-queue";

/** What a service shows of a queue, by wire name: its settings, and its fields that are not in the table. */
export interface ShownSettings {
  readonly settings: QueueRecord;
  readonly additionalFields: { readonly [name: string]: unknown };
}

export interface SentChange extends WantedQueue {
  readonly deleteRequiredStatuses?: boolean | undefined;
}

/** Evidence that someone else changed or created a queue. */
export interface QueueDrift {
  /** A clause, such as `its concurrency is 9 and was 4`. Never shows the value of an additional setting. */
  readonly reason: string;
  /** Wire name of the setting, or `additionalSettings.<name>`. Undefined if the pull requests differ. */
  readonly field?: string;
}

/** How messages name the settings of a queue, and whether messages hide the values of a setting. */
export interface ReasonStyle {
  readonly nameSetting: (wireName: string) => string;
  readonly isHidden: (wireName: string) => boolean;
}

/**
 * What an operation knows of a queue: the last read, and the operation's own changes, both as sent and as
 * stored by the service. Any other value comes from someone else, who may even have recreated the queue. A
 * setting that the last read did not show is not compared. The state is compared only if it was sent.
 */
export class KnownQueue {
  readonly #additionalNames: readonly string[];
  #last: ShownSettings | undefined;
  #sent: readonly SentChange[] = [];
  #stored: readonly ShownSettings[] = [];

  /** @param additionalNames - wire names of declared settings outside the table, which are compared, too */
  constructor(last?: ShownSettings, additionalNames: Iterable<string> = []) {
    this.#last = last;
    this.#additionalNames = [...additionalNames];
  }

  see(live: ShownSettings): void {
    this.#last = toComplete(live);
  }

  /** Records a change. If the change was not applied, call the returned function to remove the record. */
  send(change: SentChange): () => void {
    this.#sent = [...this.#sent, change];
    return () => {
      this.#sent = this.#sent.filter((sent) => sent !== change);
    };
  }

  store(sent: SentChange, stored: ShownSettings): void {
    const names = SETTING_NAMES.filter((name) => sent.settings[name] !== undefined);
    const settings = Object.fromEntries(names.map((name) => [name, stored.settings[name]]));
    const additional = [...pickManaged(sent.additionalSettings).keys()];
    const fields = additional.map((name) => [name, getAdditionalField(stored, name)] as const);
    this.#stored = [...this.#stored, { settings, additionalFields: Object.fromEntries(fields) }];
  }

  /** Tells whether a read shows a sent change. Released required statuses show as a change of their list. */
  isStored(change: SentChange, live: ShownSettings): boolean {
    const { settings, additionalSettings, deleteRequiredStatuses } = change;
    const additional = [...pickManaged(additionalSettings)];
    return (
      findSettingChanges(live.settings, settings).length === 0 &&
      additional.every(([name, value]) => isSameJson(getAdditionalField(live, name), value)) &&
      (deleteRequiredStatuses !== true || this.#differs("requiredStatuses", toComplete(live)))
    );
  }

  /** Finds the first setting that someone else changed. Compares `state` only if this operation sent it. */
  findDrift(
    live: ShownSettings,
    { nameSetting, isHidden }: ReasonStyle,
    comparesState = this.#sent.some(({ settings }) => settings.state !== undefined),
  ): QueueDrift | undefined {
    const now = toComplete(live);
    const own = this.#sent.flatMap(listConsequences);
    for (const { name } of SETTINGS) {
      const value = now.settings[name];
      if (value === undefined || (name === "state" && !comparesState) || own.includes(name)) continue;
      if (!this.#differs(name, now) || this.#wasSent(name, value)) continue;
      const what = `its ${nameSetting(name)}`;
      const reason = `${what} is ${quote(value)} and was ${quote(this.#last?.settings[name])}`;
      return { field: name, reason: isHidden(name) ? `${what} has another value` : reason };
    }
    const name = this.#additionalNames.find((each) => this.#hasOther(each, getAdditionalField(live, each)));
    // An additional setting may be a secret.
    if (name === undefined) return undefined;
    return { field: `additionalSettings.${name}`, reason: `its ${name} has another value` };
  }

  /** Tells whether a setting differs from the last read. False if either value is absent or transient. */
  #differs(name: SettingName, now: ShownSettings): boolean {
    const values = [this.#last?.settings[name], now.settings[name]] as const;
    const [before, value] = values;
    if (before === undefined || value === undefined || values.some((each) => isTransientValue(name, each)))
      return false;
    return !isSameSetting(name, before, value);
  }

  #wasSent(name: SettingName, value: SettingValue): boolean {
    const own: readonly (SettingValue | undefined)[] = [...this.#sent, ...this.#stored].map(
      ({ settings }) => settings[name],
    );
    return own.some((each) => each !== undefined && isSameSetting(name, value, each));
  }

  #hasOther(name: string, value: unknown): boolean {
    const before = this.#last && getAdditionalField(this.#last, name);
    if (before === undefined || value === undefined || isSameJson(before, value)) return false;
    const own = [
      ...this.#sent.map(({ additionalSettings }) => additionalSettings?.get(name)),
      ...this.#stored.map((stored) => getAdditionalField(stored, name)),
    ];
    return !own.some((each) => isSameJson(each, value));
  }
}

function listConsequences({ settings, deleteRequiredStatuses }: SentChange): SettingName[] {
  const following = [...SETTINGS_THAT_MAY_FOLLOW].flatMap(([trigger, names]) =>
    settings[trigger] === undefined ? [] : names,
  );
  return deleteRequiredStatuses === true ? [...following, "requiredStatuses"] : following;
}

/** If a read shows no required statuses, adds an empty list, because some services hide inherited lists. */
export function toComplete({ settings, additionalFields }: ShownSettings): ShownSettings {
  return { settings: { ...settings, requiredStatuses: settings.requiredStatuses ?? [] }, additionalFields };
}

/** Returns the value of an additional setting; undefined if the service does not show it. */
export function getAdditionalField({ additionalFields, settings }: ShownSettings, name: string): unknown {
  if (GAINED_SETTINGS.has(name)) return settings[name as SettingName];
  return Object.hasOwn(additionalFields, name) ? additionalFields[name] : undefined;
}
