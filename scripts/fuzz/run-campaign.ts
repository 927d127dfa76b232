import { Worker } from "node:worker_threads";
import { CurrentInput, type FuzzReport, type FuzzTask } from "./fuzz-worker";

/** Milliseconds of processor time that one input may take: time that others take on a busy machine does not count. */
const INPUT_BUDGET_MS = 1000;

/** Megabytes of JavaScript objects that may be there at once. */
const MAX_HEAP_MB = 256;

/** Bytes by which the process may grow, buffers included: what it had before is not the target's doing. */
const MAX_GROWTH_BYTES = 1024 ** 3;

/** How often to look at the worker, in milliseconds. */
const LOOK_MS = 50;

/** One target's turn. */
export type Campaign = Omit<FuzzTask, "current" | "file"> & {
  /** The worker's bundle. */
  readonly bundle: string;
};

/**
 * Fuzzes one target in a worker thread of its own, which is ended when an input takes too much time or memory: then
 * that input is the finding.
 * @throws Error if the worker cannot run
 */
export async function runCampaign({ bundle, ...task }: Campaign): Promise<FuzzReport> {
  const buffer = CurrentInput.allocate();
  const current = new CurrentInput(buffer);
  const worker = new Worker(bundle, {
    workerData: { ...task, current: buffer, file: bundle } satisfies FuzzTask,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await new Promise<FuzzReport>((resolve, reject) => {
      const find = (problem: string): void => {
        resolve({ kind: "finding", input: current.read(), problem });
      };
      const timer = setInterval(watch(current, find), LOOK_MS);
      worker.once("message", resolve);
      worker.once("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ERR_WORKER_OUT_OF_MEMORY") find(`It took more than ${MAX_HEAP_MB} MB.`);
        else reject(error);
      });
      worker.once("exit", () => {
        clearInterval(timer);
      });
    });
  } finally {
    await worker.terminate();
  }
}

/** Answers what to do at every look. */
function watch(current: CurrentInput, find: (problem: string) => void): () => void {
  let seen = 0;
  let usage = process.cpuUsage();
  const { rss: startBytes } = process.memoryUsage();
  return () => {
    const { count } = current;
    if (count !== seen) {
      seen = count;
      usage = process.cpuUsage();
      return;
    }
    if (count === 0) return;
    const { user, system } = process.cpuUsage(usage);
    if ((user + system) / 1000 > INPUT_BUDGET_MS) find(`It took more than ${INPUT_BUDGET_MS} ms.`);
    const { rss } = process.memoryUsage();
    if (rss - startBytes > MAX_GROWTH_BYTES) find(`It took more than ${MAX_GROWTH_BYTES} bytes.`);
  };
}
