import { type EmulatorOptionsInput, resolveOptions } from "../../../src/emulator/emulator-options";
import { checkOptions } from "../../../src/emulator/service/check-options";
import { catchError } from "../../support/catch-error";

function complain(input: unknown): string {
  const error = catchError(() => checkOptions(input));
  expect(error).toMatchObject({ code: "invalid_configuration", details: { argument: "options" } });
  return (error as Error).message;
}

test("every option can be changed, and tables are merged entry by entry; without options, all defaults apply", () => {
  const input = {
    statuses: { queue_exists: 409 },
    unknownFields: "ignore",
    answers: "live",
    acknowledgements: "text",
    testRunIds: "hide",
    repositories: ["github.com/acme/web"],
    newQueue: { concurrency: 3, pendingFailureDepth: 0, mode: "parallel", batch: true },
    additionalSettings: { labels: ["a"], window: null },
    inheritedStatuses: ["ci/build"],
    switchingModes: { reads: 2 },
    priorities: { now: 0, later: 9 },
    defaultPriority: "later",
    describePullRequest: () => ({}),
    undeclaredPullRequests: "refuse",
    requiresImpactedTargets: "never",
    inheritedStatusesSource: "service_config",
    withoutRequiredStatuses: "pass",
    pendingFailureDepthCounts: "pull_requests",
    singleMode: "one-line",
    maxBatchSize: 8,
    submissionsWhileDraining: "refuse",
  } as const satisfies EmulatorOptionsInput;
  const options = checkOptions(input);
  expect(options).toEqual(resolveOptions(input));
  expect(checkOptions({})).toEqual(resolveOptions());
  expect(options.statuses.queue_unknown).toBe(404);
  expect(Object.keys(input).sort()).toEqual(Object.keys(resolveOptions()).sort());
});

test.each([
  [{ unknown: "ignore" }, 'Unknown name "unknown". The options are answers, statuses, unknownFields'],
  [{ statuses: { queue_exist: 409 } }, 'statuses: Unknown name "queue_exist".'],
  [{ statuses: { queue_exists: 99 } }, "statuses.queue_exists: Must be a whole number from 200 to 599."],
  [{ defaults: "bold" }, 'defaults: Must be one of "published", "careful".'],
  [{ newQueue: { mode: "serial" } }, 'newQueue.mode: Must be one of "single", "parallel".'],
  [{ newQueue: { concurrency: -1 } }, "newQueue.concurrency: Must be a whole number from 0"],
  [{ newQueue: { concurency: 4 } }, 'newQueue: Unknown name "concurency". Did you mean concurrency?'],
  [{ newQueue: { requiredStatuses: [] } }, 'newQueue: Unknown name "requiredStatuses".'],
  [
    { additionalSettings: { batching_min_size: 2 } },
    "additionalSettings.batching_min_size: This setting has an attribute: use batching_min_size.",
  ],
  [{ additionalSettings: { big: 1e300 } }, "additionalSettings.big: The value is a number that JSON"],
  [{ additionalSettings: ["labels"] }, "additionalSettings: Must be an object."],
  [{ repositories: ["acme/web"] }, "repositories.0: Must be host/owner/name."],
  [{ inheritedStatusesSource: "merge_instance" }, "inheritedStatusesSource: Must be one of"],
  [{ maxBatchSize: 0 }, "maxBatchSize: Must be a whole number from 1"],
  [{ priorities: { now: -1 } }, "priorities.now: Must be a whole number from 0"],
  [{ priorities: { now: 0 } }, '"medium" is not in priorities, which has "now".'],
  [{ defaultPriority: "toString" }, '"toString" is not in priorities'],
  [{ describePullRequest: "no" }, "describePullRequest: Must be a function."],
  [[], "Must be an object."],
  [null, "Must be an object."],
])("%j is refused with its place and the allowed values", (input, message) => {
  expect(complain(input)).toContain(message);
});

test("every problem is reported at once", () => {
  expect(complain({ testRunIds: "maybe", maxBatchSize: "8" })).toMatch(/testRunIds: .*maxBatchSize: /s);
});
