import type { PullRequest } from "../../api/pull-request";
import type { Attributes } from "../../plugin/schema/schema";
import { TfNumber } from "../../plugin/values/tf-number";
import type { ObjectValue, Value } from "../../plugin/values/value";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import { computed } from "./computed-attribute";

/** One field of a pull request: where it is on the wire and what it is called in Terraform. */
interface Field<Wire extends string> {
  readonly attribute: string;
  readonly wire: Wire;
  readonly type: "string" | "number" | "bool";
  readonly description: string;
}

/** Wire name of a field that every answer about a pull request may have. */
type WireName = Exclude<keyof PullRequest, "additionalFields">;

const STATES = PULL_REQUEST_STATES.map((state) => `\`${state}\``).join(", ");

/**
 * The fields that every answer about a pull request has (interface, section "Pull request in the queue"); the
 * prefix `pr` of the wire is left out.
 */
const COMMON_FIELDS: readonly Field<Exclude<WireName, "noBatch">>[] = [
  { attribute: "number", wire: "prNumber", type: "number", description: "Number at the code host." },
  { attribute: "title", wire: "prTitle", type: "string", description: "Title." },
  { attribute: "author", wire: "prAuthor", type: "string", description: "Who opened it." },
  {
    attribute: "state",
    wire: "state",
    type: "string",
    description: `Where it is in the queue: one of ${STATES}, or a word of a newer service.`,
  },
  {
    attribute: "state_changed_at",
    wire: "stateChangedAt",
    type: "string",
    description: "Time of the last change of `state`, in the service's format.",
  },
  { attribute: "sha", wire: "prSha", type: "string", description: "Commit at the tip of its branch." },
  { attribute: "base_branch", wire: "prBaseBranch", type: "string", description: "Branch that it targets." },
  {
    attribute: "priority_value",
    wire: "priorityValue",
    type: "number",
    description: "Its priority as a number.",
  },
  {
    attribute: "priority_name",
    wire: "priorityName",
    type: "string",
    description: "Its priority as a word.",
  },
  {
    attribute: "used_default_priority_name",
    wire: "usedDefaultPriorityName",
    type: "string",
    description:
      "The default priority that it got because it was submitted without one; null if it has its own.",
  },
  {
    attribute: "skip_the_line",
    wire: "skipTheLine",
    type: "bool",
    description: "Whether it goes ahead of all others.",
  },
  {
    attribute: "id",
    wire: "id",
    type: "string",
    description: "The service's id of it, in the service's format.",
  },
];

const LISTED_FIELDS: readonly Field<WireName>[] = [
  ...COMMON_FIELDS,
  {
    attribute: "no_batch",
    wire: "noBatch",
    type: "bool",
    description: "Whether it is tested alone although the queue makes batches.",
  },
];

/** Attributes of a pull request, wherever one is shown. */
export const PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(COMMON_FIELDS);

/** Attributes of a pull request in a list; they include {@link PULL_REQUEST_ATTRIBUTES}. */
export const LISTED_PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(LISTED_FIELDS);

/** Answers the values of {@link PULL_REQUEST_ATTRIBUTES}; null is what the service leaves out. */
export function toPullRequestValues(pullRequest: Omit<PullRequest, "noBatch">): {
  readonly [attribute: string]: Value;
} {
  return Object.fromEntries(
    COMMON_FIELDS.map(({ attribute, wire }) => [attribute, toScalar(pullRequest[wire])]),
  );
}

/** Answers a pull request of a list as an object of {@link LISTED_PULL_REQUEST_ATTRIBUTES}. */
export function toListedPullRequest(pullRequest: PullRequest): ObjectValue {
  return new Map(LISTED_FIELDS.map(({ attribute, wire }) => [attribute, toScalar(pullRequest[wire])]));
}

/** Answers a field as a Terraform value; what the service left out is null. */
export function toScalar(value: string | number | boolean | undefined): Value {
  if (value === undefined) return null;
  return typeof value === "number" ? TfNumber.of(value) : value;
}

function toAttributes(fields: readonly Field<string>[]): Attributes {
  return Object.fromEntries(
    fields.map(({ attribute, type, description }) => [attribute, computed(type, description)]),
  );
}
