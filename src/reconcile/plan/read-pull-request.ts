import type { PullRequest } from "../../api/pull-request";
import type { FieldPath } from "./plan-fields";
import { createFieldError, readFields } from "./plan-fields";

/** What JavaScript calls the type of each field but the number. */
const TYPES = {
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
} as const satisfies Readonly<Record<Exclude<keyof PullRequest, "prNumber">, string>>;

/**
 * Reads a pull request of a saved plan as tolerantly as one of a service: only the number has to be there.
 * @throws MergeQueueError `invalid_plan`
 */
export function readPullRequest(raw: unknown, path: FieldPath): PullRequest {
  const fields = readFields(raw, path);
  const prNumber = fields.get("prNumber");
  if (typeof prNumber !== "number") throw createFieldError([...path, "prNumber"], "must be a number");
  const known = Object.entries(TYPES).filter(([name, type]) => typeof fields.get(name) === type);
  return { prNumber, ...Object.fromEntries(known.map(([name]) => [name, fields.get(name)])) };
}
