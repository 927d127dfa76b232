import type { AttributePath, PathStep } from "./diagnostic";

const BRAND = Symbol.for("terraform-plugin-sdk/ValueError");

/** Says that a value is not of its type. Names place and kind, but never a value: values may be sensitive. */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly [BRAND] = true;
  /** The place in the value; empty for the whole value or an unknown place. */
  readonly path: AttributePath;
  readonly problem: string;

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

/** Writes a path as in a Terraform expression: `repo.host`, `rules[0].name`, `labels["a b"]`. */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, position) => {
      if ("attribute" in step) return position === 0 ? step.attribute : `.${step.attribute}`;
      return `[${"index" in step ? step.index : JSON.stringify(step.key)}]`;
    })
    .join("");
}

/** Maximum steps of a path that people can read. A longer path is cut off before the fault. */
const LONGEST_PATH = 20;

/** Puts a step at the front of the path of a caught {@link ValueError}. Returns other errors unchanged. */
export function locateError(error: unknown, step: PathStep): unknown {
  if (!isValueError(error)) return error;
  return new ValueError([step, ...error.path.slice(0, LONGEST_PATH - 1)], error.problem);
}
