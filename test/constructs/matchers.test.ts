import { resolve } from "node:path";
import { setupJest } from "cdktf/lib/testing/adapters/jest";
import { setupJest as setupJestForCdktn } from "cdktn/lib/testing/adapters/jest";
import { runCommand } from "../../scripts/support/run-command";
import { type CdkFamily, loadCdktf, loadCdktn } from "./cdktn/cdk-family";

const ROOT = resolve(__dirname, "../..");
const QUEUE = { repo: "github.com/acme/web", targetBranch: "main" } as const;

const LIBRARIES = [
  { library: "cdktf", load: loadCdktf, setup: setupJest },
  { library: "cdktn", load: loadCdktn, setup: setupJestForCdktn },
] as const;

/** What `expect` is under vitest, and a test file with it. */
const VITEST = `
  import { createRequire } from "node:module";
  import * as vitest from "@vitest/expect";
  import * as chai from "chai";
  for (const name of ["JestExtend", "JestChaiExpect", "JestAsymmetricMatchers"]) chai.use(vitest[name]);
  const expect = Object.assign((value) => chai.expect(value), chai.expect, globalThis[vitest.ASYMMETRIC_MATCHERS_OBJECT]);
  expect.extend = (matchers) => chai.expect.extend(expect, matchers);
  vitest.setState({}, expect);
  globalThis[vitest.GLOBAL_EXPECT] = globalThis.expect = expect;
  const require = createRequire(process.cwd() + "/example.test.js");
  const library = process.argv[1];
  const { TerraformStack, Testing } = require(library);
  const entry = library === "cdktf" ? "" : "/cdktn";
  const { DataMergeQueue, MergeQueue } = require("terraform-provider-mergequeue" + entry);
  require(library + "/lib/testing/adapters/jest").setupJest();
  const queue = ${JSON.stringify(QUEUE)};
  const declare = (declareMore) => {
    const stack = new TerraformStack(Testing.app(), "stack");
    new MergeQueue(stack, "main", { ...queue, concurrency: 4 });
    declareMore(stack);
    return Testing.synth(stack);
  };
  const stack = declare(() => undefined);
  expect(stack).toHaveResource(MergeQueue);
  expect(stack).toHaveResourceWithProperties(MergeQueue, { concurrency: 4 });
  expect(stack).not.toHaveResourceWithProperties(MergeQueue, { concurrency: 5 });
  expect(stack).not.toHaveDataSource(DataMergeQueue);
  expect(declare((scope) => new DataMergeQueue(scope, "read", queue))).toHaveDataSource(DataMergeQueue);
  expect(() => expect(stack).toHaveDataSource(DataMergeQueue)).toThrow("mergequeue_queue");
`;

function synth({ cdk, constructs }: CdkFamily): string {
  const stack = new cdk.TerraformStack(cdk.Testing.app(), "stack");
  new constructs.MergeQueueProvider(stack, "provider", { plugin: false, maxRetries: 3 });
  new constructs.MergeQueue(stack, "main", { ...QUEUE, concurrency: 4 });
  new constructs.DataMergeQueue(stack, "read", QUEUE);
  new constructs.DataMergeQueuePullRequest(stack, "one", { ...QUEUE, number: 7 });
  new constructs.DataMergeQueuePullRequests(stack, "all", { ...QUEUE, state: "failed" });
  new constructs.DataMergeQueueTestRun(stack, "run", { ...QUEUE, testRunId: "r-1" });
  new constructs.DataMergeQueueMetrics(stack, "metrics");
  return cdk.Testing.synth(stack);
}

describe.each(LIBRARIES)("the matchers of $library", ({ library, load, setup }) => {
  test("under jest, accept the classes of this package and compare attributes", () => {
    setup();
    const family = load();
    const { constructs } = family;
    const stack = synth(family);
    expect(stack).toHaveResource(constructs.MergeQueue);
    expect(stack).toHaveResourceWithProperties(constructs.MergeQueue, { concurrency: 4 });
    expect(stack).not.toHaveResourceWithProperties(constructs.MergeQueue, { concurrency: 5 });
    expect(stack).not.toHaveDataSourceWithProperties(constructs.DataMergeQueue, { target_branch: "dev" });
    expect(stack).toHaveDataSource(constructs.DataMergeQueue);
    expect(stack).toHaveDataSourceWithProperties(constructs.DataMergeQueuePullRequest, { number: 7 });
    expect(stack).toHaveDataSourceWithProperties(constructs.DataMergeQueuePullRequests, { state: "failed" });
    expect(stack).toHaveDataSource(constructs.DataMergeQueueTestRun);
    expect(stack).toHaveDataSource(constructs.DataMergeQueueMetrics);
    expect(stack).toHaveProviderWithProperties(constructs.MergeQueueProvider, { max_retries: 3 });
  });

  test("with vitest's expect, accept the classes of the built package", async () => {
    const args = ["--input-type=module", "--eval", VITEST, library];
    expect(await runCommand(process.execPath, args, { cwd: ROOT })).toMatchObject({ output: "", status: 0 });
  });
});
