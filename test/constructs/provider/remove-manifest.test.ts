import { existsSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "../../../src/constructs";
import { readStacks } from "../../../src/stack/read-stacks";
import type { StackReading } from "../../../src/stack/stack-reading";
import { makeScratch } from "../../support/make-scratch";

const outdir = join(makeScratch(), "cdktf.out");

function runProgram(concurrency: number, afterwards: () => void = () => undefined): void {
  const app = new App({ outdir });
  const stack = new TerraformStack(app, "queues");
  new MergeQueueProvider(stack, "mergequeue", { plugin: false });
  new MergeQueue(stack, "main", { repo: "github.com/acme/web", targetBranch: "main", concurrency });
  afterwards();
  app.synth();
}

async function read(): Promise<StackReading> {
  return readStacks(outdir, { environment: {} });
}

describe("a program that was synthesized before", () => {
  beforeEach(() => {
    runProgram(4);
  });

  test("is planned as its last synthesis declared it", async () => {
    runProgram(8);
    const { queues, warnings } = await read();
    expect(queues.map(({ wanted }) => wanted.settings)).toEqual([{ concurrency: 8 }]);
    expect(warnings).toEqual([]);
  });

  const fail = (): never => {
    throw new Error("TEAM is not set");
  };

  test.each<readonly [string, Parameters<typeof runProgram>]>([
    ["a synthesis that finds faults", [0]],
    ["a program that throws", [8, fail]],
  ])("is not planned any more after %s, and its stack is left in place", async (_, given) => {
    expect(runProgram.bind(undefined, ...given)).toThrow();
    await expect(read()).rejects.toThrow("its last synthesis failed or did not finish");
    expect(existsSync(join(outdir, "stacks/queues/cdk.tf.json"))).toBe(true);
  });
});
