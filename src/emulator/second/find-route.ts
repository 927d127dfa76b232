import { SECOND_OPERATIONS, type SecondName } from "../../wire/second/operations";
import { SECOND_HANDLERS } from "./second-handlers";

/** Path prefix of the second interface. */
export const SECOND_BASE_PATH = "/v2";

/** An operation with the values that its path contains. */
export interface SecondRoute {
  readonly name: SecondName;
  readonly parameters: Readonly<Record<string, string>>;
}

const ROUTES = (Object.keys(SECOND_HANDLERS) as SecondName[])
  .map((name) => {
    const { method, path } = SECOND_OPERATIONS[name];
    return { name, method, parts: `${SECOND_BASE_PATH}${path}`.split("/") };
  })
  // A path without placeholders is nobody's id.
  .sort((a, b) => Number(a.parts.some(isPlaceholder)) - Number(b.parts.some(isPlaceholder)));

/** Tells whether a path belongs to the second interface. */
export function isSecondPath(path: string): boolean {
  return path === SECOND_BASE_PATH || path.startsWith(`${SECOND_BASE_PATH}/`);
}

/** Finds the operation of a method and a path. @returns undefined if there is none */
export function tryFindRoute(method: string, path: string): SecondRoute | undefined {
  const given = path.split("/");
  for (const route of ROUTES) {
    if (route.method !== method || route.parts.length !== given.length) continue;
    const parameters = tryMatch(route.parts, given);
    if (parameters !== undefined) return { name: route.name, parameters };
  }
  return undefined;
}

function tryMatch(parts: readonly string[], given: readonly string[]): SecondRoute["parameters"] | undefined {
  const parameters: [string, string][] = [];
  for (const [index, part] of parts.entries()) {
    const text = given[index] ?? "";
    if (isPlaceholder(part)) {
      const value = tryDecode(text);
      if (value === undefined || value === "") return undefined;
      parameters.push([part.slice(1, -1), value]);
    } else if (part !== text) return undefined;
  }
  return Object.fromEntries(parameters);
}

function isPlaceholder(part: string): boolean {
  return part.startsWith("{");
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // Such a path names nothing.
    return undefined;
  }
}
