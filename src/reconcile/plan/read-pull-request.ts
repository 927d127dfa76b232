import type { PullRequest } from "../../api/pull-request";
import type { FieldPath } from "./plan-fields";
import { createFieldError, readFields } from "./plan-fields";

/** What JavaScript calls the type of each field of the interface but the number. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: "string",
    state: "string",
    stateChangedAt: "string",
    priorityValue: "number",
    priorityName: "string",
    usedDefaultPriorityName: "string",
    skipTheLine: "boolean",
    prTitle: "string",
    prSha: "string",
    prBaseBranch: "string",
    prAuthor: "string",
    noBatch: "boolean",
  } satisfies Readonly<Record<Exclude<keyof PullRequest, "prNumber">, string>>),
);

/**
 * Reads a pull request of a saved plan as tolerantly as one of a service: only the number has to be there, fields of a
 * wrong type are left out, and those that the interface does not name stay as given.
 * @throws MergeQueueError `invalid_plan`
 */
export function readPullRequest(raw: unknown, path: FieldPath): PullRequest {
  const fields = readFields(raw, path);
  const prNumber = fields.get("prNumber");
  if (typeof prNumber !== "number") throw createFieldError([...path, "prNumber"], "must be a number");
  const kept = [...fields].filter(([name, value]) => typeof value === (TYPES.get(name) ?? typeof value));
  return { ...Object.fromEntries(kept), prNumber };
}
