interface SettingBase<Name extends string> {
  /** Name on the wire, in camelCase (interface, `/updateQueue`). */
  readonly name: Name;
  /** One or two sentences for users: meaning, unit, effect. Markdown. */
  readonly description: string;
  /** Whether `/createQueue` takes it; all others are set by `/updateQueue`. */
  readonly settableOnCreate: boolean;
  /** Whether every service has it: the interface names it. Otherwise it may be missing in a response. */
  readonly isAlwaysShown: boolean;
}

/** A whole number within bounds. */
export interface IntegerSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: "integer";
  /** Smallest value that the service accepts. */
  readonly min: number;
  /** Largest value that the service accepts. */
  readonly max: number;
  /** Unit, for messages: `minutes`, or what is counted. */
  readonly unit: string;
}

/** True or false. */
export interface BooleanSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: "boolean";
}

/** One of a few words. */
export interface EnumSetting<
  Name extends string = string,
  Value extends string = string,
  Transient extends string = string,
> extends SettingBase<Name> {
  readonly kind: "enum";
  /** The values that may be requested. */
  readonly values: readonly Value[];
  /** Values that the service may return but that cannot be requested. */
  readonly transientValues: readonly Transient[];
}

/** Any string, which may be empty. */
export interface StringSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: "string";
}

/** An unordered collection of distinct, non-empty strings. */
export interface StringSetSetting<Name extends string = string> extends SettingBase<Name> {
  readonly kind: "stringSet";
  /** Wire name of the flag that resets the setting to the service's own choice. */
  readonly deleteFlag: string;
}

/** One row of the settings table. */
export type SettingDefinition =
  | IntegerSetting
  | BooleanSetting
  | EnumSetting
  | StringSetting
  | StringSetSetting;
