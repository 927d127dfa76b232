import { readAllPullRequests } from "../../api/list-all-pull-requests";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import { getAttribute, getString } from "../../plugin/get-attribute";
import { TfNumber } from "../../plugin/tf-number";
import { type ObjectValue, UNKNOWN, type Value } from "../../plugin/value";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { CONCLUDED_STATES, PULL_REQUEST_STATES, type PullRequestState } from "../../queue/pull-request-state";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { toQueueReference } from "../../reconcile/read-queue";
import { checkDateTime } from "../../text/check-date-time";
import { quote } from "../../text/quote";
import { type AdditionalFields, toWireShape } from "../../wire/additional-fields";
import {
  type PullRequestSelector,
  type Readiness,
  type SubmittedPullRequest,
  tryCanStartTesting,
} from "../../wire/first/pull-request";
import { computed, computedNested, optionalAttribute } from "../attributes";
import { createError, createInvalid } from "../diagnostics";
import { toDynamicValue } from "../queue-resource/values/additional-values";
import {
  createQueueDataSource,
  LISTED_PULL_REQUEST_ATTRIBUTES,
  listWords,
  PAGES_TIMEOUT_MS,
  PULL_REQUEST_FIELDS,
  type ResponseField,
  toAttributes,
  toAttributeValues,
  toListedPullRequest,
  toNestedValue,
} from "./create-data-source";

/** The largest number that a request may contain (interface, section Limits). */
const MAX_NUMBER = INTEGER_BOUNDS.max;

const SUBMISSION_FIELDS: readonly ResponseField<
  "forceEnqueued" | "isCurrentlySubmittedToQueue" | "verifiedByTestRun"
>[] = [
  ["forceEnqueued", "bool", "Whether it was put into the queue without waiting until it was ready."],
  ["isCurrentlySubmittedToQueue", "bool", "Whether it is in the queue now."],
  [
    "verifiedByTestRun",
    "string",
    "Id of the test run that counted for the merge, perhaps of a pull request behind it. Null before, or if the service omits it.",
  ],
];

const READINESS_FIELDS: readonly ResponseField<Exclude<keyof Readiness, "additionalFields" | "reasons">>[] = [
  ["hasImpactedTargets", "bool", "Whether its impacted targets have been reported."],
  ["requiresImpactedTargets", "bool", "Whether the queue requires impacted targets before a test."],
  ["doesBaseBranchMatch", "bool", "Whether the branch that it targets is the queue's target branch."],
  [
    "hostMergeability",
    "string",
    "Whether the code host can merge the pull request: one of `unspecified` (not known yet), `in_progress` (being computed), " +
      "`mergeable`, `not_mergeable`, or a value from a newer service.",
  ],
];

export const PULL_REQUEST_DATA_SOURCE = createQueueDataSource({
  description:
    "A pull request that was submitted to a queue. Set either `number` or `branch` to choose the pull request. Attributes " +
    "that the service omits are null. If the pull request was never submitted, the read fails.",
  attributes: {
    ...toAttributes(PULL_REQUEST_FIELDS),
    number: {
      type: "number",
      optional: true,
      computed: true,
      description: `Number at the code host, a whole number from 0 to ${MAX_NUMBER}. Chooses the pull request. If you set \`branch\` instead, \`number\` shows the number of the chosen pull request.`,
    },
    branch: optionalAttribute(
      "string",
      "Head branch. Chooses the open pull request that was submitted from it. If none is open, chooses the one that was " +
        "closed last. Null if you set `number`, because the service does not return the branch.",
    ),
    ...toAttributes(SUBMISSION_FIELDS),
    readiness: computedNested(
      "single",
      toAttributes(READINESS_FIELDS),
      "The conditions for testing the pull request; null if the service omits them.",
    ),
    can_start_testing: computed(
      "bool",
      "Whether `readiness` allows testing to start: the base branch matches, the code host reports `mergeable`, and " +
        "impacted targets are reported if they are required. Null if that is not known.",
    ),
    additional_details: computed(
      "dynamic",
      "All other fields of the response, for example the id of a test run, as an object whose keys are wire names. If `readiness` " +
        "has fields without an attribute, the object also contains `readiness` as a whole. Null if there are no other fields.",
    ),
  },
  validate: validateSelector,
  describeTarget: (config) => {
    const { number, branch } = findSelector(config);
    return number === undefined
      ? { name: `A pull request from branch ${quote(branch)}`, path: attributePath("branch") }
      : { name: `Pull request ${number}`, path: attributePath("number") };
  },
  read: async (config, context) => {
    const request = { ...toQueueReference(context.queue), pr: findSelector(config) };
    const found = await context.api.call("getSubmittedPullRequest", request, context);
    requireSame(request.pr, found);
    const { readiness } = found;
    return {
      ...toAttributeValues(PULL_REQUEST_FIELDS, found),
      ...toAttributeValues(SUBMISSION_FIELDS, found),
      readiness: readiness ? toNestedValue(READINESS_FIELDS, readiness) : null,
      can_start_testing: tryCanStartTesting(readiness) ?? null,
      additional_details: toDynamicValue(pickUnnamed(found)),
    };
  },
});

function validateSelector(config: ObjectValue): Diagnostic[] {
  const number = getAttribute(config, "number");
  const branch = getAttribute(config, "branch");
  return [
    ...validateCount(number, branch),
    ...validateNumber(number),
    ...(branch === "" ? [createInvalid(attributePath("branch"), "The branch must not be empty.")] : []),
  ];
}

function validateCount(number: Value, branch: Value): Diagnostic[] {
  const one = "Set exactly one of number and branch";
  if (number === null && branch === null) {
    const detail = `${one}: it says which pull request to read.`;
    return [createError("No pull request chosen", detail)];
  }
  // If one of the two is unknown, it may turn out to be null.
  if ([number, branch].some((value) => value === null || value === UNKNOWN)) return [];
  const detail = `${one}, not both: they may mean different pull requests.`;
  return [createError("Pull request chosen twice", detail, attributePath("branch"))];
}

function validateNumber(value: Value): Diagnostic[] {
  if (!(value instanceof TfNumber)) return [];
  const number = value.toSafeInteger();
  if (number !== undefined && number >= 0 && number <= MAX_NUMBER) return [];
  const message = `Must be a whole number from 0 to ${MAX_NUMBER}, got ${quote(number ?? value.text)}.`;
  return [createInvalid(attributePath("number"), message)];
}

function findSelector(config: ObjectValue): PullRequestSelector {
  const number = getAttribute(config, "number");
  if (number instanceof TfNumber) return { number: Number(number.text) };
  const branch = getString(config, "branch");
  if (typeof branch === "string") return { branch };
  throw new TypeError("neither number nor branch is known");
}

function requireSame({ number }: PullRequestSelector, { prNumber }: SubmittedPullRequest): void {
  if (number === undefined || number === prNumber) return;
  throw new MergeQueueError(
    "unexpected_response",
    `The request was for pull request ${number}, but the service returned pull request ${prNumber}. The service may be ` +
      "newer than this provider, or it may not be a merge queue service. Check base_url, and look for a newer version.",
    { operation: "getSubmittedPullRequest" },
  );
}

/** Returns the fields without an attribute. Includes `readiness` as a whole if it has unknown fields. */
function pickUnnamed({ additionalFields, readiness }: SubmittedPullRequest): AdditionalFields {
  const isNamed = readiness?.additionalFields === undefined;
  return { ...(isNamed ? {} : { readiness: toWireShape(readiness) }), ...additionalFields };
}

export const PULL_REQUESTS_DATA_SOURCE = createQueueDataSource({
  description:
    "The present and past pull requests of a queue. Every plan reads all pages of the list, and the Terraform state stores the " +
    "whole list, so set `state` and `since` to make the list shorter.",
  attributes: {
    state: optionalAttribute(
      "string",
      `Only pull requests in this state: one of ${listWords(PULL_REQUEST_STATES)}. Default: all states.`,
    ),
    since: optionalAttribute(
      "string",
      `Only pull requests that concluded (${listWords(CONCLUDED_STATES)}) since this time, in RFC 3339, such as ` +
        '`2026-01-31T08:00:00Z`. During the plan, `timeadd(plantimestamp(), "-24h")` is known. Default: no limit.',
    ),
    pull_requests: computedNested(
      "list",
      LISTED_PULL_REQUEST_ATTRIBUTES,
      "The pull requests, in the service's order.",
    ),
  },
  timeoutMs: PAGES_TIMEOUT_MS,
  validate: validateFilter,
  read: async (config, context) => {
    const state = getString(config, "state");
    const since = getString(config, "since");
    const request = {
      ...toQueueReference(context.queue),
      ...(isState(state) ? { state } : {}),
      ...(typeof since === "string" ? { since } : {}),
    };
    const found = await readAllPullRequests(context.api, request, context);
    return { pull_requests: found.map(toListedPullRequest) };
  },
});

function isState(value: unknown): value is PullRequestState {
  return PULL_REQUEST_STATES.some((state) => state === value);
}

function validateFilter(config: ObjectValue): Diagnostic[] {
  const [state, since] = [getString(config, "state"), getString(config, "since")];
  const words = PULL_REQUEST_STATES.map(quote).join(", ");
  const wrongState =
    typeof state === "string" && !isState(state)
      ? [createInvalid(attributePath("state"), `Must be one of ${words}, got ${quote(state)}.`)]
      : [];
  const message = typeof since === "string" ? checkDateTime(since) : undefined;
  return message === undefined ? wrongState : [...wrongState, createInvalid(attributePath("since"), message)];
}
