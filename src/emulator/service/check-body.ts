import type * as z from "zod/mini";
import type { JsonValue } from "../../queue/additional-settings";
import { INTEGER_BOUNDS, SETTINGS } from "../../queue/settings";
import { isPlainObject } from "../../text/is-plain-object";
import { describeIssue, listProblems } from "../../wire/describe-issue";
import { OPERATIONS, type OperationName, type OperationRequest } from "../../wire/first/operations";
import type { EmulatorOptions } from "../emulator-options";

type CheckedBody<Name extends OperationName> =
  | { readonly request: OperationRequest<Name> }
  | { readonly problems: readonly string[] };

/** Checks a parsed body by the operation's schema: types, ranges, required fields, unknown fields. */
export function checkBody<Name extends OperationName>(
  operation: Name,
  body: unknown,
  options: EmulatorOptions,
): CheckedBody<Name> {
  if (operation !== "updateQueue" || !isPlainObject(body)) return checkFields(operation, body, options);
  const isAdditional = ([name]: [string, unknown]) => Object.hasOwn(options.additionalSettings, name);
  // The body was parsed from JSON.
  const entries = Object.entries(body) as [string, JsonValue][];
  const additional = entries.filter(isAdditional);
  const known = Object.fromEntries(entries.filter((entry) => !isAdditional(entry)));
  const checked = checkFields(operation, known, options);
  if (additional.length === 0 || "problems" in checked) return checked;
  return { request: { ...checked.request, additionalSettings: Object.fromEntries(additional) } };
}

function checkFields<Name extends OperationName>(
  operation: Name,
  body: unknown,
  { answers, unknownFields }: EmulatorOptions,
): CheckedBody<Name> {
  const zeros = answers === "live" ? [] : listZeros(body);
  const { requestSchema, bodySchema = requestSchema } = OPERATIONS[operation];
  const parse = (value: unknown) => bodySchema.safeParse(value, { error: describeIssue });
  let known = readPullRequestNumbers(body);
  const first = parse(known);
  let checked = first;
  // Repeats, because long lists do not report all unknown fields at once.
  while (!checked.success && unknownFields === "ignore") {
    const unknown = checked.error.issues.filter((issue) => issue.code === "unrecognized_keys");
    if (unknown.length === 0) break;
    known = removeFields(known, unknown);
    checked = parse(known);
  }
  if (checked.success) return zeros.length === 0 ? { request: checked.data } : { problems: zeros };
  return { problems: [...new Set([...listProblems(first.error ?? checked.error), ...zeros])] };
}

/** Lists a problem for each setting that is 0. The interface forbids 0 (section "Limits"). */
function listZeros(body: unknown): readonly string[] {
  if (!isPlainObject(body)) return [];
  const rule = `Must be a whole number from ${INTEGER_BOUNDS.min} to ${INTEGER_BOUNDS.max}.`;
  const shown = SETTINGS.filter(({ kind, isAlwaysShown }) => kind === "integer" && isAlwaysShown);
  return shown.flatMap(({ name }) => (body[name] === 0 ? [`${name}: ${rule}`] : []));
}

function removeFields(body: unknown, unknown: readonly z.core.$ZodIssueUnrecognizedKeys[]): unknown {
  const known = structuredClone(body);
  for (const { path, keys } of unknown) {
    let parent = known as Record<PropertyKey, unknown>;
    for (const step of path) parent = parent[step] as typeof parent;
    for (const key of keys) Reflect.deleteProperty(parent, key);
  }
  return known;
}

/** Converts pull request numbers from strings of digits, which published clients send, to numbers. */
export function readPullRequestNumbers(body: unknown): unknown {
  if (!isPlainObject(body)) return body;
  const { pr, prs, pullRequests } = body;
  return {
    ...body,
    ...(pr === undefined ? {} : { pr: readNumber(pr) }),
    ...(Array.isArray(prs) ? { prs: prs.map(readNumber) } : {}),
    ...(Array.isArray(pullRequests) ? { pullRequests: pullRequests.map(readNumber) } : {}),
  };
}

function readNumber(pullRequest: unknown): unknown {
  if (!isPlainObject(pullRequest)) return pullRequest;
  const { number } = pullRequest;
  const isDigits = typeof number === "string" && /^\d+$/.test(number);
  return isDigits ? { ...pullRequest, number: Number(number) } : pullRequest;
}
