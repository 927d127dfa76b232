import type * as z from "zod/mini";

/**
 * Lists everything that is wrong with a value, each as a field's path and a sentence: `pr.number: Is missing.`
 * @param error - of a parser with the option `error: describeIssue`
 */
export function listProblems(error: z.core.$ZodError): string[] {
  return error.issues.map((issue) => {
    const message = toSentence(issue.message);
    return issue.path.length === 0 ? message : `${issue.path.map(String).join(".")}: ${message}`;
  });
}

/** Returns a message with a full stop, which those of zod lack. */
export function toSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
