import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { HEAD, QUEUE, QUEUE_ID, QueueStage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

const IDENTITY = `
  repo          = { host = "github.com", owner = "acme", name = "web" }
  target_branch = "main"`;

/** Numbers of the pull requests in a second queue: more than fit on one page. */
const MANY = Array.from({ length: 103 }, (_, index) => 101 + index);

/** Declares a data source of {@link QUEUE}, and an output of the same name with its value. */
function show(type: string, name: string, attributes = "", identity = IDENTITY): string {
  return `data "${type}" "${name}" {${identity}
${attributes}
}
output "${name}" {
  value = data.${type}.${name}
}
`;
}

describe("data sources under the real Terraform", () => {
  let stage: QueueStage;

  beforeAll(async () => {
    stage = await QueueStage.attach("");
    await stage.call("createQueue", { mode: "parallel", concurrency: 2 });
    await stage.call("updateQueue", { requiredStatuses: ["ci/test"] });
    await stage.call("createQueue", { targetBranch: "many" });
    for (const number of MANY) {
      await stage.call("submitPullRequest", { targetBranch: "many", pr: { number } });
    }
    await stage.call("cancelPullRequest", { targetBranch: "many", pr: { number: 203 } });
    await submit(7, { noBatch: true });
  });

  afterAll(async () => {
    await stage.close();
  });

  /** Submits a pull request that can be tested. */
  async function submit(number: number, body: object = {}): Promise<void> {
    await stage.call("setImpactedTargets", { pr: { number }, impactedTargets: ["//web"] });
    await stage.call("submitPullRequest", { pr: { number }, ...body });
  }

  /** Returns the id of the test run that tests a pull request. */
  function findTestRunId(number: number): string {
    const queue = stage.emulator.engine.tryFindQueue(QUEUE);
    const submission = queue?.submissions.get(queue.latestByNumber.get(number) ?? 0);
    if (submission?.testRunId === undefined) throw new Error(`pull request ${number} is not tested`);
    return submission.testRunId;
  }

  function declareAll(): string {
    const many = IDENTITY.replace('"main"', '"many"');
    const branch = stage.emulator.engine.tryFindQueue(QUEUE)?.submissions.get(1)?.pullRequest.headBranch;
    return [
      HEAD,
      show("mergequeue_queue", "queue"),
      show("mergequeue_queue", "later", "", IDENTITY.replace('"main"', "terraform_data.branch.output")),
      'resource "terraform_data" "branch" {\n  input = "main"\n}\n',
      show("mergequeue_pull_request", "by_number", "number = 7"),
      show("mergequeue_pull_request", "by_branch", `branch = ${JSON.stringify(branch)}`),
      show("mergequeue_pull_requests", "all", "", many),
      show("mergequeue_pull_requests", "some", 'state = "cancelled"\nsince = "2020-01-01T00:00:00Z"', many),
      show("mergequeue_test_run", "run", `test_run_id = ${JSON.stringify(findTestRunId(7))}`),
    ].join("");
  }

  /** Applies the configuration and returns its outputs. */
  async function apply(): Promise<Readonly<Record<string, unknown>>> {
    await stage.workspace.apply();
    return stage.workspace.readOutputs();
  }

  // Each test continues with the state of the one before.
  test("C-20: a plan reads all pages, and leaves a read with unknown arguments to the apply", async () => {
    await stage.declare(declareAll());
    let output = "";
    const calls = await stage.record(async () => {
      ({ output } = await stage.workspace.run(["plan"]));
    });
    expect(calls.filter(({ operation }) => operation === "listPullRequests")).toHaveLength(4);
    expect(flatten(output)).toContain("data.mergequeue_queue.later will be read during apply");
  });

  test("every data source shows what the service has, and a second plan is empty", async () => {
    const shown = await apply();
    await stage.workspace.expectEmptyPlan();

    expect(shown["queue"]).toMatchObject({
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
    expect(shown["later"]).toEqual(shown["queue"]);
    expect(shown["by_number"]).toMatchObject({
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
    expect(shown["by_branch"]).toEqual({
      ...(shown["by_number"] as object),
      branch: expect.any(String) as string,
    });
    expect(shown["all"]).toMatchObject({ state: null, since: null });
    const { pull_requests: all } = shown["all"] as {
      readonly pull_requests: readonly { readonly number: number }[];
    };
    expect(all.map(({ number }) => number)).toEqual(MANY);
    expect(shown["some"]).toMatchObject({ pull_requests: [{ number: 203, state: "cancelled" }] });
    expect(shown["run"]).toMatchObject({
      required_statuses: ["ci/test"],
      required_statuses_source: "merge_instance",
      status: "in_progress",
      check_suites: [{ check_runs: [{ name: "ci/test" }] }],
      additional_details: {
        impactedTargets: ["//web"],
        checkSuites: [{ checkRuns: [{ name: "ci/test", status: "in_progress", isRequired: true }] }],
      },
    });
  });
});

test("a check of a pull request that was never submitted warns, and fails no plan, as a guide says", async () => {
  const page = readFileSync(resolve(__dirname, "../../docs/guides/guarding-deployments.md"), "utf8");
  const [check = ""] = /^check "release_can_start" \{.*?^\}$/ms.exec(page) ?? [];
  const stage = await QueueStage.attach(HEAD + check);
  try {
    await stage.call("createQueue", {});
    const { output } = await stage.workspace.run(["plan"]);
    expect(output).toMatch(/Warning: .*\n[^]*data\.mergequeue_pull_request\.release/);
  } finally {
    await stage.close();
  }
});

describe("data sources without a service", () => {
  let stage: QueueStage;

  afterEach(async () => {
    await stage.close();
  });

  const offline = { env: { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined } };

  test("the configurations in docs/guides/guarding-deployments.md are valid", async () => {
    const page = readFileSync(resolve(__dirname, "../../docs/guides/guarding-deployments.md"), "utf8");
    const blocks = [...page.matchAll(/^```hcl\n(.*?)^```$/gms)].map(([, block = ""]) => block);
    // Older versions know no functions or actions; functions.test.ts and actions.test.ts run those blocks.
    const known = blocks.filter((block) => !/provider::|^action "/m.test(block));
    expect(known.length).toBeGreaterThanOrEqual(5);
    stage = await QueueStage.attach(HEAD + known.join("\n"), offline);
    await stage.workspace.run(["validate"]);
  });
});
