import type * as z from "zod";
import { quote } from "../../text/quote";

/** What a field must be, by zod's word for its type. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/**
 * Says what is wrong with one field of a request: a sentence that says what must be there instead.
 * @param request - the whole request, which tells what is missing from what is of a wrong type
 */
export function describeIssue(issue: z.core.$ZodIssue, request: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      // A message of the schema's own says more than the type does.
      if (!issue.message.startsWith("Invalid input")) break;
      if (issue.path.length > 0 && readPath(request, issue.path) === undefined) return "Is missing.";
      return `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      if (!issue.message.startsWith("Invalid")) break;
      return `Must be one of ${issue.values.map(quote).join(", ")}.`;
    case "unrecognized_keys":
      return `The interface knows no ${issue.keys.map(quote).join(", ")} here.`;
    default:
  }
  return /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
}

function readPath(request: unknown, path: readonly PropertyKey[]): unknown {
  let value = request;
  // Where a type is wrong, everything above it is there.
  for (const key of path) value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  return value;
}
