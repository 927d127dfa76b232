import { clampNumbers, fail, onOperation } from "../../src/emulator/faults";
import { attachStage, declareQueue, onStages, QUEUE, stage } from "../support/e2e/queue-stage";

onStages();

// What Terraform itself makes of an error and of a success; all further faults are in the tests of
// src/reconcile, src/api and src/provider, in test/conformance/recovery, and at random in test/e2e/sequences.
describe("writes that fail under the real Terraform", () => {
  const THREE = declareQueue('  concurrency = 3\n  merge_method = "rebase"');

  async function readState() {
    return (await stage.workspace.readState()).get("mergequeue_queue.main");
  }

  test("F-08: a queue that was left tainted is completed in place after the untaint that the error suggests", async () => {
    await attachStage(THREE);
    const { emulator, workspace } = stage;
    emulator.setFaults(onOperation(["updateQueue", "deleteQueue"], fail(400)));
    await workspace.refuse(["apply", "-auto-approve"], "terraform untaint mergequeue_queue.main");
    emulator.setFaults();
    expect((await readState())?.isTainted).toBe(true);
    await workspace.run(["untaint", "mergequeue_queue.main"]);
    expect((await workspace.planChanges()).map(({ change }) => change.actions)).toEqual([["update"]]);
    await workspace.converge();
    expect(emulator.findQueue(QUEUE)?.settings.mergeMethod).toBe("rebase");
  });

  test("I-1, F-22: after an update that was stored otherwise and a delete that is refused, the state is true", async () => {
    await attachStage(THREE);
    const { emulator, workspace } = stage;
    await workspace.apply();
    await stage.declare(THREE.replace("3", "500"));
    emulator.setFaults(clampNumbers({ concurrency: 100 }));
    const text = "concurrency: asked for 500, stored is 100";
    await workspace.refuse(["apply", "-auto-approve"], "Service did not store the configured values", text);
    emulator.setFaults();
    expect(await readState()).toMatchObject({ isTainted: false, attributes: { concurrency: 100 } });
    expect((await workspace.planChanges()).map(({ change }) => change.actions)).toEqual([["update"]]);

    await stage.call("submitPullRequest", { pr: { number: 43 } });
    await workspace.refuse(
      ["destroy", "-auto-approve"],
      "Queue has pull requests in it",
      "#43",
      "mergequeue queue drain",
    );
    expect(await readState()).toMatchObject({ isTainted: false, attributes: { concurrency: 100 } });
  });
});
