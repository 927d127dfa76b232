import type { AttributePath, PathStep } from "./diagnostic";

const BRAND = Symbol.for("terraform-plugin-sdk/ValueError");

/** Thrown if a value does not fit its type. The message never contains the value, which may be sensitive. */
export class ValueError extends Error {
  override readonly name = "ValueError";
  readonly [BRAND] = true;
  /** The place inside the value; empty if the whole value is at fault, or the place is unknown. */
  readonly path: AttributePath;
  readonly problem: string;

  constructor(path: AttributePath, problem: string) {
    super(path.length === 0 ? problem : `${formatPath(path)}: ${problem}`);
    this.path = path;
    this.problem = problem;
  }
}

/** Tells whether a caught value is a {@link ValueError}, even one from another file of the bundle. */
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

/** Maximum number of steps of a path, so that people can read it. A longer path loses its last steps. */
const LONGEST_PATH = 20;

/** Adds a step at the front of a caught {@link ValueError}'s path. Returns other errors unchanged. */
export function locateError(error: unknown, step: PathStep): unknown {
  if (!isValueError(error)) return error;
  return new ValueError([step, ...error.path.slice(0, LONGEST_PATH - 1)], error.problem);
}
