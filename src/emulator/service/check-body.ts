import type * as z from "zod/mini";
import { OPERATIONS, type OperationName, type OperationRequest } from "../../api/operations";
import { describeIssue, listProblems } from "../../api/schemas/describe-issue";
import type { JsonValue } from "../../queue/additional-settings";
import type { EmulatorOptions } from "../emulator-options";
import { readPullRequestNumbers } from "./read-pull-request-numbers";

/** A valid request, or its problems. */
export type CheckedBody<Name extends OperationName> =
  | { readonly isValid: true; readonly request: OperationRequest<Name> }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** Options about the fields of a body. */
export type BodyOptions = Pick<EmulatorOptions, "unknownFields" | "additionalSettings">;

/** Checks a parsed body by the operation's schema: types, ranges, required fields, unknown fields. */
export function checkBody<Name extends OperationName>(
  operation: Name,
  body: unknown,
  options: BodyOptions,
): CheckedBody<Name> {
  if (operation !== "updateQueue") return checkFields(operation, body, options);
  const { fields, additionalSettings } = takeAdditionalSettings(body, options);
  const checked = checkFields(operation, fields, options);
  return checked.isValid && additionalSettings !== undefined
    ? { isValid: true, request: { ...checked.request, additionalSettings } }
    : checked;
}

function takeAdditionalSettings(
  body: unknown,
  options: BodyOptions,
): { readonly fields: unknown; readonly additionalSettings?: { readonly [wireName: string]: JsonValue } } {
  if (typeof body !== "object" || body === null) return { fields: body };
  const isAdditional = ([name]: readonly [string, unknown]) =>
    Object.hasOwn(options.additionalSettings, name);
  // The body was parsed from JSON.
  const entries = Object.entries(body) as [string, JsonValue][];
  const additional = entries.filter(isAdditional);
  if (additional.length === 0) return { fields: body };
  return {
    fields: Object.fromEntries(entries.filter((entry) => !isAdditional(entry))),
    additionalSettings: Object.fromEntries(additional),
  };
}

function checkFields<Name extends OperationName>(
  operation: Name,
  body: unknown,
  { unknownFields }: BodyOptions,
): CheckedBody<Name> {
  const { requestSchema, bodySchema = requestSchema } = OPERATIONS[operation];
  const read = readPullRequestNumbers(body);
  const first = bodySchema.safeParse(read, { error: describeIssue });
  if (first.success) return { isValid: true, request: first.data };
  if (unknownFields === "ignore") {
    const known = parseWithoutUnknown(bodySchema, read, first.error);
    if (known.success) return { isValid: true, request: known.data };
  }
  return { isValid: false, problems: listProblems(first.error) };
}

/** Parses a body without its unknown fields. Repeats, because long lists do not report all at once. */
function parseWithoutUnknown<Request>(
  schema: z.ZodMiniType<Request>,
  body: unknown,
  error: z.core.$ZodError,
): z.util.SafeParseResult<Request> {
  const unknown = new Map<string, readonly string[]>();
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") unknown.set(toKey(issue.path), issue.keys);
  }
  const known = removeFields(body, [], unknown);
  const read = schema.safeParse(known, { error: describeIssue });
  if (read.success || unknown.size === 0) return read;
  return parseWithoutUnknown(schema, known, read.error);
}

function toKey(path: readonly PropertyKey[]): string {
  return JSON.stringify(path.map(String));
}

/** Copies a body without some fields, given by the path of their parent. */
function removeFields(
  body: unknown,
  path: readonly PropertyKey[],
  unknown: ReadonlyMap<string, readonly string[]>,
): unknown {
  if (typeof body !== "object" || body === null) return body;
  if (Array.isArray(body)) {
    return body.map((item: unknown, index) => removeFields(item, [...path, index], unknown));
  }
  const names = unknown.get(toKey(path)) ?? [];
  return Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]: [string, unknown]) => [name, removeFields(value, [...path, name], unknown)]),
  );
}
