import { readFile } from "node:fs/promises";
import { QueueStage } from "../../test/support/e2e/queue-stage";
import { startDebugProvider } from "../../test/support/e2e/start-debug-provider";
import { atMost, type BenchContext, type PartReport } from "./bench-part";
import { declareQueues, OWN_SCHEMA } from "./terraform/providers";

/**
 * Measures the memory of one provider process that has planned and created many queues. `--debug` keeps the process alive
 * after the apply. Linux only: it reads /proc.
 */
export async function measureMemory({ isQuick }: BenchContext): Promise<PartReport> {
  const queues = isQuick ? 100 : 1_000;
  const stage = await QueueStage.create("");
  const provider = await startDebugProvider({
    MERGEQUEUE_BASE_URL: stage.emulator.url,
    MERGEQUEUE_TOKEN: stage.emulator.token,
  });
  try {
    await stage.workspace.write({ "main.tf.json": declareQueues(OWN_SCHEMA, queues) });
    await stage.workspace.run(["apply", "-auto-approve"], { TF_REATTACH_PROVIDERS: provider.reattach });
    const status = await readFile(`/proc/${provider.pid}/status`, "utf8");
    const mebibytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
    const name = `memory of a provider process (Node.js) after ${queues} queues`;
    return { figures: [atMost(name, mebibytes, 150, "MiB", 0)] };
  } finally {
    await provider.stop();
    await stage.close();
  }
}
