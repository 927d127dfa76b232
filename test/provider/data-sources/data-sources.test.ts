import type { Attributes } from "../../../src/plugin/schema";
import { DATA_SOURCES } from "../../../src/provider/provider-definition";
import { validateSchema } from "../../plugin/support/validate-schema";
import { SETTINGS_SHOWN } from "../support/queue-values";

/** Lists an object's attributes, nested ones with dots, each as required, optional or computed. */
function listAttributes(attributes: Attributes, prefix = ""): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    const marks = (["required", "optional", "computed"] as const).filter((mark) => attribute[mark] === true);
    const inner = "attributes" in attribute ? listAttributes(attribute.attributes, `${prefix}${name}.`) : [];
    return [`${prefix}${name} ${marks.join("+")}`, ...inner];
  });
}

function computed(prefix: string, names: readonly string[]): string[] {
  return names.map((name) => `${prefix}${name} computed`);
}

const REPO = ["repo required", "repo.host required", "repo.owner required", "repo.name required"];
const IDENTITY = [...REPO, "target_branch required"];
const PULL_REQUEST = [
  "title",
  "author",
  "state",
  "state_changed_at",
  "sha",
  "base_branch",
  "priority_value",
  "priority_name",
  "used_default_priority_name",
  "skip_the_line",
  "id",
];

/** The public contract, written by hand. */
const CONTRACT: Readonly<Record<string, readonly string[]>> = {
  mergequeue_queue: [
    ...IDENTITY,
    ...computed("", ["id", "queue_id", "managed_state", ...Object.keys(SETTINGS_SHOWN)]),
    ...computed("", ["enqueued_pull_requests", "additional_settings"]),
    ...computed("enqueued_pull_requests.", ["number", ...PULL_REQUEST, "no_batch"]),
  ],
  mergequeue_pull_request: [
    ...IDENTITY,
    "number optional+computed",
    "branch optional",
    ...computed("", [
      ...PULL_REQUEST,
      "force_enqueued",
      "is_currently_submitted_to_queue",
      "verified_by_test_run",
      "readiness",
      "readiness.has_impacted_targets",
      "readiness.requires_impacted_targets",
      "readiness.does_base_branch_match",
      "readiness.host_mergeability",
      "can_start_testing",
      "additional_details",
    ]),
  ],
  mergequeue_pull_requests: [
    ...IDENTITY,
    "state optional",
    "since optional",
    "pull_requests computed",
    ...computed("pull_requests.", ["number", ...PULL_REQUEST, "no_batch"]),
  ],
  mergequeue_test_run: [
    ...IDENTITY,
    "test_run_id required",
    ...computed("", [
      "required_statuses",
      "required_statuses_source",
      "test_branch",
      "test_branch_sha",
      "created_at",
      "status",
      "check_suites",
      "check_suites.check_runs",
      "check_suites.check_runs.name",
      "status_checks",
      "status_checks.context",
      "status_checks.state",
      "status_checks.count",
      "status_checks.total",
      "status_checks.url",
      "tested_pull_requests",
      "tested_pull_requests.number",
      "tested_pull_requests.title",
      "tested_pull_requests.url",
      "additional_details",
    ]),
  ],
  mergequeue_metrics: [
    "repo optional",
    ...REPO.slice(1),
    "text computed",
    "samples computed",
    ...computed("samples.", ["name", "labels", "value", "value_text"]),
  ],
};

describe("the data sources", () => {
  test("are the five of the public contract", () => {
    expect(Object.keys(DATA_SOURCES).sort()).toEqual(Object.keys(CONTRACT).sort());
  });

  test.each(Object.entries(DATA_SOURCES))("%s has exactly its attributes", (name, { schema }) => {
    expect(listAttributes(schema.attributes).sort()).toEqual([...(CONTRACT[name] ?? [])].sort());
  });

  test.each(Object.entries(DATA_SOURCES))(
    "C-03: the schema of %s obeys Terraform's rules",
    (_, { schema }) => {
      expect(validateSchema(schema)).toEqual([]);
    },
  );

  test.each(Object.entries(DATA_SOURCES))(
    "S-01: nothing of %s is sensitive or takes a token",
    (_, { schema }) => {
      expect(JSON.stringify(schema.attributes)).not.toMatch(/"sensitive"|"token"/);
    },
  );
});
