import type { Command } from "commander";
import type { CommandSession } from "../command-session";
import { parseNonEmpty } from "../parse-arguments";

const EXAMPLES = `
The plugin is installed for the registry hosts of Terraform and of OpenTofu.
Nothing is overwritten, neither in the directory nor in your CLI configuration:
the configuration to use is printed on standard output.

With --plain, the directory does not become a mirror but contains the plugin:
the executable terraform-provider-mergequeue and its code. Pulumi runs it from
there, and the command to add it is printed on standard output.

Examples:
  $ mergequeue provider install
  $ mergequeue provider install --dir ~/terraform-mirror
  $ mergequeue provider install --dir mirror > mirror.tfrc
  $ export TF_CLI_CONFIG_FILE=$PWD/mirror.tfrc
  $ mergequeue provider install --plain --dir plugin
  $ pulumi package add terraform-provider ./plugin/terraform-provider-mergequeue

Exit status:
  0 installed, also if it already was; 1 not installed`;

/** Adds `install` to `provider`, which makes a directory a filesystem mirror with the provider plugin. */
export function addProviderInstallCommand(parent: Command, session: CommandSession): void {
  parent
    .command("install")
    .summary("install the provider plugin for HCL and Pulumi projects")
    .description(
      "Installs the provider plugin into a directory from which Terraform and OpenTofu can load it without a " +
        "registry (a filesystem mirror), or, with --plain, Pulumi. CDKTF projects do not need this: their stacks " +
        "contain the plugin.",
    )
    .option(
      "-d, --dir <directory>",
      "the mirror (default: ~/.terraform.d/plugins, where Terraform and OpenTofu look by themselves)",
      parseNonEmpty("a directory"),
    )
    .option("--plain", "for Pulumi: place the plugin itself in the directory, not a mirror; needs --dir")
    .addHelpText("after", EXAMPLES)
    .action(async ({ dir, plain }: InstallOptions, command: Command) => {
      const { installForPulumi, installProvider } = await import("../actions/install-provider");
      if (plain === undefined) installProvider(dir, session);
      else if (dir === undefined) command.error("--plain needs --dir.");
      else installForPulumi(dir, session);
    });
}

/** What the command line of `provider install` says. */
interface InstallOptions {
  readonly dir?: string;
  readonly plain?: true;
}
