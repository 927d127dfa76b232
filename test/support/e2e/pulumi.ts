import { join } from "node:path";
import { tryFindExecutable } from "../../../scripts/support/find-terraform";

const BRIDGE = "pulumi-resource-terraform-provider";

/** Pulumi with what it needs to run a program in YAML and a provider of Terraform. */
const TOOLS = ["pulumi", "pulumi-language-yaml", BRIDGE];

const missing = TOOLS.filter((tool) => tryFindExecutable(tool, process.env["PATH"] ?? "") === undefined);

/** Why tests with the real Pulumi are skipped, for their titles; empty if they are not. */
export const PULUMI_SKIP_REASON =
  missing.length === 0 ? "" : ` (skipped: not on the PATH: ${missing.join(", ")})`;

/** `describe` for tests with the real Pulumi. */
export const describePulumi = missing.length === 0 ? describe : describe.skip;

/** Command of a shell that installs the bridge, as `pulumi package add` does after the download. */
export const INSTALL_BRIDGE = `pulumi plugin install resource terraform-provider "$(${BRIDGE} -version)" \\
  --file "$(command -v ${BRIDGE})"`;

/**
 * Returns the variables with which Pulumi keeps everything in a directory and reaches nothing beyond this
 * machine.
 * @param scratch - absolute; has a directory `state`
 */
export function listPulumiVariables(scratch: string): Readonly<Record<string, string>> {
  return {
    PULUMI_HOME: join(scratch, "pulumi"),
    PULUMI_BACKEND_URL: `file://${join(scratch, "state")}`,
    PULUMI_CONFIG_PASSPHRASE: "passphrase",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // Nothing listens there.
    HTTPS_PROXY: "http://127.0.0.1:1",
    NO_COLOR: "1",
  };
}
