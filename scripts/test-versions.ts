import { spawnSync } from "node:child_process";
import { listTerraforms } from "./support/find-terraform";
import { runMain } from "./support/run-main";

/**
 * `npm run test:versions [-- PATH…]`: runs what needs a real Terraform with each version that is installed,
 * or only the tests below these paths; see `listTerraforms`. All versions run, even if one fails.
 */
async function main(root: string): Promise<void> {
  const paths = process.argv.slice(2);
  const jest = ["node_modules/jest/bin/jest.js", "--config", ".config/jest.config.cjs"];
  const args = [...jest, ...(paths.length > 0 ? paths : ["test/e2e", "test/release"])];
  const failed = listTerraforms().filter((binary) => {
    console.log(`\n${binary}`);
    // Tests that run several versions themselves would run them each time.
    const env = { ...process.env, TERRAFORM_BINARY_NAME: binary, TERRAFORM_BINARIES: "" };
    return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status !== 0;
  });
  if (failed.length > 0) throw new Error(`Tests failed with ${failed.join(", ")}.`);
}

runMain(main);
