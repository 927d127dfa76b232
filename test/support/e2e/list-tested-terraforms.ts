import { listTerraforms, tryGetSkipReason } from "../../../scripts/support/find-terraform";

/**
 * Lists the executables that tests run one after another; see `listTerraforms`. Where the tests are skipped
 * because there is none, it is a name, so that they can be written down.
 */
export function listTestedTerraforms(): readonly string[] {
  return tryGetSkipReason() === undefined ? listTerraforms() : ["terraform"];
}
