import type * as z from "zod";
import { quote } from "../../text/quote";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/**
 * Describes what is wrong with one field of a request: a sentence that says what is valid.
 * @param request - the whole request, which shows whether a field is missing or of a wrong type
 */
export function describeIssue(issue: z.core.$ZodIssue, request: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      // A message from the schema is more precise than the type.
      if (!issue.message.startsWith("Invalid input")) break;
      if (issue.path.length > 0 && readPath(request, issue.path) === undefined) return "Is missing.";
      return `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
    case "invalid_value":
      if (!issue.message.startsWith("Invalid")) break;
      return `Must be one of ${issue.values.map(quote).join(", ")}.`;
    case "unrecognized_keys":
      return `The interface has no ${issue.keys.map(quote).join(", ")} here.`;
    default:
  }
  return /[.!?]$/.test(issue.message) ? issue.message : `${issue.message}.`;
}

function readPath(request: unknown, path: readonly PropertyKey[]): unknown {
  let value = request;
  // If a type is wrong, its parents exist.
  for (const key of path) value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  return value;
}
