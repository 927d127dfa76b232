import type * as z from "zod";
import { describeIssue } from "./describe-issue";

/**
 * Describes everything that is wrong with a request, each as a field's path and a sentence: `pr.number: Is missing.`
 * @param request - the input of the parser
 */
export function listProblems(error: z.core.$ZodError, request: unknown): string[] {
  return error.issues.map((issue) => {
    const message = describeIssue(issue, request);
    return issue.path.length === 0 ? message : `${issue.path.map(String).join(".")}: ${message}`;
  });
}
