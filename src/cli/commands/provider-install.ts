import { isAbsolute, join, relative, resolve } from "node:path";
import type { Command } from "commander";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { formatCliConfiguration, installMirror, installPlain } from "../../distribution/install-mirror";
import { PLAIN_EXECUTABLE_NAME, tryFindUserPluginDirectory } from "../../distribution/layout";
import { readProviderPackage } from "../../distribution/provider-package";
import { PROVIDER_SOURCE, VERSION } from "../../product";
import { escapeControl } from "../../text/escape-control";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandSession } from "../command-session";
import { parseNonEmpty } from "../parse-options";

const EXAMPLES = `
The mirror has the plugin both for Terraform's registry host and for OpenTofu's.
The command overwrites no file in the directory, and does not change your CLI
configuration. On standard output, it prints the lines that you add there.

With --plain, the directory is not a mirror. It contains the plugin itself: the
executable terraform-provider-mergequeue and its code. Pulumi runs this plugin.
On standard output, the command prints the pulumi command that adds the plugin.

Examples:
  $ mergequeue provider install
  $ mergequeue provider install --dir ~/terraform-mirror
  $ mergequeue provider install --dir mirror > mirror.tfrc
  $ export TF_CLI_CONFIG_FILE=$PWD/mirror.tfrc
  $ mergequeue provider install --plain --dir plugin
  $ pulumi package add terraform-provider ./plugin/terraform-provider-mergequeue

Exit status:
  0 installed, or already there; 1 not installed`;

export function defineProviderInstall(command: Command, session: CommandSession): void {
  command
    .description(
      "Installs the provider plugin into a filesystem mirror, from which Terraform and OpenTofu load it without a " +
        "registry. With --plain, installs it for Pulumi. CDKTF projects do not need this: their stacks contain the plugin.",
    )
    .option(
      "-d, --dir <directory>",
      "the mirror (default: ~/.terraform.d/plugins, which Terraform and OpenTofu search without configuration)",
      parseNonEmpty("a directory"),
    )
    .option("--plain", "for Pulumi: place the plugin itself in the directory; needs --dir")
    .addHelpText("after", EXAMPLES)
    .action(({ dir, plain }: { readonly dir?: string; readonly plain?: true }) => {
      if (plain === undefined) {
        const directory = dir ?? tryFindUserPluginDirectory(session.context);
        if (directory === undefined)
          command.error("HOME is not set, and this user has no home directory. Give --dir <directory>.");
        installProvider(directory, session);
      } else if (dir === undefined) command.error("--plain needs --dir.");
      else installForPulumi(dir, session);
    });
}

function installProvider(dir: string, { context, write }: CommandSession): void {
  const { platform, workingDirectory, codeDirectory } = context;
  const directory = resolve(workingDirectory, dir);
  const provider = readProviderPackage(findProviderBundle(codeDirectory), VERSION);
  const changed = installMirror(directory, provider, platform);
  const use =
    directory === tryFindUserPluginDirectory(context)
      ? "Terraform finds the plugin there by itself. But if your CLI configuration has a\nprovider_installation block, merge this into that block:"
      : "To use it, put this into your CLI configuration (~/.terraformrc or ~/.tofurc, or the file that\nTF_CLI_CONFIG_FILE names):";
  const lock = `terraform providers lock -fs-mirror=${quoteForShell(directory)} ${PROVIDER_SOURCE}`;
  const locked =
    'If terraform init warns of "Incomplete lock file information", nothing is missing: the hash is the same on\n' +
    `every platform. The command that Terraform proposes needs a registry. Run this command instead:\n  ${lock}`;
  const note = `${describeInstallation({ changed, directory })}\n${locked}\n${use}`;
  context.writeNote(`${escapeControl(note)}\n\n`);
  write({ document: formatCliConfiguration(directory) });
}

function installForPulumi(dir: string, { context, write }: CommandSession): void {
  const { platform, workingDirectory, codeDirectory } = context;
  const directory = resolve(workingDirectory, dir);
  const provider = readProviderPackage(findProviderBundle(codeDirectory), VERSION, PLAIN_EXECUTABLE_NAME);
  const changed = installPlain(directory, provider, platform);
  const executable = join(directory, PLAIN_EXECUTABLE_NAME);
  // Pulumi takes a path only if it begins with a dot or a slash.
  const path = isAbsolute(dir) ? executable : `./${relative(workingDirectory, executable)}`;
  const done = `${describeInstallation({ changed, directory })}\nTo use it in a Pulumi project in this directory, run:`;
  context.writeNote(`${escapeControl(done)}\n\n`);
  write(escapeControl(`pulumi package add terraform-provider ${quoteForShell(path)}\n`));
}

function describeInstallation({ changed, directory }: { changed: boolean; directory: string }): string {
  return changed
    ? `Installed ${PROVIDER_SOURCE} ${VERSION} in ${directory}.`
    : `${PROVIDER_SOURCE} ${VERSION} is already in ${directory}; nothing was changed.`;
}
