import { attachStage, CANARY_TOKEN, declareQueue, onStages, stage } from "../support/e2e/queue-stage";

onStages();

describe("configurations under the real Terraform", () => {
  test("C-01, C-21: validate needs neither token nor network and names every fault with its place", async () => {
    await attachStage(
      declareQueue(`
  mode                = "many"
  concurrency         = 0
  testing_timeout_minutes = 1.5
  required_statuses   = ["ci/test", ""]
  timeouts            = { create = "soon" }`).replace('"acme"', '"ac/me"'),
      { env: { MERGEQUEUE_BASE_URL: undefined, MERGEQUEUE_TOKEN: undefined } },
    );
    const result = await stage.workspace.tryRun(["validate", "-json"]);
    const { diagnostics } = JSON.parse(result.stdout) as {
      diagnostics: { severity: string; summary: string; detail: string }[];
    };
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ summary }) => summary).sort()).toEqual([
      "Invalid concurrency",
      "Invalid mode",
      "Invalid repo.owner",
      "Invalid required_statuses",
      "Invalid testing_timeout_minutes",
      "Invalid timeouts.create",
    ]);
    expect(diagnostics.find(({ summary }) => summary === "Invalid mode")?.detail).toContain(
      '"single", "parallel"',
    );
    expect(stage.emulator.requests).toHaveLength(0);
  });

  test("C-70: a token that is only known after apply fails when it is needed, and applying its source first helps", async () => {
    const withUnknownToken = declareQueue(
      "  concurrency = 2",
      `resource "terraform_data" "token" {
  input = "${CANARY_TOKEN}"
}
provider "mergequeue" {
  token = terraform_data.token.output
}`,
    );
    await attachStage(withUnknownToken, {
      env: { MERGEQUEUE_TOKEN: "mqtest_never_used_00000000" },
    });
    const calls = await stage.record(() => stage.workspace.run(["plan"]));
    expect(calls).toEqual([]);
    await stage.workspace.converge();
  });

  test("C-20: values that are unknown while planning remain unknown, and are applied once known", async () => {
    await attachStage(
      declareQueue(
        `  concurrency       = terraform_data.source.output.concurrency
  batch             = terraform_data.source.output.batch
  required_statuses = ["ci/test", terraform_data.source.output.status]`,
        `provider "mergequeue" {}
resource "terraform_data" "source" {
  input = { concurrency = 7, batch = true, status = "ci/e\\u0301" }
}`,
      ),
    );
    await stage.workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({
      concurrency: 7,
      batch: true,
      requiredStatuses: expect.arrayContaining(["ci/\u00e9", "ci/test"]) as string[],
    });
  });
});
