import { type CdkFamily, loadCdktf, loadCdktn } from "../cdktn/cdk-family";

/** Synthesizes queues of every kind with one of the libraries. */
function synth({ cdk, constructs }: CdkFamily): unknown {
  const stack = new cdk.TerraformStack(cdk.Testing.app(), "stack");
  const { MergeQueue, MergeQueueProvider } = constructs;
  const eu = new MergeQueueProvider(stack, "eu", { via: "local-exec", alias: "eu", maxRetries: 3 });
  eu.alias = "europe";
  new MergeQueueProvider(stack, "provider", { via: "local-exec" });
  const repo = "github.com/acme/web";
  const first = new MergeQueue(stack, "main", {
    repo,
    targetBranch: "main",
    concurrency: 4,
    requiredStatuses: ["a"],
    additionalSettings: { color: ["${var.x}"] },
  });
  new MergeQueue(stack, "next", { repo, targetBranch: "next", provider: eu, mode: "${var.mode}", count: 2 });
  new MergeQueue(stack, "each", {
    repo,
    targetBranch: "${each.key}",
    forEach: cdk.TerraformIterator.fromList(["x"]),
    dependsOn: [first],
    concurrency: first.concurrency,
  });
  return JSON.parse(cdk.Testing.synth(stack, true));
}

describe('via: "local-exec" of both libraries', () => {
  test("synthesizes the same", () => {
    const cdktn = synth(loadCdktn());
    expect(cdktn).toEqual(synth(loadCdktf()));
    expect(JSON.stringify(cdktn)).toContain("mergequeue_local_exec_europe");
  });
});
