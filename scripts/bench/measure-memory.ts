import { readFile } from "node:fs/promises";
import { QueueStage } from "../../test/support/e2e/queue-stage";
import { startDebugProvider } from "../../test/support/e2e/start-debug-provider";
import type { Figure } from "./figure";
import { declareQueues } from "./measure-plan";

const RESOURCES = 1_000;
const LIMIT_MIB = 150;

/**
 * Measures the memory that one provider process holds after it has planned and created many queues. The
 * process is started with `--debug`, so that it outlives the apply. Linux only: it reads /proc.
 */
export async function measureMemory(): Promise<Figure> {
  const stage = await QueueStage.create(declareQueues(RESOURCES));
  const provider = await startDebugProvider({
    MERGEQUEUE_BASE_URL: stage.emulator.url,
    MERGEQUEUE_TOKEN: stage.emulator.token,
  });
  try {
    await stage.workspace.run(["apply", "-auto-approve"], { TF_REATTACH_PROVIDERS: provider.reattach });
    const status = await readFile(`/proc/${provider.pid}/status`, "utf8");
    const mebibytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
    return {
      name: `resident memory of the provider after an apply of ${RESOURCES} queues`,
      value: `${mebibytes.toFixed(0)} MiB`,
      limit: `below ${LIMIT_MIB} MiB`,
      isKept: mebibytes < LIMIT_MIB,
    };
  } finally {
    await provider.stop();
    await stage.close();
  }
}
