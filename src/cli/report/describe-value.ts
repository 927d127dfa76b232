import { tryFindSetting } from "../../queue/settings";
import type { PlannedChange, PlannedValue } from "../../reconcile/plan/fleet-plan";

/** How much of a value is shown. */
export interface ValueLimits {
  /** Elements of a list. */
  readonly maxTexts: number;
  /** UTF-16 units of each text. */
  readonly maxLength: number;
}

/** A value as a report shows it: words of ours, or texts that are what the value holds, not yet escaped. */
export type ShownValue =
  | { readonly kind: "words"; readonly words: string }
  | {
      readonly kind: "texts";
      readonly texts: readonly string[];
      /** How many elements of a list are left out. */
      readonly more: number;
    };

/** Says how the value of a change is shown, whatever it is. */
export function describeValue(
  value: PlannedValue,
  { name, kind }: Pick<PlannedChange, "name" | "kind">,
  { maxTexts }: Pick<ValueLimits, "maxTexts">,
): ShownValue {
  switch (value.kind) {
    case "absent":
      return { kind: "words", words: "—" };
    case "default":
      return { kind: "words", words: "not carried over: the service's default" };
    case "unknown":
      return { kind: "words", words: "known after apply" };
    case "sensitive":
      return { kind: "words", words: "sensitive value" };
    case "value":
      return describeKnown(value.value, kind === "setting" ? name : undefined, maxTexts);
  }
}

/** @param setting - wire name, if it is one of the table's */
function describeKnown(value: unknown, setting: string | undefined, maxTexts: number): ShownValue {
  const definition = setting === undefined ? undefined : tryFindSetting(setting);
  if (Array.isArray(value) && definition?.kind === "stringSet") {
    if (value.length === 0) return { kind: "words", words: "none" };
    const texts = value.slice(0, maxTexts).map((element: unknown) => toText(element));
    return { kind: "texts", texts, more: value.length - texts.length };
  }
  const unit = definition?.kind === "integer" && definition.unit === "minutes" ? " min" : "";
  return { kind: "texts", texts: [`${toText(value)}${unit}`], more: 0 };
}

/** Texts stay as they are; everything else is JSON. */
function toText(value: unknown): string {
  if (typeof value === "string") return value;
  const json = JSON.stringify(value) as string | undefined;
  return json ?? "—";
}
