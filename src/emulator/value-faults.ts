import type { Fault } from "./faults";
import { rewriteAnswer, rewriteRequest } from "./faults";

/** What {@link changeAnswer} makes of the objects that a service answers. */
export interface AnswerChange {
  /** Fields that are added, or shown with another value: what a newer service has to tell. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Fields that are left out. */
  readonly remove?: readonly string[];
}

/** Changes fields of the JSON objects that the service answers, at their top level; other answers pass. */
export function changeAnswer({ set = {}, remove = [] }: AnswerChange): Fault {
  return rewriteAnswer((body) => {
    if (!isObject(body)) return body;
    const kept = Object.entries(body).filter(([name]) => !remove.includes(name));
    // Built from entries: a name like __proto__ stays a field.
    return Object.fromEntries([...kept, ...Object.entries(set)]);
  });
}

/**
 * Lets the service store no larger numbers than these, without a word.
 * @param largest - by the name of the field
 */
export function clampNumbers(largest: Readonly<Record<string, number>>): Fault {
  return rewriteRequest((body) => {
    if (!isObject(body)) return body;
    const clamp = ([name, value]: [string, unknown]): [string, unknown] => {
      const limit = Object.hasOwn(largest, name) ? largest[name] : undefined;
      return [name, typeof value === "number" && limit !== undefined ? Math.min(value, limit) : value];
    };
    return Object.fromEntries(Object.entries(body).map(clamp));
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
