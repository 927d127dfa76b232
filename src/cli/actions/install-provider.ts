import { isAbsolute, join, relative, resolve } from "node:path";
import { formatCliConfiguration } from "../../distribution/cli-configuration";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { installMirror } from "../../distribution/install-mirror";
import { installPlain } from "../../distribution/install-plain";
import { PLAIN_EXECUTABLE_NAME } from "../../distribution/layout";
import { readProviderPackage } from "../../distribution/provider-package";
import { userPluginDirectory } from "../../distribution/user-plugin-directory";
import { PROVIDER_SOURCE, VERSION } from "../../product";
import { escapeControl } from "../../text/escape-control";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandSession } from "../command-session";

/** Makes a directory a filesystem mirror with the provider plugin. */
export function installProvider(dir: string | undefined, { context, write }: CommandSession): void {
  const ownDirectory = userPluginDirectory({
    platform: context.platform,
    homeDirectory: context.homeDirectory,
    appDataDirectory: context.environment["APPDATA"],
  });
  const directory = dir === undefined ? ownDirectory : resolve(context.workingDirectory, dir);
  const provider = readProviderPackage(findProviderBundle(context.codeDirectory), VERSION);
  const { changed } = installMirror(directory, provider, context.platform);
  const done = describeInstallation(changed, directory);
  const use =
    directory === ownDirectory
      ? "Terraform finds it there by itself. Only if your CLI configuration has a provider_installation\nblock, merge this into it:"
      : "To use it, put this into your CLI configuration (~/.terraformrc or ~/.tofurc, or the file that\nTF_CLI_CONFIG_FILE names):";
  context.writeNote(`${escapeControl(`${done}\n${use}`)}\n\n`);
  write({ document: formatCliConfiguration(directory) });
}

/** Places the plugin itself in a directory. */
export function installForPulumi(dir: string, { context, write }: CommandSession): void {
  const directory = resolve(context.workingDirectory, dir);
  const provider = readProviderPackage(
    findProviderBundle(context.codeDirectory),
    VERSION,
    PLAIN_EXECUTABLE_NAME,
  );
  const changed = installPlain(directory, provider, context.platform);
  const executable = join(directory, PLAIN_EXECUTABLE_NAME);
  // Pulumi takes a path only if it begins with a dot or a slash.
  const path = isAbsolute(dir) ? executable : `./${relative(context.workingDirectory, executable)}`;
  const done = `${describeInstallation(changed, directory)}\nTo use it in a Pulumi project in this directory, run:`;
  context.writeNote(`${escapeControl(done)}\n\n`);
  write(escapeControl(`pulumi package add terraform-provider ${quoteForShell(path)}\n`));
}

function describeInstallation(changed: boolean, directory: string): string {
  return changed
    ? `Installed ${PROVIDER_SOURCE} ${VERSION} in ${directory}.`
    : `${PROVIDER_SOURCE} ${VERSION} is already in ${directory}; nothing was changed.`;
}
