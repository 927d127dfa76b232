import { en } from "zod/locales";
import type * as z from "zod/mini";
import { quote } from "../text/quote";

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** zod's own messages in English. `zod/mini` does not load these messages by itself. */
const { localeError: describeInEnglish } = en();

/** For zod's option `error`: describes the valid values of a field. A schema's own message has precedence. */
export function describeIssue(issue: z.core.$ZodRawIssue): ReturnType<z.core.$ZodErrorMap> {
  if (issue.code === "invalid_type") {
    const isMissing = issue.input === undefined && issue.path !== undefined && issue.path.length > 0;
    return isMissing ? "Is missing." : `Must be ${TYPES[issue.expected] ?? issue.expected}.`;
  }
  if (issue.code === "invalid_value") return `Must be one of ${issue.values.map(quote).join(", ")}.`;
  if (issue.code !== "unrecognized_keys") return describeInEnglish(issue);
  return `The interface has no field ${issue.keys.map(quote).join(", ")} here.`;
}

/** Lists all problems in the words of {@link describeIssue}, such as `pr.number: Is missing.` */
export function listProblems(error: Pick<z.core.$ZodError, "issues">): string[] {
  return error.issues.map((issue) => {
    const message = toSentence(issue.message);
    return issue.path.length === 0 ? message : `${issue.path.map(String).join(".")}: ${message}`;
  });
}

/** Adds the full stop that zod's messages lack. */
export function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
