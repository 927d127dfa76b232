import { on } from "node:events";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { MergeQueueError } from "../queue/merge-queue-error";
import type { OnProgress, ReplicationResult, ReplicationSetup } from "./drive/replication";
import type { WorkerAnswer } from "./drive/replication-worker";
import { runReplication } from "./drive/run-replication";
import { toMeanPerHour } from "./load";

/** File name of the worker's bundle. scripts/build/entries.ts builds it beside the bundle of this code. */
export const WORKER_NAME = "replication-worker.js";

interface PoolOptions {
  /** Number of threads; 0: none but the calling one. Default: up to one per processor; 0 without a bundle. */
  readonly workers?: number | undefined;
  /** Path of the worker's bundle. Default: {@link WORKER_NAME} beside this code. */
  readonly workerFile?: string | undefined;
}

interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Runs replications in worker threads, one call at a time. The number of threads does not change results. */
export class ReplicationPool {
  readonly #workerFile: string;
  readonly #size: number;
  /** Number of threads while the code is new: of two processors, V8's compiler then needs one. */
  readonly #sizeWhileNew: number;
  #plannedPullRequests = 0;
  #workers: Worker[] = [];

  /** @throws RangeError if workers are to be started, but their bundle is missing */
  constructor({ workers, workerFile = join(__dirname, WORKER_NAME) }: PoolOptions = {}) {
    const isBuilt = existsSync(workerFile);
    this.#workerFile = workerFile;
    this.#size = workers ?? (isBuilt ? availableParallelism() : 0);
    this.#sizeWhileNew = workers === undefined && this.#size === 2 ? 1 : this.#size;
    if (this.#size > 0 && !isBuilt)
      throw new RangeError(`There is no code for worker threads at ${workerFile}.`);
  }

  /**
   * Runs several replications at once.
   * @returns results in the order of the setups; undefined for a replication that an abort prevented
   * @throws MergeQueueError before anything runs, for the same reasons as `checkSetup`
   */
  async run(
    setups: readonly ReplicationSetup[],
    { signal, onProgress }: RunOptions = {},
  ): Promise<(ReplicationResult | undefined)[]> {
    // Here, because worker threads would lose the details of an error.
    for (const setup of setups) checkSetup(setup);
    const results = setups.map((): ReplicationResult | undefined => undefined);
    const left = setups.entries();
    let done = 0;
    const work = async (run: RunOne): Promise<void> => {
      for (const [index, setup] of left) {
        if (signal?.aborted === true) return;
        let reported = 0;
        const report: OnProgress = (pullRequests) => {
          if (pullRequests === reported) return;
          done += pullRequests - reported;
          reported = pullRequests;
          onProgress?.(done);
        };
        results[index] = await run(setup, report);
        report(setup.pullRequests);
      }
    };
    if (this.#size === 0) {
      await work(async (setup, report) => {
        // Lets signals and timers run.
        await setImmediate();
        return runReplication(setup, report);
      });
      return results;
    }
    this.#plannedPullRequests += setups.reduce((sum, { pullRequests }) => sum + pullRequests, 0);
    const size = this.#plannedPullRequests < 50_000 ? this.#sizeWhileNew : this.#size;
    while (this.#workers.length < Math.min(size, setups.length))
      this.#workers.push(new Worker(this.#workerFile));
    try {
      await Promise.all(
        this.#workers.map((worker) => work((setup, report) => runThere(worker, setup, report, signal))),
      );
      signal?.throwIfAborted();
    } catch (error) {
      // A worker cannot be interrupted in the middle of a replication.
      await this.close();
      if (signal?.aborted !== true) throw error;
    }
    return results;
  }

  /** Ends all worker threads. Another call of {@link run} starts new threads. */
  async close(): Promise<void> {
    const workers = this.#workers;
    this.#workers = [];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

type RunOne = (setup: ReplicationSetup, onProgress: OnProgress) => Promise<ReplicationResult>;

/** Runs a replication in a worker. @throws AbortError if the call is aborted before the replication ends */
async function runThere(
  worker: Worker,
  setup: ReplicationSetup,
  onProgress: OnProgress,
  signal: AbortSignal | undefined,
): Promise<ReplicationResult> {
  const answers = on(worker, "message", { signal, close: ["exit"] });
  worker.postMessage(setup);
  for await (const [answer] of answers as AsyncIterable<[WorkerAnswer]>) {
    if (typeof answer !== "number") return answer;
    onProgress(answer);
  }
  throw new Error("The worker thread has ended.");
}

/** Maximum number of years that may be simulated. Each simulated hour takes computing time. */
const MAX_YEARS = 1000;
const HOURS_OF_YEAR = 8766;

/** @throws MergeQueueError if arrivals are too rare. This is unknown until the rates are drawn. */
function checkSetup({ load: { arrivals }, pullRequests }: ReplicationSetup): void {
  if (arrivals.kind === "saturated") return;
  const perHour = toMeanPerHour(arrivals);
  const years = pullRequests / perHour / HOURS_OF_YEAR;
  if (years <= MAX_YEARS) return;
  const message =
    `At ${perHour} arrivals per hour, ${pullRequests} pull requests arrive over ${Math.round(years)} years of simulated time; at most ` +
    `${MAX_YEARS} years can be simulated. Give a higher rate or fewer pull requests. The rate comes from --arrivals, or is drawn ` +
    "from the interval of the workload's arrivalsPerHour.";
  throw new MergeQueueError("invalid_configuration", message, { argument: "arrivals" });
}
