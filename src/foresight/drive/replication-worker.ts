import { parentPort } from "node:worker_threads";
import type { ReplicationSetup } from "./replication";
import { runReplication } from "./run-replication";

// Entry of a worker thread: each message is a setup, each answer its result.
parentPort?.on("message", (setup: ReplicationSetup) => {
  parentPort?.postMessage(runReplication(setup));
});
