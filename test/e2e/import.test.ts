import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { attachStage, declareQueue, HEAD, onStages, QUEUE_ID, stage } from "../support/e2e/queue-stage";

onStages();

const IMPORT = `\nimport {\n  to = mergequeue_queue.main\n  id = "${QUEUE_ID}"\n}\n`;

describe("importing a queue with the real Terraform", () => {
  test("C-22, K-6b: a configuration generated from an import block is valid, plans clean and un-pauses nothing", async () => {
    await attachStage(HEAD + IMPORT);
    const { workspace } = stage;
    await stage.call("createQueue", { mode: "parallel", concurrency: 3 });
    await stage.call("updateQueue", { state: "paused", requiredStatuses: ["ci/$${x}", 'ci/"quoted"'] });
    await workspace.run(["plan", "-generate-config-out=generated.tf"]);
    const generated = await readFile(join(workspace.directory, "generated.tf"), "utf8");
    expect(generated).toMatch(/concurrency\s+= 3/);
    expect(generated).toMatch(/state_labels_enabled\s+=/);
    // Terraform 1.15 leaves out what is null.
    expect(generated).not.toMatch(/^ *state +=(?! null)/m);
    await workspace.converge();
    await stage.call("updateQueue", { state: "running" });
    await workspace.expectEmptyPlan();
    expect(await stage.call("getQueue")).toMatchObject({ state: "running", concurrency: 3 });
  });

  test("K-6b: no plan after an import says that the queue was changed outside, and the next apply stores its state", async () => {
    await attachStage(declareQueue("  concurrency = 3") + IMPORT);
    const { workspace } = stage;
    await stage.call("createQueue", { mode: "single", concurrency: 3 });
    await stage.call("updateQueue", { pendingFailureDepth: 2 });
    await workspace.apply();
    for (const args of [["-refresh-only"], [], ["-refresh-only"]]) {
      expect((await workspace.run(["plan", ...args])).output).toContain("No changes.");
      await workspace.apply(...args);
    }
    expect((await workspace.showState())[0]?.values).toMatchObject({ state: null });
    await stage.declare(declareQueue("  concurrency = 4"));
    await workspace.converge();
    expect((await workspace.showState())[0]?.values).toMatchObject({ state: "running" });
    expect((await workspace.run(["plan", "-refresh-only"])).output).toContain("No changes.");
  });
});
