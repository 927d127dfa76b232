import { attributePath } from "../../plugin/diagnostic";
import { getAttribute } from "../../plugin/get-attribute";
import type { ObjectValue, Value } from "../../plugin/value";
import { REQUIRED_STATUSES_SOURCES, TEST_RUN_STATUSES } from "../../queue/test-run-words";
import { toQueueReference } from "../../reconcile/read-queue";
import { quote } from "../../text/quote";
import { type AdditionalFields, toWireShape } from "../../wire/additional-fields";
import type {
  CheckSuite,
  TestedPullRequest,
  TestRun,
} from "../../wire/first/get-merge-queue-testing-details";
import { type MergedStatusCheck, mergeStatusChecks } from "../../wire/first/merge-status-checks";
import { computed, computedNested } from "../attributes";
import { checkRequired } from "../diagnostics";
import { toDynamicValue } from "../queue-resource/values/additional-values";
import {
  createQueueDataSource,
  listWords,
  type ResponseField,
  toAttributes,
  toAttributeValues,
  toNestedValue,
} from "./create-data-source";

const FIELDS: readonly ResponseField<
  Exclude<keyof TestRun, "checkSuites" | "statusChecks" | "testedPullRequests" | "additionalFields">
>[] = [
  [
    "requiredStatuses",
    { set: "string" },
    "Names of the statuses that must all succeed before the run succeeds and its pull requests can merge.",
  ],
  [
    "requiredStatusesSource",
    "string",
    `Where the required statuses come from: one of ${listWords(REQUIRED_STATUSES_SOURCES)} (in this order: the repository's configuration file, branch ` +
      "protection of the code host, the queue's own configuration), or a value from a newer service.",
  ],
  ["testBranch", "string", "Temporary branch that is tested."],
  ["testBranchSha", "string", "Commit at the tip of the test branch when the run started."],
  ["createdAt", "string", "When the run was created, in ISO 8601."],
  ["status", "string", `One of ${listWords(TEST_RUN_STATUSES)}, or a value from a newer service.`],
];

const CHECK_FIELDS: readonly ResponseField<keyof MergedStatusCheck>[] = [
  ["context", "string", "Name of the status."],
  [
    "state",
    "string",
    "The worst reported state: `success`, `pending`, `error`, `failure`, or a value from a newer service.",
  ],
  ["count", "number", "How many reports have the worst state."],
  ["total", "number", "How many reports there are."],
  ["url", "string", "The link in the first report with the worst state; null if that report has no link."],
];

const TESTED_FIELDS: readonly ResponseField<Exclude<keyof TestedPullRequest, "additionalFields">>[] = [
  ["prNumber", "number", "Number at the code host."],
  ["title", "string", "Its title."],
  ["prUrl", "string", "Its page at the code host."],
];

export const TEST_RUN_DATA_SOURCE = createQueueDataSource({
  description:
    "One test run of a queue, in progress or finished. Attributes that the service omits are null. If the run does not " +
    "exist, the read fails.",
  attributes: {
    test_run_id: { type: "string", required: true, description: "The service's id of the run; not empty." },
    ...toAttributes(FIELDS),
    check_suites: computedNested(
      "list",
      {
        check_runs: computedNested(
          "list",
          { name: computed("string", "Name of the check.") },
          "The checks of the suite.",
        ),
      },
      "The checks that ran, grouped by check suite.",
    ),
    status_checks: computedNested(
      "list",
      toAttributes(CHECK_FIELDS),
      "The reported statuses, one for each name. Null if the service does not list them.",
    ),
    tested_pull_requests: computedNested(
      "list",
      toAttributes(TESTED_FIELDS),
      "The tested pull requests. Null if the service does not list them.",
    ),
    additional_details: computed(
      "dynamic",
      "All other fields of the response, for example impacted targets or the failed status, as an object whose keys are wire names. If " +
        "`checkSuites` has fields without an attribute, the object also contains `checkSuites` as a whole. Null if there are no other fields.",
    ),
  },
  validate: (config) =>
    checkRequired(attributePath("test_run_id"), getAttribute(config, "test_run_id"), (value) =>
      value === "" ? "The id of the test run must not be empty." : undefined,
    ),
  describeTarget: (config) => ({
    name: `Test run ${quote(findTestRunId(config))}`,
    path: attributePath("test_run_id"),
  }),
  read: async (config, context) => {
    const request = { ...toQueueReference(context.queue), testRunId: findTestRunId(config) };
    const run = await context.api.call("getMergeQueueTestingDetails", request, context);
    return {
      ...toAttributeValues(FIELDS, run),
      check_suites: run.checkSuites?.map(toSuiteValue) ?? null,
      status_checks:
        run.statusChecks === undefined
          ? null
          : mergeStatusChecks(run.statusChecks).map((check) => toNestedValue(CHECK_FIELDS, check)),
      tested_pull_requests: run.testedPullRequests?.map((one) => toNestedValue(TESTED_FIELDS, one)) ?? null,
      additional_details: toDynamicValue(pickUnnamed(run)),
    };
  },
});

function findTestRunId(config: ObjectValue): string {
  const id = getAttribute(config, "test_run_id");
  if (typeof id === "string") return id;
  throw new TypeError("test_run_id is not known");
}

function toSuiteValue({ checkRuns }: CheckSuite): Value {
  return new Map([["check_runs", checkRuns.map(({ name }): Value => new Map([["name", name]]))]]);
}

/** Returns the fields without an attribute. Includes all check suites if one of them has unknown fields. */
function pickUnnamed({ additionalFields, checkSuites }: TestRun): AdditionalFields {
  const areNamesAll = checkSuites?.every(holdsOnlyNames) ?? true;
  return { ...(areNamesAll ? {} : { checkSuites: toWireShape(checkSuites) }), ...additionalFields };
}

function holdsOnlyNames({ additionalFields, checkRuns }: CheckSuite): boolean {
  return additionalFields === undefined && checkRuns.every((run) => run.additionalFields === undefined);
}
