import { rmSync } from "node:fs";
import { parseQueueId } from "../../../src/queue/queue-identity";
import { QUEUE_ID, runOn, startService } from "../support/run-on-service";
import { makeDirectory, writeStack } from "../support/write-stack";

describe("prevent_destroy", () => {
  test("a queue with prevent_destroy is never destroyed, even with --force; others can be chosen", async () => {
    const emulator = await startService();
    const directory = makeDirectory();
    try {
      const other = "github.com/acme/api/main";
      writeStack(directory, { [QUEUE_ID]: { lifecycle: { prevent_destroy: true } }, [other]: {} });
      const run = async (...args: readonly string[]): Promise<readonly [number, string]> => {
        const { exitStatus, error } = await runOn(emulator, args, { workingDirectory: directory });
        return [exitStatus, error];
      };
      expect(await run("apply", "--auto-approve")).toEqual([0, ""]);
      for (const args of [
        ["destroy", "--auto-approve", "--force"],
        ["plan", "--destroy"],
      ]) {
        const [exitStatus, error] = await run(...args);
        expect(exitStatus).toBe(1);
        expect(error).toMatch(
          /prevent_destroy forbids to destroy mergequeue_queue\.\w+\. Nothing was changed/,
        );
      }
      await run("destroy", "--auto-approve", "--only", other);
      const exist = [QUEUE_ID, other].map((id) => emulator.findQueue(parseQueueId(id)) !== undefined);
      expect(exist).toEqual([true, false]);
    } finally {
      await emulator.close();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
