import { type AdditionalFields, toWireShape } from "../../api/additional-fields";
import type { PullRequestSelector } from "../../api/pull-request";
import { type Readiness, type SubmittedPullRequest, tryCanStartTesting } from "../../api/pull-request";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type { Schema } from "../../plugin/schema/schema";
import { getAttribute, getNumber, getString } from "../../plugin/values/get-attribute";
import { TfNumber } from "../../plugin/values/tf-number";
import { type ObjectValue, UNKNOWN, type Value } from "../../plugin/values/value";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId } from "../../queue/queue-identity";
import { INTEGER_BOUNDS } from "../../queue/settings";
import { toQueueReference } from "../../reconcile/read-queue";
import { quote } from "../../text/quote";
import { computed, computedNested, createIdentityAttributes } from "../attributes";
import { createInvalid } from "../diagnostics";
import { getIdentity } from "../identity-values";
import { toDynamicValue } from "../typed-value";
import { validateIdentityAttributes } from "../validate-identity-attributes";
import { createDataSource } from "./create-data-source";
import { PULL_REQUEST_ATTRIBUTES, toPullRequestValues, toScalar } from "./pull-request-values";

/** What may be asked for as a number (interface, section Limits). */
const MAX_NUMBER = INTEGER_BOUNDS.max;

const SCHEMA: Schema = {
  version: 0,
  description:
    "A pull request that was submitted to a queue, chosen by exactly one of `number` and `branch`. What the " +
    "service leaves out is null. It is an error if the pull request was never submitted.",
  attributes: {
    ...createIdentityAttributes(),
    ...PULL_REQUEST_ATTRIBUTES,
    number: {
      type: "number",
      optional: true,
      computed: true,
      description: `Number at the code host, a whole number from 0 to ${MAX_NUMBER}. Chooses the pull request, or shows which one \`branch\` has chosen.`,
    },
    branch: {
      type: "string",
      optional: true,
      description:
        "Head branch, which chooses the open pull request that was submitted from it, or else the one that was " +
        "closed last. Null where `number` has chosen: the service does not tell it.",
    },
    force_enqueued: computed("bool", "Whether it was put into the queue although it was not ready."),
    is_currently_submitted_to_queue: computed("bool", "Whether it is in the queue now."),
    readiness: computedNested(
      "single",
      {
        has_impacted_targets: computed("bool", "Whether its impacted targets have been reported."),
        requires_impacted_targets: computed("bool", "Whether the queue requires them before it tests."),
        does_base_branch_match: computed(
          "bool",
          "Whether the branch that it targets is the queue's target branch.",
        ),
        host_mergeability: computed(
          "string",
          "What the code host last said: one of `unspecified` (not known yet), `in_progress` (being computed), " +
            "`mergeable`, `not_mergeable`, or a word of a newer service.",
        ),
      },
      "What it has to fulfil before it can be tested; null if the service does not tell.",
    ),
    can_start_testing: computed(
      "bool",
      "Whether `readiness` allows testing to start: the base branch matches, the code host says mergeable, and " +
        "impacted targets are there if they are required. Null where that cannot be told.",
    ),
    additional_details: computed(
      "dynamic",
      "Everything that the service returns beyond these attributes, as an object by wire name, for example the id " +
        "of a test run; all of `readiness`, if it has unknown fields. Null if there is nothing more.",
    ),
  },
};

/** The data source `mergequeue_pull_request`. */
export const PULL_REQUEST_DATA_SOURCE = createDataSource({
  schema: SCHEMA,
  validate: (config) => [...validateIdentityAttributes(config), ...validateSelector(config)],
  describeTarget: (config) => {
    const { number, branch } = findSelector(config);
    const name =
      number === undefined ? `A pull request from branch ${quote(branch)}` : `Pull request ${number}`;
    return {
      name: `${name} of queue ${quote(formatQueueId(getIdentity(config)))} was`,
      path: attributePath(number === undefined ? "branch" : "number"),
    };
  },
  read: async (config, context) => {
    const request = { ...toQueueReference(getIdentity(config)), pr: findSelector(config) };
    const found = await context.api.call("getSubmittedPullRequest", request, context);
    requireSame(request.pr, found);
    return {
      ...toPullRequestValues(found),
      force_enqueued: toScalar(found.forceEnqueued),
      is_currently_submitted_to_queue: toScalar(found.isCurrentlySubmittedToQueue),
      readiness: toReadinessValue(found.readiness),
      can_start_testing: toScalar(tryCanStartTesting(found.readiness)),
      additional_details: toDynamicValue(pickUnnamed(found)),
    };
  },
});

function validateSelector(config: ObjectValue): Diagnostic[] {
  const number = getAttribute(config, "number");
  const branch = getAttribute(config, "branch");
  return [...validateCount(number, branch), ...validateNumber(number), ...validateBranch(branch)];
}

function validateCount(number: Value, branch: Value): Diagnostic[] {
  if (number === null && branch === null) {
    return [
      {
        severity: "error",
        summary: "No pull request chosen",
        detail: "Set exactly one of number and branch: it says which pull request to read.",
      },
    ];
  }
  // Of two of which one is unknown, that one may turn out to be null.
  const isBoth = [number, branch].every((value) => value !== null && value !== UNKNOWN);
  if (!isBoth) return [];
  return [
    {
      severity: "error",
      summary: "Pull request chosen twice",
      detail: "Set exactly one of number and branch, not both: they may mean different pull requests.",
      path: attributePath("branch"),
    },
  ];
}

function validateNumber(value: Value): Diagnostic[] {
  if (!(value instanceof TfNumber)) return [];
  const number = value.toSafeInteger();
  if (number !== undefined && number >= 0 && number <= MAX_NUMBER) return [];
  const message = `Must be a whole number from 0 to ${MAX_NUMBER}, got ${quote(number ?? value.text)}.`;
  return [createInvalid(attributePath("number"), message)];
}

function validateBranch(value: Value): Diagnostic[] {
  return value === "" ? [createInvalid(attributePath("branch"), "The branch must not be empty.")] : [];
}

function findSelector(config: ObjectValue): PullRequestSelector {
  const number = getNumber(config, "number");
  if (number instanceof TfNumber) return { number: Number(number.text) };
  const branch = getString(config, "branch");
  if (typeof branch === "string") return { branch };
  throw new TypeError("neither number nor branch is known");
}

/** A record of another pull request would be shown under the number that was asked for. */
function requireSame({ number }: PullRequestSelector, { prNumber }: SubmittedPullRequest): void {
  if (number === undefined || number === prNumber) return;
  throw new MergeQueueError(
    "unexpected_response",
    `The request was for pull request ${number}, but the service returned pull request ${prNumber}. The service may be ` +
      "newer than this version, or not a merge queue service. Check base_url, and look for a newer version.",
    { operation: "getSubmittedPullRequest" },
  );
}

/** Picks what has no attribute; a readiness that holds more than its attributes as a whole. */
function pickUnnamed({ additionalFields, readiness }: SubmittedPullRequest): AdditionalFields {
  const isNamed = readiness?.additionalFields === undefined;
  return { ...(isNamed ? {} : { readiness: toWireShape(readiness) }), ...additionalFields };
}

function toReadinessValue(readiness: Readiness | undefined): Value {
  if (readiness === undefined) return null;
  return new Map([
    ["has_impacted_targets", toScalar(readiness.hasImpactedTargets)],
    ["requires_impacted_targets", toScalar(readiness.requiresImpactedTargets)],
    ["does_base_branch_match", toScalar(readiness.doesBaseBranchMatch)],
    ["host_mergeability", toScalar(readiness.hostMergeability)],
  ]);
}
