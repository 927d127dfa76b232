import fc from "fast-check";
import { arbitrarySequence } from "../model/arbitrary-sequence";
import { runSequence } from "../model/run-sequence";
import { TerraformWorld } from "../support/e2e/terraform-world";
import { readRandomRuns } from "../support/random-runs";

/** Longer than any number of sequences takes: it ends only what hangs. */
jest.setTimeout(24 * 3_600_000);

const MAX_COMMANDS = 3;

describe("any short sequence of commands, under the real Terraform", () => {
  test("I-1 to I-6, C-40: ends as the model says, and then converges", async () => {
    const property = fc.asyncProperty(
      arbitrarySequence({ maxCommands: MAX_COMMANDS, isRealTime: true }),
      async (sequence) => {
        const world = await TerraformWorld.create(sequence.inheritedStatuses);
        try {
          await runSequence(sequence, world);
        } finally {
          await world.close();
        }
      },
    );
    // Shrinking takes too long here; the error shows the commands that were run.
    await fc.assert(property, { ...readRandomRuns(2), endOnFailure: true });
  });
});
