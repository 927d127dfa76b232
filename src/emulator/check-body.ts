import type { OperationName, OperationRequest } from "../api/operations";
import { OPERATIONS } from "../api/operations";
import type { EmulatorOptions } from "./emulator-options";

/** A body that may be worked on, or everything that is wrong with it. */
export type CheckedBody<Name extends OperationName> =
  | { readonly isValid: true; readonly request: OperationRequest<Name> }
  | { readonly isValid: false; readonly problems: readonly string[] };

interface SchemaIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly code?: string | undefined;
  readonly keys?: readonly string[];
}

/** Checks a parsed body by the schema of the operation: types, ranges, required fields, unknown fields. */
export function checkBody<Name extends OperationName>(
  operation: Name,
  body: unknown,
  { unknownFields }: Pick<EmulatorOptions, "unknownFields">,
): CheckedBody<Name> {
  const { requestSchema } = OPERATIONS[operation];
  const first = requestSchema.safeParse(body);
  if (first.success) return { isValid: true, request: first.data };
  const issues: readonly SchemaIssue[] = first.error.issues;
  if (unknownFields === "ignore" && issues.every(isUnknownField)) {
    const second = requestSchema.safeParse(issues.reduce(removeFields, body));
    if (second.success) return { isValid: true, request: second.data };
  }
  return { isValid: false, problems: issues.map(describeIssue) };
}

function isUnknownField({ code }: SchemaIssue): boolean {
  return code === "unrecognized_keys";
}

/** Copies the body without the fields that an issue names. */
function removeFields(body: unknown, { path, keys = [] }: SchemaIssue): unknown {
  const [step, ...rest] = path;
  const entries = Object.entries(body as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    step === undefined
      ? entries.filter(([name]) => !keys.includes(name))
      : entries.map(([name, value]) => [
          name,
          name === step ? removeFields(value, { path: rest, message: "", keys }) : value,
        ]),
  );
}

function describeIssue({ path, message }: SchemaIssue): string {
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}
