import { tryGetSkipReason } from "../../../scripts/support/find-terraform";

/** Test files of which every test runs Terraform. */
const RUNS_TERRAFORM =
  /[\\/]test[\\/](?:e2e[\\/]|release[\\/]installation\.test\.ts$|security[\\/]token-sources\.test\.ts$|recipes[\\/](?:atlantis|remote-state)\.test\.ts$)/;

/**
 * Jest runs this before each test file. Without Terraform, the tests that need it are skipped, and the run
 * says why; if everything must be verified (CI=true), they fail instead.
 */
function skipWithoutTerraform(): void {
  const { testPath = "" } = expect.getState();
  if (!RUNS_TERRAFORM.test(testPath)) return;
  const reason = tryGetSkipReason();
  if (reason === undefined) return;
  process.stderr.write(`Skipped: ${testPath}. ${reason}\n`);
  // Tests that are skipped anyway may also be written as skipped.
  globalThis.describe = Object.defineProperty(describe.skip, "skip", { value: describe.skip });
  globalThis.test = Object.defineProperty(test.skip, "skip", { value: test.skip });
}

skipWithoutTerraform();
