import { isBatchingSetting, toPropName } from "../../queue/batching-settings";
import type { Finding } from "../../queue/finding";
import { suggestName } from "../../text/suggest-name";
import { isUnresolved, toMeaning } from "../values/terraform-value";
import { checkTemplates } from "./check-templates";

/** Finds everything that is wrong with one prop. Paths start below the prop. */
export type PropCheck = (value: unknown) => readonly Finding[];

/** The check of each prop, in the order in which findings are reported. */
export type PropChecks = Readonly<Record<string, PropCheck>>;

/** Checks a known value. Returns what is wrong with it, in sentences. */
type ValueCheck = (value: unknown) => string | readonly string[] | undefined;

/**
 * Checks props as far as they are known at synth; tokens and expressions are always valid. Values can be of any type,
 * because JavaScript callers can pass anything.
 */
export function checkProps(props: object, checks: PropChecks): Finding[] {
  const templates = Object.keys(checks).flatMap((name) =>
    checkTemplates([name], (props as Readonly<Record<string, unknown>>)[name]),
  );
  return [...runChecks(props, checks), ...templates];
}

/** Checks the fields of an object prop; unknown fields are findings. */
export function checkFields(prop: string, fields: object, checks: PropChecks): Finding[] {
  const known = Object.keys(checks);
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => ({
      path: [name],
      message: `${prop} has only ${known.join(", ")}.${suggestName(name, known)}`,
    })),
    ...runChecks(fields, checks),
  ];
}

/** Finds props with unknown names. */
export function checkPropNames(props: object, known: readonly string[]): Finding[] {
  return Object.entries(props)
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([name]) => ({ path: [name], message: describeUnknownProp(name, known) }));
}

/** Says that a construct does not have a prop, and suggests the one most likely meant. */
export function describeUnknownProp(name: string, known: readonly string[]): string {
  const isInBatching = known.includes("batching") && isBatchingSetting(name);
  const suggestion = isInBatching ? ` Did you mean ${toPropName(name)}?` : suggestName(name, known);
  return `There is no prop with this name.${suggestion}`;
}

/** Makes the check of a required prop. */
export function required(check: ValueCheck): PropCheck {
  return (value) => {
    if (isUnresolved(value)) return [];
    return [check(toMeaning(value)) ?? []].flat().map((message) => ({ path: [], message }));
  };
}

/** Makes the check of an optional prop. */
export function optional(check: ValueCheck): PropCheck {
  const checkGiven = required(check);
  return (value) => (value === undefined ? [] : checkGiven(value));
}

/** Checks that a value is a string that is not empty. */
export function checkText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? undefined : "Must be a string that is not empty.";
}

/** Writes a finding as one sentence that begins with the path of the prop. */
export function formatFinding({ path, message }: Finding): string {
  return `${path.join(".")}: ${message}`;
}

function runChecks(props: object, checks: PropChecks): Finding[] {
  return Object.entries(checks).flatMap(([name, check]) =>
    check((props as Readonly<Record<string, unknown>>)[name]).map(({ path, message }) => ({
      path: [name, ...path],
      message,
    })),
  );
}
