import { fail, onOperation } from "../../../src/emulator/faults";
import { attachStage, declareQueue, onStages, QUEUE, stage } from "../../support/e2e/queue-stage";
import { readRun } from "../../support/e2e/read-run";

onStages();

test("F-08: a queue that was left tainted is completed in place after the untaint that the error suggests", async () => {
  await attachStage(declareQueue('  concurrency = 3\n  merge_method = "rebase"'));
  const { emulator, workspace } = stage;
  const apply = async () => readRun(await workspace.tryRun(["apply", "-json", "-auto-approve"]));
  emulator.setFaults(onOperation(["updateQueue", "deleteQueue"], fail(400)));
  const { status, output } = await apply();
  expect(status).toBe(1);
  expect(output).toContain("terraform untaint mergequeue_queue.main");
  emulator.setFaults();
  await workspace.run(["untaint", "mergequeue_queue.main"]);
  const again = await apply();
  expect([...again.planned.values()]).toEqual(["update"]);
  expect(again.status).toBe(0);
  expect(emulator.findQueue(QUEUE)?.settings.mergeMethod).toBe("rebase");
});
