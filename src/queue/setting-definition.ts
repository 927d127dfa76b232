interface SettingBase {
  /** Name on the wire, in camelCase (interface, `/updateQueue`). */
  readonly name: string;
  /** Name in Terraform, in snake_case. */
  readonly attribute: string;
  /** One or two sentences for users: meaning, unit, effect. Markdown. */
  readonly description: string;
  /** Whether `/createQueue` takes it. `/updateQueue` sets all other settings. */
  readonly settableOnCreate: boolean;
  /** Whether every service has the setting: the interface names it. If not, a response may lack it. */
  readonly isAlwaysShown: boolean;
  /** Whether the setting had no attribute before version 1.8. */
  readonly isGained?: true;
}

interface IntegerSetting extends SettingBase {
  readonly kind: "integer";
  readonly min: number;
  /** Minimum in the first interface, if it is higher than `min`. */
  readonly firstMin?: number;
  readonly max: number;
  /** Unit for messages: `minutes`, `pull requests`. */
  readonly unit: string;
}

interface PlainSetting extends SettingBase {
  readonly kind: "boolean" | "string";
}

/** One of a few words. */
export interface EnumSetting extends SettingBase {
  readonly kind: "enum";
  readonly values: readonly string[];
  /** Values that the service may return but that cannot be requested. */
  readonly transientValues: readonly string[];
}

interface StringSetSetting extends SettingBase {
  readonly kind: "stringSet";
  /** Wire name of the flag that lets the service choose the value again. */
  readonly deleteFlag: string;
}

/** A list of rules, each with a pattern and a policy. */
export interface RulesSetting extends SettingBase {
  readonly kind: "rules";
  readonly policies: readonly string[];
}

/** One row of the settings table. */
export type SettingDefinition = IntegerSetting | PlainSetting | EnumSetting | StringSetSetting | RulesSetting;
