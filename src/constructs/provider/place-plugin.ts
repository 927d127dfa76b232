import { platform } from "node:os";
import { join, resolve } from "node:path";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { lockProvider } from "../../distribution/lock-provider";
import { placeProvider, removePlacedProvider } from "../../distribution/place-provider";
import { readProviderPackage } from "../../distribution/provider-package";
import { VERSION } from "../../product";
import { Annotations, type Construct, type ISynthesisSession, TerraformStack } from "../cdk";
import { BRAND, listProviders } from "./branded-provider";

/** Removes the plugin if no provider of the stack needs it. Acts once, for the stack's first provider. */
export function placePlugin(provider: Construct, session: ISynthesisSession): void {
  const stack = TerraformStack.of(provider);
  const providers = listProviders(stack);
  if (providers[0] !== provider) return;
  const directory = resolve(join(session.outdir, session.manifest.forStack(stack).workingDirectory));
  const isNeeded = providers.some((each) => each[BRAND]);
  if (isNeeded && platform() !== "win32") {
    const plugin = readProviderPackage(findProviderBundle(__dirname), VERSION);
    placeProvider(directory, plugin);
    lockProvider(directory, plugin);
  } else {
    removePlacedProvider(directory);
  }
}

/** Warns, once per stack, that the plugin does not run on Windows. */
export function warnOnWindows(provider: Construct): void {
  if (platform() !== "win32") return;
  const needing = listProviders(TerraformStack.of(provider)).filter((each) => each[BRAND]);
  if (needing.length !== 1 || needing[0] !== provider) return;
  Annotations.of(provider).addWarning(
    "The provider plugin was not placed beside the stack: it is a script, and on Windows Terraform starts only .exe " +
      "files. Synthesize and run Terraform in the Windows Subsystem for Linux, in a container or in a pipeline; or " +
      "install the provider from a registry or a mirror, and set plugin: false.",
  );
}
