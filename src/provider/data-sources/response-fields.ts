import type { PullRequest } from "../../api/pull-request";
import type { Attributes, AttributeType } from "../../plugin/schema/schema";
import type { ObjectValue } from "../../plugin/values/value";
import { PULL_REQUEST_STATES } from "../../queue/pull-request-state";
import type { SettingValue } from "../../queue/settings";
import { computed } from "../attributes";
import { fromSettingValue } from "../queue-resource/values/setting-values";
import type { AttributeValues } from "./create-data-source";

/** A field of a response, and the attribute that shows it. */
export type ResponseField<Wire extends string> = readonly [
  attribute: string,
  wire: Wire,
  type: AttributeType,
  description: string,
];

/** Returns the attributes that show some fields. */
export function toAttributes(fields: readonly ResponseField<string>[]): Attributes {
  return Object.fromEntries(
    fields.map(([attribute, , type, description]) => [attribute, computed(type, description)]),
  );
}

/** Returns the values of these attributes; null is what the service leaves out. */
export function toAttributeValues<Wire extends string>(
  fields: readonly ResponseField<Wire>[],
  response: { readonly [Name in Wire]?: SettingValue | undefined },
): AttributeValues {
  return Object.fromEntries(fields.map(([attribute, wire]) => [attribute, fromSettingValue(response[wire])]));
}

/** Returns words as a list in Markdown. */
export function listWords(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(", ");
}

type PullRequestName = Exclude<keyof PullRequest, "additionalFields">;

/** The fields of every response about a pull request (interface, section "Pull request in the queue"), without `pr`. */
export const PULL_REQUEST_FIELDS: readonly ResponseField<Exclude<PullRequestName, "noBatch">>[] = [
  ["number", "prNumber", "number", "Number at the code host."],
  ["title", "prTitle", "string", "Title."],
  ["author", "prAuthor", "string", "Who opened it."],
  [
    "state",
    "state",
    "string",
    `Where it is in the queue: one of ${listWords(PULL_REQUEST_STATES)}, or a word of a newer service.`,
  ],
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

const LISTED_FIELDS: readonly ResponseField<PullRequestName>[] = [
  ...PULL_REQUEST_FIELDS,
  ["no_batch", "noBatch", "bool", "Whether it is tested alone although the queue makes batches."],
];

/** Attributes of a pull request in a list. */
export const LISTED_PULL_REQUEST_ATTRIBUTES: Attributes = toAttributes(LISTED_FIELDS);

/** Returns a pull request of a list as an object of {@link LISTED_PULL_REQUEST_ATTRIBUTES}. */
export function toListedPullRequest(pullRequest: PullRequest): ObjectValue {
  return new Map(Object.entries(toAttributeValues(LISTED_FIELDS, pullRequest)));
}
