interface SettingBase {
  /** Name of the setting on the wire, in camelCase (interface, `/updateQueue`). */
  readonly name: string;
  /** Name of the setting in Terraform, in snake_case. */
  readonly attribute: string;
  /** The setting's meaning, unit and effect, in one or two sentences of Markdown for users. */
  readonly description: string;
  /** Whether `/createQueue` accepts the setting. If not, only `/updateQueue` can set it. */
  readonly settableOnCreate: boolean;
  /** Whether the interface names the setting, so that every service has it. A service may lack the others. */
  readonly isAlwaysShown: boolean;
  /** Whether the setting got its attribute only in version 1.8. */
  readonly isGained?: true;
}

interface IntegerSetting extends SettingBase {
  readonly kind: "integer";
  readonly min: number;
  /** Minimum in the first interface, if that minimum is higher than `min`. */
  readonly firstMin?: number;
  readonly max: number;
  /** Unit that messages show, such as `minutes` or `pull requests`. */
  readonly unit: string;
}

interface PlainSetting extends SettingBase {
  readonly kind: "boolean" | "string";
}

/** A setting whose value is one of a few words. */
export interface EnumSetting extends SettingBase {
  readonly kind: "enum";
  readonly values: readonly string[];
  /** Values that a response may contain, but a request must not contain. */
  readonly transientValues: readonly string[];
}

interface StringSetSetting extends SettingBase {
  readonly kind: "stringSet";
  /** Wire name of the flag that resets the setting, so that the service chooses its value again. */
  readonly deleteFlag: string;
}

/** A setting that is a list of rules. Each rule has a pattern and a policy. */
export interface RulesSetting extends SettingBase {
  readonly kind: "rules";
  readonly policies: readonly string[];
}

/** One row of the settings table. */
export type SettingDefinition = IntegerSetting | PlainSetting | EnumSetting | StringSetSetting | RulesSetting;
