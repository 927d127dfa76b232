import type { AttributePath } from "../diagnostic";
import { formatPath } from "./format-path";

const BRAND = Symbol.for("terraform-plugin-sdk/ValueError");

/**
 * A value, or the bytes or text of one, is not what its type asks for. The message names the place and the
 * kinds of value, never the value itself, which may be sensitive.
 */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly [BRAND] = true;
  /** Where in the value; empty if it is about the whole or if no place can be told. */
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

/** Tells whether a caught value is a {@link ValueError}, also one of another file of the same bundle. */
export function isValueError(value: unknown): value is ValueError {
  return typeof value === "object" && value !== null && BRAND in value;
}
