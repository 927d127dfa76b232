import type { OperationName, OperationRequest } from "../api/operations";
import { OPERATIONS } from "../api/operations";
import { listProblems } from "../api/schemas/list-problems";
import type { EmulatorOptions } from "./emulator-options";

/** A body that may be worked on, or everything that is wrong with it. */
export type CheckedBody<Name extends OperationName> =
  | { readonly isValid: true; readonly request: OperationRequest<Name> }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** Checks a parsed body by the schema of the operation: types, ranges, required fields, unknown fields. */
export function checkBody<Name extends OperationName>(
  operation: Name,
  body: unknown,
  { unknownFields }: Pick<EmulatorOptions, "unknownFields">,
): CheckedBody<Name> {
  const { requestSchema } = OPERATIONS[operation];
  const first = requestSchema.safeParse(body);
  if (first.success) return { isValid: true, request: first.data };
  const { issues } = first.error;
  if (unknownFields === "ignore") {
    const known = issues.reduce(
      (rest, issue) =>
        issue.code === "unrecognized_keys" ? removeFields(rest, issue.path, issue.keys) : rest,
      body,
    );
    const second = requestSchema.safeParse(known);
    if (second.success) return { isValid: true, request: second.data };
  }
  return { isValid: false, problems: listProblems(first.error, body) };
}

/** Copies a body without some fields of the object or list item at a path. */
function removeFields(body: unknown, path: readonly PropertyKey[], names: readonly string[]): unknown {
  const [step, ...rest] = path;
  if (Array.isArray(body)) {
    return body.map((item: unknown, index) => (index === step ? removeFields(item, rest, names) : item));
  }
  const entries = Object.entries(body as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    step === undefined
      ? entries.filter(([name]) => !names.includes(name))
      : entries.map(([name, value]) => [name, name === step ? removeFields(value, rest, names) : value]),
  );
}
