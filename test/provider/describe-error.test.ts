import type { Diagnostic } from "../../src/plugin/diagnostic";
import { formatPath } from "../../src/plugin/value-error";
import {
  describeError as describeFailure,
  describeImport,
  type FailedBlock,
} from "../../src/provider/describe-error";
import { ERROR_CODES, type ErrorCode, MergeQueueError } from "../../src/queue/merge-queue-error";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

const IMPORT = 'id = "github.com/acme/web/main"';
const ADOPT = 'set on_existing = "adopt"';

/** The summary of every code, and parts of the advice that follows the message. */
const EXPECTED: Readonly<Record<ErrorCode, readonly [summary: string, ...remedies: string[]]>> = {
  invalid_configuration: ["Invalid provider configuration"],
  invalid_identity: ["Invalid queue id"],
  invalid_request: ["Invalid queue configuration"],
  refused: ["Request refused by the merge queue service"],
  unauthorized: ["Token not accepted by the merge queue service"],
  forbidden: ["Operation not allowed for this token"],
  not_found: ["Not found by the merge queue service"],
  wrong_address: ["No merge queue service at this address"],
  proxy_refused: ["Proxy refused the request"],
  rate_limited: ["Too many requests for the merge queue service"],
  server_error: ["Merge queue service failed"],
  unreachable: ["Merge queue service not reachable"],
  no_answer: ["Response of the merge queue service lost"],
  outcome_unknown: ["Outcome of the request unknown", "Run terraform plan"],
  unexpected_response: ["Response of the merge queue service not understood"],
  deadline_exceeded: ["Operation took too long", "timeouts"],
  interrupted: ["Operation interrupted"],
  not_approved: ["Change not approved"],
  queue_exists: ["Queue exists already", 'terraform import ADDRESS "github.com/acme/web/main"', ADOPT],
  declared_twice: ["Queue declared by more than one resource", "Keep one"],
  queue_gone: ["Queue deleted outside Terraform", "Plan again"],
  queue_replaced: ["Queue replaced outside Terraform"],
  queue_not_empty: ["Queue has pull requests in it", 'deletion_policy = "drain"', "mergequeue queue drain "],
  not_stored: ["Service did not store the configured values"],
  create_rolled_back: ["Queue not created", "apply again"],
  create_incomplete: ["Queue created but not configured", IMPORT, ADOPT],
  create_unproven: ["Queue created but not configured", IMPORT, ADOPT],
  adoption_failed: ["Queue not adopted", IMPORT],
  invalid_stack: ["Invalid stack"],
  invalid_plan: ["Invalid plan"],
  plan_outdated: ["Queue changed since the plan", "without -refresh=false"],
  plan_unsafe: ["Plan takes too much away"],
  apply_incomplete: ["Plan applied in part"],
  invalid_workload: ["Invalid workload"],
  history_too_small: ["History too small"],
};

const describeError = (error: unknown, block: FailedBlock = "create"): Diagnostic =>
  describeFailure(error, block);

describe("describeError", () => {
  test.each(ERROR_CODES)(
    "F-35: %s has its summary, the message, its remedy and no more than 2 KB",
    (code) => {
      const [summary, ...remedies] = EXPECTED[code];
      const short = describeError(new MergeQueueError(code, "What happened.", { queue: QUEUE }));
      expect(short).toMatchObject({ severity: "error", summary });
      expect(short.detail).toMatch(/^What happened\./);
      for (const remedy of remedies) expect(short.detail).toContain(remedy);
      expect(short.path).toBeUndefined();
      const long = describeError(new MergeQueueError(code, "é😀".repeat(2_000), { queue: QUEUE }));
      expect(Buffer.byteLength(long.detail)).toBeLessThanOrEqual(2_048);
      expect(Buffer.byteLength(long.detail)).toBeGreaterThan(2_000);
      expect(long.detail).toContain("…");
      for (const remedy of remedies) expect(long.detail).toContain(remedy);
      expect(long.detail).not.toMatch(/\p{Surrogate}/u);
    },
  );

  test("F-08: create_incomplete with what is in the state says how to untaint it", () => {
    const given = { queue: QUEUE, record: {} };
    const { detail } = describeError(new MergeQueueError("create_incomplete", "What happened.", given));
    expect(detail).toContain("terraform untaint mergequeue_queue.main");
    expect(detail).not.toContain("import");
  });

  test("F-02b: a create whose outcome is unknown says how to take the queue over, at once if it was found", () => {
    const describe = (details: object): string => {
      const given = { queue: QUEUE, operation: "createQueue", ...details };
      return describeError(new MergeQueueError("outcome_unknown", "What happened.", given)).detail;
    };
    for (const detail of [describe({}), describe({ record: {} })]) {
      expect(detail).toContain(IMPORT);
      expect(detail).toContain(ADOPT);
    }
    expect(describe({})).toContain("Run terraform plan");
    expect(describe({ record: {} })).not.toContain("Run terraform plan");
  });

  test.each([
    ["concurrency", "concurrency"],
    ["testingTimeoutMinutes", "testing_timeout_minutes"],
    ["repo.host", "repo.host"],
    ["targetBranch", "target_branch"],
    ["additionalSettings.shiny", "additional_settings"],
    ["additionalSettings.a.b", "additional_settings"],
    ["enqueuedPullRequests", undefined],
    ["constructor", undefined],
  ])("C-21: the field %s leads to the attribute %s", (field, attribute) => {
    const { path } = describeError(new MergeQueueError("refused", "What happened.", { field }));
    expect(path && formatPath(path)).toBe(attribute);
  });

  test("F-22: the error for a queue that did not become empty differs from the one for a queue that was not drained", () => {
    const error = new MergeQueueError("queue_not_empty", "What happened.", { queue: QUEUE });
    expect(describeError(error, "drain").detail).toContain("timeouts = { delete = … }");
    expect(describeError(error, "delete").detail).toContain('deletion_policy = "drain"');
    const late = describeError(new MergeQueueError("deadline_exceeded", "x"), "drain");
    expect(late.detail).toContain('timeouts = { delete = "10m" }');
  });

  test("C-21: a provider argument at fault is the path", () => {
    const error = new MergeQueueError("invalid_configuration", "What happened.", { argument: "ca_file" });
    expect(describeError(error).path).toEqual([{ attribute: "ca_file" }]);
    const other = new MergeQueueError("invalid_configuration", "x", { field: "mode" });
    expect(describeError(other).path).toBeUndefined();
  });

  test("C-08: anything else is reported as a bug in the provider, never thrown", () => {
    for (const fault of [new TypeError("undefined is not a function"), "text", null, undefined]) {
      const { detail, ...head } = describeError(fault);
      const summary = "Unexpected error in the mergequeue provider";
      expect(head).toEqual({ severity: "error", summary, path: undefined });
      expect(detail).toContain(fault instanceof Error ? fault.message : String(fault));
      expect(detail).toContain("Please report it");
    }
  });
});

function describeBranch(targetBranch: string): string {
  return describeImport({ ...QUEUE, targetBranch });
}

describe("describeImport", () => {
  test("shows the command and the block", () => {
    const text = describeBranch("rel/1.x");
    expect(text).toContain('\n  terraform import ADDRESS "github.com/acme/web/rel/1.x"\n');
    expect(text).toContain('\n  import {\n    to = ADDRESS\n    id = "github.com/acme/web/rel/1.x"\n  }\n');
  });

  test("S-15: values pasted into a shell remain data", () => {
    expect(describeBranch("$(touch_x)")).toContain("ADDRESS 'github.com/acme/web/$(touch_x)'\n");
    expect(describeBranch("a'b`c`")).toContain(String.raw`ADDRESS 'github.com/acme/web/a'\''b` + "`c`'\n");
  });

  test("S-16: values pasted into a configuration remain data", () => {
    expect(describeBranch('${x}%{y}$z"')).toContain('id = "github.com/acme/web/$${x}%%{y}$z\\""');
  });
});
