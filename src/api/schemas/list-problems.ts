import type * as z from "zod";
import { describeIssue } from "./describe-issue";

/**
 * Says everything that is wrong with a request, each as the path of the field and a sentence:
 * `pr.number: Is missing.`
 * @param request - what was parsed
 */
export function listProblems(error: z.core.$ZodError, request: unknown): string[] {
  return error.issues.map((issue) => {
    const message = describeIssue(issue, request);
    return issue.path.length === 0 ? message : `${issue.path.map(String).join(".")}: ${message}`;
  });
}
