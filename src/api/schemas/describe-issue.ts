import { en } from "zod/locales";
import type * as z from "zod/mini";
import { quote } from "../../text/quote";

/** Types for people, by zod's word. */
const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** zod's own words, which `zod/mini` does not load. */
const { localeError: describeInEnglish } = en();

/**
 * Describes what is wrong with one field: a sentence that says what is valid. For the option `error` of a parser; messages
 * of the schema itself are more precise, and win.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  switch (issue.code) {
    case "invalid_type": {
      const isMissing = issue.input === undefined && issue.path !== undefined && issue.path.length > 0;
      return isMissing ? "Is missing." : `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
    }
    case "invalid_value":
      return `Must be one of ${issue.values.map(quote).join(", ")}.`;
    case "unrecognized_keys":
      return `The interface has no ${issue.keys.map(quote).join(", ")} here.`;
    default:
      return describeInEnglish(issue);
  }
}
