import { soakApplies } from "./applies/soak-applies";
import { runJest } from "./run-jest";
import type { SoakPart } from "./soak-part";

/** All parts of the soak, in the order in which they run. */
export const SOAK_PARTS: readonly SoakPart[] = [
  {
    name: "engine",
    unit: "random schedules of the queue engine",
    claim: "its laws hold after every event",
    count: 20_000,
    shortCount: 250,
    variable: "MERGEQUEUE_MODEL_RUNS",
    run: (job) =>
      runJest(
        {
          tests: ["test/emulator/engine/model"],
          countVariable: "MERGEQUEUE_MODEL_RUNS",
          seedVariable: "MERGEQUEUE_MODEL_SEED",
        },
        job,
      ),
  },
  {
    name: "sequences",
    unit: "random sequences of commands through the plugin protocol",
    claim: "each ends as the model says and comes right at last",
    count: 5_000,
    shortCount: 50,
    variable: "MERGEQUEUE_SEQUENCES",
    run: (job) =>
      runJest(
        {
          tests: ["test/conformance/sequences"],
          countVariable: "MERGEQUEUE_SEQUENCES",
          seedVariable: "MERGEQUEUE_SEED",
        },
        job,
      ),
  },
  {
    name: "terraform",
    unit: "short random sequences of commands under the real Terraform",
    claim: "each ends as the model says and comes right at last",
    count: 300,
    shortCount: 4,
    variable: "MERGEQUEUE_TERRAFORM_SEQUENCES",
    run: (job) =>
      runJest(
        {
          tests: ["test/e2e/sequences"],
          countVariable: "MERGEQUEUE_TERRAFORM_SEQUENCES",
          seedVariable: "MERGEQUEUE_SEED",
        },
        job,
      ),
  },
  {
    name: "applies",
    unit: "applies against one local service, most of them with one provider",
    claim: "no process, socket, file or descriptor is left and no memory grows",
    count: 200,
    shortCount: 16,
    variable: "MERGEQUEUE_SOAK_APPLIES",
    run: soakApplies,
  },
];
