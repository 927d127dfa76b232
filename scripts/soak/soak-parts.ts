import { join } from "node:path";
import { runCommand } from "../support/run-command";
import { soakApplies } from "./applies/soak-applies";
import type { SoakPart } from "./soak-part";

/** All parts of the soak, in the order in which they run. */
export const SOAK_PARTS: readonly SoakPart[] = [
  jestPart("test/engine/model", "MERGEQUEUE_MODEL_SEED", {
    name: "engine",
    unit: "random schedules of the queue engine",
    claim: "its laws hold after every event",
    count: 20_000,
    shortCount: 250,
    variable: "MERGEQUEUE_MODEL_RUNS",
  }),
  jestPart("test/conformance/sequences", "MERGEQUEUE_SEED", {
    name: "sequences",
    unit: "random sequences of commands through the plugin protocol",
    claim: "each ends in the state that the model predicts",
    count: 5_000,
    shortCount: 50,
    variable: "MERGEQUEUE_SEQUENCES",
  }),
  jestPart("test/conformance/random-calls", "MERGEQUEUE_SEED", {
    name: "calls",
    unit: "random calls of the plugin protocol in any order",
    claim: "each gets a response that Terraform's core accepts",
    count: 20_000,
    shortCount: 1_200,
    variable: "MERGEQUEUE_CALL_SEQUENCES",
  }),
  jestPart("test/e2e/sequences", "MERGEQUEUE_SEED", {
    name: "terraform",
    unit: "short random sequences of commands under the real Terraform",
    claim: "each ends in the state that the model predicts",
    count: 300,
    shortCount: 4,
    variable: "MERGEQUEUE_TERRAFORM_SEQUENCES",
  }),
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

/** Creates a part from jest tests that read their count and seed from environment variables. */
function jestPart(tests: string, seedVariable: string, part: Omit<SoakPart, "run">): SoakPart {
  return {
    ...part,
    async run({ root, count, seed, print }) {
      const jest = join(root, "node_modules/jest/bin/jest.js");
      const { status, output } = await runCommand(
        process.execPath,
        [jest, "--config", ".config/jest.config.cjs", tests],
        {
          cwd: root,
          env: { ...process.env, [part.variable]: String(count), [seedVariable]: String(seed) },
        },
      );
      if (status !== 0) return `jest ended with status ${status}.\n${output}`;
      print(/^Tests: .*$/m.exec(output)?.[0] ?? "jest counted no tests");
      return "";
    },
  };
}
