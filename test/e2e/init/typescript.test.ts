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
  /** Tests a project, and synthesizes it. */
  async function check(project: string): Promise<void> {
    await install(project);
    expect((await run("npm", ["test"], project)).output).toMatch(/pass 2$/m);
    await run("npm", ["run", "synth"], project);
  }

  test("a new project type-checks, passes its test, synthesizes, and its plan creates the queue", async () => {
    const project = await makeDirectory();
    await runCli(project, "init", "--template", "cdktn", ...NEW);
    await check(project);
    const { output } = await runCli(project, "apply", "--auto-approve");
    expect(output).toContain("Plan: 1 to create, 0 to change, 0 to destroy.");
    expect(service.findQueue(QUEUE)?.settings).toMatchObject({ mode: "single", requiredStatuses: STATUSES });
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    expect(await readFile(join(project, "queues.ts"), "utf8")).toContain(".forbid(QueueRules.directMerge())");
  });

  test("in a project with CDKTF, an existing queue is added, type-checks, passes its test, synthesizes and plans no change", async () => {
    await createLiveQueue();
    const project = await makeDirectory();
    await runCli(project, "init", "--template", "cdktf", "--from", QUEUE_ID);
    for (const file of ["queues.ts", "queues.test.ts"]) await rm(join(project, file));
    expect((await runCli(project, "init", "--from", QUEUE_ID)).output).toContain("declareQueues(this);");
    await check(project);
    expect((await runCli(project, "plan")).output).toContain("No changes.");
    const stack = await readFile(join(project, "cdktf.out/stacks/queues/cdk.tf.json"), "utf8");
    expect(JSON.parse(stack)).toMatchObject({
      import: [{ to: expect.stringMatching(/^mergequeue_queue\./) as string }],
      resource: { mergequeue_queue: expect.anything() as object },
    });
    expectNoUpdate();
  });
});
