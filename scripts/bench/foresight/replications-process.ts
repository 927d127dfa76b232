import { readFile } from "node:fs/promises";
import { ReplicationPool } from "../../../src/foresight/replication-pool";
import { makeSetup } from "../../../test/foresight/support/make-setup";
import { runMain } from "../../support/run-main";

/** The input of the process: two settings with the same replications. */
export interface ReplicationsInput {
  readonly workerFile: string;
  readonly workers: number;
  readonly pullRequests: number;
  readonly replications: number;
}

/** The cost of the replications, without the start of the process. */
export interface ReplicationsCost {
  readonly wallMs: number;
  /** Processor time of all threads. */
  readonly processorMs: number;
  /** The most memory of the process. */
  readonly mebibytes: number;
}

/** Program: takes {@link ReplicationsInput} as argument and prints {@link ReplicationsCost}, both JSON. */
async function main(): Promise<void> {
  const input = JSON.parse(process.argv[2] ?? "") as ReplicationsInput;
  const { workerFile, workers, pullRequests, replications } = input;
  const setups = [4, 8].flatMap((concurrency) =>
    Array.from({ length: replications }, (_, replication) =>
      makeSetup({
        replication,
        pullRequests,
        settings: { mode: "parallel", concurrency },
        load: {
          arrivals: { kind: "poisson", perHour: 16 },
          testMinutes: { kind: "lognormal", mean: 10, cv: 0.5 },
          failureRate: 0.05,
          flakeRate: 0.01,
          targets: Array.from({ length: 20 }, () => 1 / 20),
        },
      }),
    ),
  );
  const startedMs = performance.now();
  const started = process.cpuUsage();
  const pool = new ReplicationPool({ workers, workerFile });
  await pool.run(setups);
  const { user, system } = process.cpuUsage(started);
  const cost: ReplicationsCost = {
    wallMs: performance.now() - startedMs,
    processorMs: (user + system) / 1_000,
    mebibytes: await readMostMemory(),
  };
  await pool.close();
  console.log(JSON.stringify(cost));
}

/** Linux only. The maximum that Node.js reports includes the parent process's. */
async function readMostMemory(): Promise<number> {
  const status = await readFile("/proc/self/status", "utf8");
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}

runMain(main);
