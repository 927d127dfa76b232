import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Fault } from "../../src/emulator/faults";
import { jsonResponse } from "../../src/emulator/http/service-response";
import { CANARY_TOKEN, QUEUE, QUEUE_ID, QueueStage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

const HEAD = `terraform {
  required_providers {
    mergequeue = { source = "mergequeue/mergequeue" }
  }
}
provider "mergequeue" {}
`;

const IDENTITY = `
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"`;

/** Tells whether a request only proves that the service is one. */
function isProof(body: unknown): boolean {
  return JSON.stringify(body) === "{}";
}

/** Declares a data source and shows all that it reads as the output \`shown\`. */
function show(type: string, attributes: string, value = "data.TYPE.shown"): string {
  return `${HEAD}
data "${type}" "shown" {${attributes}
}
output "shown" {
  value = ${value.replaceAll("TYPE", type)}
}
`;
}

describe("data sources under the real Terraform", () => {
  let stage: QueueStage;

  beforeEach(async () => {
    stage = await QueueStage.create("");
    await stage.call("createQueue", { mode: "parallel", concurrency: 2 });
    await stage.call("updateQueue", { requiredStatuses: ["ci/test"] });
  });

  afterEach(async () => {
    await stage.close();
  });

  /** Submits a pull request that can be tested. */
  async function submit(number: number, body: object = {}): Promise<void> {
    await stage.call("setImpactedTargets", { pr: { number }, impactedTargets: ["//web"] });
    await stage.call("submitPullRequest", { pr: { number }, ...body });
  }

  /** Id of the test run in which a pull request is. */
  function findTestRunId(number: number): string {
    const queue = stage.emulator.engine.tryFindQueue(QUEUE);
    const submission = queue?.submissions.get(queue.latestByNumber.get(number) ?? 0);
    if (submission?.testRunId === undefined) throw new Error(`pull request ${number} is not tested`);
    return submission.testRunId;
  }

  /** Reports the check that the queue requires. */
  function pass(number: number): void {
    const testRunId = findTestRunId(number);
    stage.emulator.engine.apply({ type: "reportCheck", testRunId, name: "ci/test", conclusion: "success" });
  }

  /** Applies a configuration, insists that it stays as it is, and answers its output \`shown\`. */
  async function apply(main: string): Promise<unknown> {
    await stage.declare(main);
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
    const { stdout } = await stage.workspace.run(["output", "-json", "shown"]);
    return JSON.parse(stdout) as unknown;
  }

  test("mergequeue_queue shows settings and pull requests, and follows what happens", async () => {
    await submit(7, { noBatch: true });
    const main = show("mergequeue_queue", IDENTITY);
    expect(await apply(main)).toMatchObject({
      id: QUEUE_ID,
      repo: QUEUE.repo,
      target_branch: "main",
      state: "running",
      mode: "parallel",
      concurrency: 2,
      required_statuses: ["ci/test"],
      enqueued_pull_requests: [{ number: 7, state: "testing", base_branch: "main", no_batch: true }],
      additional_settings: null,
    });
    await stage.call("updateQueue", { state: "paused" });
    await submit(8);
    expect(await apply(main)).toMatchObject({
      state: "paused",
      enqueued_pull_requests: [{ number: 7 }, { number: 8, state: "pending", no_batch: false }],
    });
  });

  test("what a newer service adds is shown with its shape, and stays as it is", async () => {
    const added = { maxBatchSize: 8, windows: [{ day: "fri", from: null }, "always"], none: [], off: {} };
    const addFields: Fault = async (request, next) => {
      const delivery = await next();
      if (request.operation !== "getQueue" || delivery.kind !== "whole") return delivery;
      const body: unknown = JSON.parse(delivery.answer.body);
      return { kind: "whole", answer: jsonResponse(200, { ...(body as object), ...added }) };
    };
    // The proof of the route is refused before, so that only what succeeds grows.
    stage.emulator.setFaults(async (request, next) =>
      isProof(request.body) ? next() : addFields(request, next),
    );
    expect(await apply(show("mergequeue_queue", IDENTITY))).toMatchObject({ additional_settings: added });
    await stage.declare(
      show("mergequeue_queue", IDENTITY, "data.TYPE.shown.additional_settings.windows[0].day"),
    );
    await stage.workspace.apply();
    expect((await stage.workspace.run(["output", "-raw", "shown"])).stdout).toBe("fri");
  });

  test("F-16: a queue that does not exist fails the plan, and says where it was asked for and with which token", async () => {
    await stage.declare(show("mergequeue_queue", IDENTITY.replace('"main"', '"gone"')));
    const { status, output } = await stage.workspace.tryRun(["plan"]);
    expect(status).toBe(1);
    const text = flatten(output).replaceAll("│ ", "");
    expect(text).toContain('Queue "github.com/acme/web/gone" was not found.');
    expect(text).toContain(new URL(stage.emulator.url).host);
    expect(text).toContain("(from MERGEQUEUE_TOKEN)");
    expect(text).not.toContain(CANARY_TOKEN);
    expect(text).toMatch(/on main\.tf line \d+, in data "mergequeue_queue" "shown"/);
  });

  test("mergequeue_pull_request is found by number and by branch", async () => {
    await submit(7);
    const byNumber = await apply(show("mergequeue_pull_request", `${IDENTITY}\n  number = 7`));
    expect(byNumber).toMatchObject({
      number: 7,
      branch: null,
      state: "testing",
      is_currently_submitted_to_queue: true,
      force_enqueued: false,
      readiness: {
        has_impacted_targets: true,
        does_base_branch_match: true,
        host_mergeability: "mergeable",
      },
      can_start_testing: true,
      additional_details: { testRunId: findTestRunId(7) },
    });
    const branch = stage.emulator.engine.tryFindQueue(QUEUE)?.submissions.get(1)?.pullRequest.headBranch;
    const byBranch = await apply(
      show("mergequeue_pull_request", `${IDENTITY}\n  branch = ${JSON.stringify(branch)}`),
    );
    expect(byBranch).toEqual({ ...(byNumber as object), branch });
  });

  test("mergequeue_pull_requests shows all pages, by state and since a time", async () => {
    for (let number = 1; number <= 103; number++) await stage.call("submitPullRequest", { pr: { number } });
    await stage.call("cancelPullRequest", { pr: { number: 103 } });
    const calls = await stage.record(async () => {
      const numbers = "[for pr in data.TYPE.shown.pull_requests : pr.number]";
      await stage.declare(show("mergequeue_pull_requests", IDENTITY, numbers));
      await stage.workspace.run(["plan"]);
    });
    expect(calls.filter(({ operation }) => operation === "listPullRequests")).toHaveLength(2);
    const all = await apply(show("mergequeue_pull_requests", IDENTITY));
    expect(all).toMatchObject({ state: null, since: null });
    const { pull_requests: found } = all as {
      readonly pull_requests: readonly { readonly number: number }[];
    };
    expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 103 }, (_, index) => index + 1));
    const narrowed = `${IDENTITY}\n  state = "cancelled"\n  since = "2020-01-01T00:00:00Z"`;
    expect(await apply(show("mergequeue_pull_requests", narrowed))).toMatchObject({
      pull_requests: [{ number: 103, state: "cancelled" }],
    });
  });

  test("mergequeue_test_run shows the run, and what this version has no attribute for", async () => {
    await submit(7);
    const testRunId = findTestRunId(7);
    const main = show("mergequeue_test_run", `${IDENTITY}\n  test_run_id = ${JSON.stringify(testRunId)}`);
    expect(await apply(main)).toMatchObject({
      required_statuses: ["ci/test"],
      required_statuses_source: "merge_instance",
      status: "in_progress",
      check_suites: [{ check_runs: [{ name: "ci/test" }] }],
      additional_details: {
        impactedTargets: ["//web"],
        checkSuites: [{ checkRuns: [{ name: "ci/test", status: "in_progress", isRequired: true }] }],
      },
    });
    pass(7);
    expect(await apply(main)).toMatchObject({
      status: "succeeded",
      additional_details: { checkSuites: [{ checkRuns: [{ conclusion: "success" }] }] },
    });
  });

  test("mergequeue_metrics shows text and samples", async () => {
    await submit(7);
    await stage.declare(
      show("mergequeue_metrics", '\n  repo = { host = "github.com", owner = "acme", name = "web" }'),
    );
    await stage.workspace.apply();
    const { stdout } = await stage.workspace.run(["output", "-json", "shown"]);
    const { text, samples } = JSON.parse(stdout) as {
      readonly text: string;
      readonly samples: readonly {
        readonly name: string;
        readonly labels: object;
        readonly value_text: string;
      }[];
    };
    expect(text).toMatch(/^# HELP /);
    expect(samples.length).toBeGreaterThan(5);
    const numbers = samples.map(({ value_text: value }) => value);
    for (const value of numbers) expect(value).toMatch(/^-?\d/);
    const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(samples).toHaveLength(lines.length);
  });

  test("C-20: a read whose configuration is not known yet is put off to the apply", async () => {
    await stage.declare(`${show("mergequeue_queue", IDENTITY.replace('"main"', "terraform_data.branch.output"))}
resource "terraform_data" "branch" {
  input = "main"
}
`);
    const { output } = await stage.workspace.run(["plan"]);
    expect(flatten(output)).toContain("data.mergequeue_queue.shown will be read during apply");
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
    const { stdout } = await stage.workspace.run(["output", "-json", "shown"]);
    expect(JSON.parse(stdout)).toMatchObject({ id: QUEUE_ID, mode: "parallel" });
  });

  test("C-70: while the token is not known, reading fails and says what to do", async () => {
    const provider = `provider "mergequeue" {
  token = terraform_data.token.output
}
resource "terraform_data" "token" {
  input = "${CANARY_TOKEN}"
}`;
    await stage.declare(show("mergequeue_queue", IDENTITY).replace('provider "mergequeue" {}', provider));
    const { status, output } = await stage.workspace.tryRun(["plan"]);
    expect(status).toBe(1);
    expect(flatten(output)).toContain("Provider configuration not known yet");
    await stage.workspace.apply("-target=terraform_data.token");
    await stage.workspace.apply();
    await stage.workspace.expectEmptyPlan();
  });

  test("S-01: no state holds the token", async () => {
    await apply(show("mergequeue_queue", IDENTITY));
    const state = readFileSync(join(stage.workspace.directory, "terraform.tfstate"), "utf8");
    expect(state).toContain('"mergequeue_queue"');
    expect(state).not.toContain(CANARY_TOKEN);
  });
});

describe("data sources without a service", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  const offline = { env: { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined } };

  test("C-01, C-21: validate needs no token and names every fault", async () => {
    stage = await QueueStage.create(
      `${HEAD}
data "mergequeue_queue" "a" {
  repo          = { host = "", owner = "acme", name = "web" }
  target_branch = ""
}
data "mergequeue_pull_request" "b" {${IDENTITY}
}
data "mergequeue_pull_request" "c" {${IDENTITY}
  number = -1
  branch = "x"
}
data "mergequeue_pull_requests" "d" {${IDENTITY}
  state = "done"
  since = "yesterday"
}
data "mergequeue_test_run" "e" {${IDENTITY}
  test_run_id = ""
}
data "mergequeue_metrics" "f" {
  repo = { host = "github.com", owner = "a/b", name = "web" }
}
`,
      offline,
    );
    const { stdout } = await stage.workspace.tryRun(["validate", "-json"]);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { severity: string; summary: string }[] };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ summary }) => summary).sort()).toEqual([
      "Invalid number",
      "Invalid repo.host",
      "Invalid repo.owner",
      "Invalid since",
      "Invalid state",
      "Invalid target_branch",
      "Invalid test_run_id",
      "No pull request chosen",
      "Pull request chosen twice",
    ]);
    expect(stage.emulator.requests).toHaveLength(0);
  });

  test("the configurations in docs/guides/guarding-deployments.md are valid", async () => {
    const page = readFileSync(resolve(__dirname, "../../docs/guides/guarding-deployments.md"), "utf8");
    const blocks = [...page.matchAll(/^```hcl\n(.*?)^```$/gms)].map(([, block = ""]) => block);
    // The last block calls functions, which older versions do not know; functions.test.ts runs them.
    const known = blocks.filter((block) => !block.includes("provider::"));
    expect(known.length).toBeGreaterThanOrEqual(5);
    stage = await QueueStage.create(HEAD + known.join("\n"), offline);
    await stage.workspace.run(["validate"]);
  });
});
