import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { waitFor } from "../../support/wait-for";
import { QUEUE_ID, submit, TOKEN } from "../support/run-on-service";
import { emulator, onStage } from "../support/stage";

const ROOT = join(__dirname, "../../..");

onStage();

function findState(): unknown {
  return emulator.findQueue(parseQueueId(QUEUE_ID))?.settings.state;
}

describe("mergequeue local-exec as a process", () => {
  test("F-11: when Terraform has killed its shell, it stops waiting and restores the state that it changed", async () => {
    submit(emulator, 7);
    const command = join(ROOT, "src/cli/main.ts");
    const script = `"${process.execPath}" --import tsx "${command}" local-exec delete || exit 1`;
    const shell = spawn("/bin/sh", ["-c", script], {
      cwd: ROOT,
      env: {
        PATH: process.env["PATH"],
        MERGEQUEUE_BASE_URL: emulator.url,
        MERGEQUEUE_TOKEN: TOKEN,
        MERGEQUEUE_QUEUE_ID: QUEUE_ID,
        MERGEQUEUE_DELETION: JSON.stringify({ policy: "drain" }),
      },
      stdio: "ignore",
    });
    const closed = once(shell, "close");
    await waitFor(() => findState() === "draining", "the queue to drain");
    shell.kill("SIGKILL");
    await closed;
    await waitFor(() => findState() === "running", "the state that the queue had before");
    expect(emulator.requests.map(({ operation }) => operation)).not.toContain("deleteQueue");
  });
});
