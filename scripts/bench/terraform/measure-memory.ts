import { readFile } from "node:fs/promises";
import { QueueStage } from "../../../test/support/e2e/queue-stage";
import { startDebugProvider } from "../../../test/support/e2e/start-debug-provider";
import type { BenchContext, PartReport } from "../bench-part";
import { NODE_NAME } from "./list-subjects";
import { declareOwn } from "./subject";

const QUEUES = 1_000;
const QUICK_QUEUES = 100;
const LIMIT_MIB = 150;

/**
 * Measures the memory that one provider process holds after it has planned and created many queues. The
 * process is started with `--debug`, so that it outlives the apply. Linux only: it reads /proc.
 */
export async function measureMemory({ isQuick }: BenchContext): Promise<PartReport> {
  const queues = isQuick ? QUICK_QUEUES : QUEUES;
  const stage = await QueueStage.create("");
  const provider = await startDebugProvider({
    MERGEQUEUE_BASE_URL: stage.emulator.url,
    MERGEQUEUE_TOKEN: stage.emulator.token,
  });
  try {
    await stage.workspace.write({ "main.tf.json": JSON.stringify(declareOwn(queues)) });
    await stage.workspace.run(["apply", "-auto-approve"], { TF_REATTACH_PROVIDERS: provider.reattach });
    const status = await readFile(`/proc/${provider.pid}/status`, "utf8");
    const mebibytes = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
    const figure = {
      name: `resident memory of one provider process (${NODE_NAME}) after plan and apply of ${queues} queues`,
      value: `${mebibytes.toFixed(0)} MiB`,
      limit: `below ${LIMIT_MIB} MiB`,
      isKept: mebibytes < LIMIT_MIB,
    };
    return { figures: [figure], sections: [] };
  } finally {
    await provider.stop();
    await stage.close();
  }
}
