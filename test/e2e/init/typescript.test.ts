import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  createLiveQueue,
  expectNoUpdate,
  install,
  makeDirectory,
  NEW,
  onPackedPackage,
  QUEUE,
  QUEUE_ID,
  run,
  runCli,
  STATUSES,
  service,
} from "./init-stage";

onPackedPackage();

describe("mergequeue init for TypeScript, from the packed package", () => {
  /** Makes a project in an empty directory, tests and synthesizes it. */
  async function makeProject(...args: readonly string[]): Promise<string> {
    const project = await makeDirectory();
    await runCli(project, "init", ...args);
    await install(project);
    const tested = await run("npm", ["test"], project);
    expect(tested.output).toMatch(/pass 2$/m);
    await run("npm", ["run", "synth"], project);
    return project;
  }

  test("a new project type-checks, passes its test, synthesizes, and its plan creates the queue", async () => {
    const project = await makeProject("--template", "cdktn", ...NEW);
    const { output } = await runCli(project, "apply", "--auto-approve");
    expect(output).toContain("Plan: 1 to create, 0 to change, 0 to destroy.");
    expect(service.findQueue(QUEUE)?.settings).toMatchObject({ mode: "single", requiredStatuses: STATUSES });
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    expect(await readFile(join(project, "queues.ts"), "utf8")).toContain(".forbid(QueueRules.directMerge())");
  });

  test("in a project with CDKTF, the queues are added, type-check, pass their test and synthesize", async () => {
    const project = await makeDirectory();
    await runCli(project, "init", "--template", "cdktf", ...NEW);
    await install(project);
    for (const file of ["queues.ts", "queues.test.ts"]) await rm(join(project, file));
    expect((await runCli(project, "init", ...NEW)).output).toContain("declareQueues(this);");
    expect((await run("npm", ["test"], project)).output).toMatch(/pass 2$/m);
    await run("npm", ["run", "synth"], project);
    expect((await runCli(project, "plan")).output).toContain("Plan: 1 to create");
  });

  test("a project from an existing queue plans no change of it", async () => {
    await createLiveQueue();
    const project = await makeProject("--template", "cdktf", "--from", QUEUE_ID);
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    const stack = await readFile(join(project, "cdktf.out/stacks/queues/cdk.tf.json"), "utf8");
    expect(JSON.parse(stack)).toMatchObject({
      import: [{ to: expect.stringMatching(/^mergequeue_queue\./) as string }],
      resource: { mergequeue_queue: expect.anything() as object },
    });
    expectNoUpdate();
  });
});
