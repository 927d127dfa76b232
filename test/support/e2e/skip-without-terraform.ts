import { tryGetSkipReason } from "../../../scripts/support/find-terraform";

/** Test files of which every test runs Terraform. */
const RUNS_TERRAFORM =
  /[\\/]test[\\/](?:e2e[\\/]|release[\\/]installation\.test\.ts$|security[\\/]token-sources\.test\.ts$|recipes[\\/](?:atlantis|remote-state)\.test\.ts$)/;

/**
 * Jest runs this before each test file. Where there is no Terraform, the tests that need it are skipped, and the run
 * says so and why; where everything has to be verified (CI=true) they fail for it.
 */
function skipWithoutTerraform(): void {
  const { testPath = "" } = expect.getState();
  if (!RUNS_TERRAFORM.test(testPath)) return;
  const reason = tryGetSkipReason();
  if (reason === undefined) return;
  process.stderr.write(`Skipped: ${testPath}. ${reason}\n`);
  // What is skipped anyhow may also be written as skipped.
  globalThis.describe = Object.defineProperty(describe.skip, "skip", { value: describe.skip });
  globalThis.test = Object.defineProperty(test.skip, "skip", { value: test.skip });
}

skipWithoutTerraform();
