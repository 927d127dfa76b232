import type { AttributePath, PathStep } from "../diagnostic";

const BRAND = Symbol.for("terraform-plugin-sdk/ValueError");

/**
 * A value, or its bytes or text, does not conform to its type. The message names the place and the kind of value, never
 * the value itself, which may be sensitive.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly [BRAND] = true;
  /** Where in the value; empty for the whole value or an unknown place. */
  readonly path: AttributePath;
  /** What is wrong there, as a sentence. */
  readonly problem: string;

  /**
   * @param path - where in the value
   * @param problem - what is wrong there, as a sentence
   */
  constructor(path: AttributePath, problem: string) {
    super(path.length === 0 ? problem : `${formatPath(path)}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Tells whether a caught value is a {@link ValueError}, also from another file of the bundle. */
export function isValueError(value: unknown): value is ValueError {
  return typeof value === "object" && value !== null && BRAND in value;
}

/**
 * Writes a path as a user would in a Terraform expression: `repo.host`, `rules[0].name`, `labels["a b"]`.
 * @returns the empty string for the empty path
 */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, position) => {
      if ("attribute" in step) return position === 0 ? step.attribute : `.${step.attribute}`;
      return `[${"index" in step ? step.index : JSON.stringify(step.key)}]`;
    })
    .join("");
}

/**
 * Tells where what was thrown for a part of a value stands in the whole. Paths are made of errors only: to make one
 * for every attribute takes longer than to read it.
 * @param error - what was caught; only a {@link ValueError} has a place
 * @param step - leads from the whole to the part
 */
export function locateError(error: unknown, step: PathStep): unknown {
  return isValueError(error) ? new ValueError([step, ...error.path], error.problem) : error;
}
