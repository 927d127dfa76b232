import { parentPort } from "node:worker_threads";
import type { ReplicationResult, ReplicationSetup } from "./replication";
import { runReplication } from "./run-replication";

/** A message from a worker: how many pull requests it has simulated so far or, at the end, its result. */
export type WorkerAnswer = number | ReplicationResult;

// Entry of a worker thread: each message is a setup.
parentPort?.on("message", (setup: ReplicationSetup) => {
  const post = (answer: WorkerAnswer): void => parentPort?.postMessage(answer);
  post(runReplication(setup, post));
});
