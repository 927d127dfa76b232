import { attachStage, CANARY_TOKEN, declareQueue, onStages, stage } from "../support/e2e/queue-stage";

onStages();

describe("configurations under the real Terraform", () => {
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
    await attachStage(withUnknownToken, { env: { MERGEQUEUE_TOKEN: "mqtest_never_used_00000000" } });
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
