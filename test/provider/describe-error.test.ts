import type { Diagnostic } from "../../src/plugin/diagnostic";
import { formatPath } from "../../src/plugin/values/value-error";
import {
  describeError as describeFailure,
  describeImport,
  type FailedBlock,
} from "../../src/provider/describe-error";
import { ERROR_CODES, type ErrorCode, MergeQueueError } from "../../src/queue/merge-queue-error";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

/** A part of the advice that follows the message, by code. */
const REMEDIES: Partial<Readonly<Record<ErrorCode, string>>> = {
  outcome_unknown: "Run terraform plan",
  deadline_exceeded: "timeouts",
  queue_exists: 'terraform import ADDRESS "github.com/acme/web/main"',
  declared_twice: "Keep one",
  queue_gone: "Plan again",
  queue_not_empty: 'state = "draining"',
  create_rolled_back: "apply again",
  create_incomplete: 'id = "github.com/acme/web/main"',
  create_unproven: 'id = "github.com/acme/web/main"',
  adoption_failed: 'id = "github.com/acme/web/main"',
};

const describeError = (error: unknown, block: FailedBlock = "create"): Diagnostic =>
  describeFailure(error, block);

describe("describeError", () => {
  test.each(ERROR_CODES)(
    "F-35: %s has its summary, the message, its remedy and no more than 2 KB",
    (code) => {
      const remedy = REMEDIES[code] ?? "";
      const short = describeError(new MergeQueueError(code, "What happened.", { queue: QUEUE }));
      expect(short.severity).toBe("error");
      expect(short.detail).toMatch(/^What happened\./);
      expect(short.detail).toContain(remedy);
      expect(short.summary).toMatch(/^[A-Z][^\n]+[a-z]$/);
      expect(short.path).toBeUndefined();
      const long = describeError(new MergeQueueError(code, "é😀".repeat(2_000), { queue: QUEUE }));
      expect(Buffer.byteLength(long.detail)).toBeLessThanOrEqual(2_048);
      expect(Buffer.byteLength(long.detail)).toBeGreaterThan(2_000);
      expect(long.detail).toContain("…");
      expect(long.detail).toContain(remedy);
      expect(long.detail).not.toMatch(/\p{Surrogate}/u);
    },
  );

  test("F-08: create_incomplete with what is in the state says how to untaint it", () => {
    const { detail } = describeError(
      new MergeQueueError("create_incomplete", "What happened.", { queue: QUEUE, record: {} }),
    );
    expect(detail).toContain("terraform untaint mergequeue_queue.main");
    expect(detail).not.toContain("import");
  });

  test("F-02b: a create whose outcome is unknown says how to take the queue over, at once if it was found", () => {
    const describe = (details: object): string =>
      describeError(
        new MergeQueueError("outcome_unknown", "What happened.", {
          queue: QUEUE,
          operation: "createQueue",
          ...details,
        }),
      ).detail;
    for (const detail of [describe({}), describe({ record: {} })]) {
      expect(detail).toContain('id = "github.com/acme/web/main"');
      expect(detail).toContain('set on_existing = "adopt"');
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
    expect(describeError(new MergeQueueError("deadline_exceeded", "x"), "drain").detail).toContain(
      'timeouts = { delete = "10m" }',
    );
  });

  test("C-21: a provider argument at fault is the path", () => {
    const error = new MergeQueueError("invalid_configuration", "What happened.", { argument: "ca_file" });
    expect(describeError(error).path).toEqual([{ attribute: "ca_file" }]);
    expect(
      describeError(new MergeQueueError("invalid_configuration", "x", { field: "mode" })).path,
    ).toBeUndefined();
  });

  test("C-08: anything else is reported as a bug in the provider, never thrown", () => {
    for (const fault of [new TypeError("undefined is not a function"), "text", null, undefined]) {
      const { severity, summary, detail } = describeError(fault);
      expect({ severity, summary }).toEqual({
        severity: "error",
        summary: "Unexpected error in the mergequeue provider",
      });
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
