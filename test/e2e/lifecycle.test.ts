import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { QueueSettings } from "../../src/queue/settings";
import { ALL_SETTINGS, toAttributes } from "../support/all-settings";
import {
  attachStage,
  CANARY_TOKEN,
  createStage,
  declareQueue,
  onStages,
  QUEUE,
  QUEUE_ID,
  stage,
} from "../support/e2e/queue-stage";

onStages();

/** Declares all settings, some otherwise. */
function declareAll(changes: QueueSettings = {}): string {
  const attributes = Object.entries(toAttributes({ ...ALL_SETTINGS, state: "running", ...changes }));
  return declareQueue(attributes.map(([name, value]) => `  ${name} = ${JSON.stringify(value)}\n`).join(""));
}

describe("the lifecycle of a queue under the real Terraform", () => {
  test("C-40: create, update, drift and destroy converge, each followed by an empty plan", async () => {
    await attachStage(declareAll());
    const { workspace } = stage;

    const created = await stage.recordWrites(() => workspace.apply());
    const { mode, concurrency, ...others } = ALL_SETTINGS;
    expect(created).toEqual([
      { operation: "createQueue", body: { ...QUEUE, mode, concurrency } },
      { operation: "updateQueue", body: { ...QUEUE, ...others, state: "running" } },
    ]);
    await workspace.expectEmptyPlan();
    const [resource] = await workspace.showState();
    expect(resource?.values).toMatchObject({ id: QUEUE_ID, concurrency, merge_method: "rebase" });

    await stage.declare(declareAll({ testingTimeoutMinutes: 60, enqueueingLabel: "" }));
    const updated = await stage.recordWrites(() => workspace.apply());
    expect(updated).toEqual([
      { operation: "updateQueue", body: { ...QUEUE, testingTimeoutMinutes: 60, enqueueingLabel: "" } },
    ]);
    await workspace.expectEmptyPlan();

    await stage.call("updateQueue", { concurrency: 9, commandsEnabled: true });
    const [drift] = await workspace.planChanges();
    expect(drift?.change.actions).toEqual(["update"]);
    expect(drift?.change.before).toMatchObject({ concurrency: 9, commands_enabled: true });
    expect(drift?.change.after).toMatchObject({ concurrency, commands_enabled: false });
    await workspace.converge();
    expect(await stage.call("getQueue")).toMatchObject({ concurrency, commandsEnabled: false });

    await workspace.run(["destroy", "-auto-approve"]);
    expect(stage.hasQueue()).toBe(false);
    expect(await workspace.showState()).toEqual([]);
  });

  test("S-01, S-02, S-03: the token is in no state, plan or trace log", async () => {
    await createStage(declareQueue("  concurrency = 2"));
    const { workspace } = stage;
    const log = join(workspace.directory, "trace.log");
    await workspace.run(["plan", "-out=saved.tfplan"], { TF_LOG: "TRACE", TF_LOG_PATH: log });
    await workspace.run(["apply", "saved.tfplan"], { TF_LOG: "TRACE", TF_LOG_PATH: log });
    const files = await readdir(workspace.directory, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    expect(paths.map((path) => path.slice(workspace.directory.length))).toEqual(
      expect.arrayContaining(["/trace.log", "/terraform.tfstate", "/saved.tfplan"]),
    );
    for (const path of paths) expect((await readFile(path)).includes(CANARY_TOKEN)).toBe(false);
    const json = await workspace.run(["show", "-json", "saved.tfplan"]);
    expect(json.stdout).not.toContain(CANARY_TOKEN);
  });
});
