import { isBatchingSetting, toPropName } from "../../queue/batching-settings";
import type { Finding } from "../../queue/finding";
import { quote } from "../../text/quote";
import { suggestName } from "../../text/suggest-name";
import { splitTemplate } from "../../text/terraform-template";
import type { Construct } from "../cdk";
import { isNested, isUnresolved, MAX_DEPTH, toMeaning } from "./terraform-value";

/** Finds everything that is wrong with one prop. The paths of the findings are relative to the prop. */
export type PropCheck = (value: unknown) => readonly Finding[];

/** The check of each prop, in the order in which findings are reported. */
export type PropChecks = Readonly<Record<string, PropCheck>>;

type ValueCheck = (value: unknown) => string | readonly string[] | undefined;

/** Returns the props. If they are not an object, returns an empty object, and synthesis reports the error. */
export function takeProps<Props extends object>(construct: Construct, props: Props): Props {
  if (isObject(props)) return props;
  const message = `props: Must be an object of props, got ${quote(props)}.`;
  construct.node.addValidation({ validate: () => [message] });
  return {} as Props;
}

/** Tells whether a value is an object, and not a list. */
export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks props, which may have any type in JavaScript. Accepts tokens and expressions. */
export function checkProps(props: object, checks: PropChecks): Finding[] {
  const given = props as Readonly<Record<string, unknown>>;
  const templates = Object.keys(checks).flatMap((name) => checkTemplates([name], given[name]));
  return [...runChecks(props, checks), ...templates];
}

/** Checks the fields of an object prop. An unknown field is a finding. */
export function checkFields(prop: string, fields: object, checks: PropChecks): Finding[] {
  const known = Object.keys(checks);
  const unknown = Object.keys(fields).filter((name) => !known.includes(name));
  const tell = (name: string): string => `${prop} has only ${known.join(", ")}.${suggestName(name, known)}`;
  return [...unknown.map((name) => ({ path: [name], message: tell(name) })), ...runChecks(fields, checks)];
}

export function checkPropNames(props: object, known: readonly string[]): Finding[] {
  return Object.entries(props)
    .filter(([name, value]) => value !== undefined && !known.includes(name))
    .map(([name]) => ({ path: [name], message: describeUnknownProp(name, known) }));
}

/** Says that a construct does not have a prop, and suggests the most similar prop. */
export function describeUnknownProp(name: string, known: readonly string[]): string {
  const isInBatching = known.includes("batching") && isBatchingSetting(name);
  const suggestion = isInBatching ? ` Did you mean ${toPropName(name)}?` : suggestName(name, known);
  return `There is no prop with this name.${suggestion}`;
}

export function required(check: ValueCheck): PropCheck {
  return (value) => {
    if (isUnresolved(value)) return [];
    return [check(toMeaning(value)) ?? []].flat().map((message) => ({ path: [], message }));
  };
}

export function optional(check: ValueCheck): PropCheck {
  const checkGiven = required(check);
  return (value) => (value === undefined ? [] : checkGiven(value));
}

export function checkText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? undefined : "Must be a string that is not empty.";
}

/** Writes a finding as one sentence that begins with the path of the prop. */
export function formatFinding({ path, message }: Finding): string {
  return `${path.join(".")}: ${message}`;
}

function runChecks(props: object, checks: PropChecks): Finding[] {
  const given = props as Readonly<Record<string, unknown>>;
  return Object.entries(checks).flatMap(([name, check]) =>
    check(given[name]).map(({ path, message }) => ({ path: [name, ...path], message })),
  );
}

export const CLOSE_OR_ESCAPE =
  "Close the expression with a brace. For a literal ${ or %{, double the first character: $${ or %%{.";

/** Finds strings with an unclosed expression, at any depth. Terraform cannot read a file that has one. */
function checkTemplates(path: readonly string[], value: unknown, depth = 0): Finding[] {
  if (typeof value === "string") {
    if (!hasUnclosedExpression(value)) return [];
    return [{ path, message: `The expression in ${quote(value)} is not closed. ${CLOSE_OR_ESCAPE}` }];
  }
  if (!isNested(value) || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    checkTemplates(Array.isArray(value) ? path : [...path, name], field, depth + 1),
  );
}

export function hasUnclosedExpression(text: string): boolean {
  return splitTemplate(text).some((part) => part.kind === "expression" && !part.isClosed);
}
