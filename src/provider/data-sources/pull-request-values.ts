import type { PullRequest } from "../../api/pull-request";
import type { Attributes } from "../../plugin/schema/schema";
import { TfNumber } from "../../plugin/values/tf-number";
import type { ObjectValue, Value } from "../../plugin/values/value";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { computed } from "../attributes";

type Field<Wire extends string> = readonly [
  attribute: string,
  wire: Wire,
  type: "string" | "number" | "bool",
  description: string,
];

type WireName = Exclude<keyof PullRequest, "additionalFields">;

const STATES = PULL_REQUEST_STATES.map((state) => `\`${state}\``).join(", ");

/** The fields of every response about a pull request (interface, section "Pull request in the queue"), without `pr`. */
const COMMON_FIELDS: readonly Field<Exclude<WireName, "noBatch">>[] = [
  ["number", "prNumber", "number", "Number at the code host."],
  ["title", "prTitle", "string", "Title."],
  ["author", "prAuthor", "string", "Who opened it."],
  ["state", "state", "string", `Where it is in the queue: one of ${STATES}, or a word of a newer service.`],
  [
    "state_changed_at",
    "stateChangedAt",
    "string",
    "Time of the last change of `state`, in the service's format.",
  ],
  ["sha", "prSha", "string", "Commit at the tip of its branch."],
  ["base_branch", "prBaseBranch", "string", "Branch that it targets."],
  ["priority_value", "priorityValue", "number", "Its priority as a number."],
  ["priority_name", "priorityName", "string", "Its priority as a word."],
  [
    "used_default_priority_name",
    "usedDefaultPriorityName",
    "string",
    "The default priority that it got because it was submitted without one; null if it has its own.",
  ],
  ["skip_the_line", "skipTheLine", "bool", "Whether it goes ahead of all others."],
  ["id", "id", "string", "The service's id of it, in the service's format."],
];

const LISTED_FIELDS: readonly Field<WireName>[] = [
  ...COMMON_FIELDS,
  ["no_batch", "noBatch", "bool", "Whether it is tested alone although the queue makes batches."],
];

/** Attributes of a pull request, wherever one is shown. */
export const PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(COMMON_FIELDS);

/** Attributes of a pull request in a list; they include {@link PULL_REQUEST_ATTRIBUTES}. */
export const LISTED_PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(LISTED_FIELDS);

/** Returns the values of {@link PULL_REQUEST_ATTRIBUTES}; null is what the service leaves out. */
export function toPullRequestValues(pullRequest: Omit<PullRequest, "noBatch">): {
  readonly [attribute: string]: Value;
} {
  return Object.fromEntries(
    COMMON_FIELDS.map(([attribute, wire]) => [attribute, toScalar(pullRequest[wire])]),
  );
}

/** Returns a pull request of a list as an object of {@link LISTED_PULL_REQUEST_ATTRIBUTES}. */
export function toListedPullRequest(pullRequest: PullRequest): ObjectValue {
  return new Map(LISTED_FIELDS.map(([attribute, wire]) => [attribute, toScalar(pullRequest[wire])]));
}

/** Returns a field as a Terraform value; what the service left out is null. */
export function toScalar(value: string | number | boolean | undefined): Value {
  if (value === undefined) return null;
  return typeof value === "number" ? TfNumber.of(value) : value;
}

function toAttributes(fields: readonly Field<string>[]): Attributes {
  return Object.fromEntries(
    fields.map(([attribute, , type, description]) => [attribute, computed(type, description)]),
  );
}
