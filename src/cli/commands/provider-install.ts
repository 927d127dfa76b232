import { resolve } from "node:path";
import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import { formatCliConfiguration } from "../../distribution/cli-configuration";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { installMirror } from "../../distribution/install-mirror";
import { readProviderPackage } from "../../distribution/provider-package";
import { userPluginDirectory } from "../../distribution/user-plugin-directory";
import { VERSION } from "../../product";
import type { CommandSession } from "../command-session";
import { printInstalled } from "../print/print-installed";

const EXAMPLES = `
The plugin is placed for the registry hosts of Terraform and of OpenTofu.
Nothing is overwritten, neither in the directory nor in your CLI configuration:
the configuration to use is printed on standard output.

Examples:
  $ mergequeue provider install
  $ mergequeue provider install --dir ~/terraform-mirror
  $ mergequeue provider install --dir mirror > mirror.tfrc
  $ export TF_CLI_CONFIG_FILE=$PWD/mirror.tfrc

Exit status:
  0 installed, or there already; 1 not installed`;

/** Adds `install` to `provider`, which makes a directory a filesystem mirror with the provider plugin. */
export function addProviderInstallCommand(parent: Command, session: CommandSession): void {
  parent
    .command("install")
    .summary("install the provider plugin for HCL projects")
    .description(
      "Installs the provider plugin into a directory from which Terraform and OpenTofu can take it without a " +
        "registry (a filesystem mirror). CDKTF projects do not need it: their stacks bring the plugin along.",
    )
    .option(
      "-d, --dir <directory>",
      "the mirror; by default ~/.terraform.d/plugins, where Terraform and OpenTofu look by themselves",
      parseDirectory,
    )
    .addHelpText("after", EXAMPLES)
    .action(({ dir }: { dir?: string }) => {
      installProvider(dir, session);
    });
}

/** A variable that is not set must not turn the working directory into a mirror. */
function parseDirectory(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty; name a directory, or leave the option out.");
  return text;
}

/** @throws DistributionError */
function installProvider(dir: string | undefined, { context, writeDocument }: CommandSession): void {
  const ownDirectory = userPluginDirectory({
    platform: context.platform,
    homeDirectory: context.homeDirectory,
    appDataDirectory: context.environment["APPDATA"],
  });
  const directory = dir === undefined ? ownDirectory : resolve(context.workingDirectory, dir);
  const provider = readProviderPackage(findProviderBundle(context.codeDirectory), VERSION);
  const { changed } = installMirror(directory, provider, context.platform);
  context.writeError(
    printInstalled({ directory, version: VERSION, changed, isOwnDirectory: directory === ownDirectory }),
  );
  writeDocument(formatCliConfiguration(directory));
}
