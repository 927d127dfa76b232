import { platform } from "node:os";
import { join, resolve } from "node:path";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { lockProvider } from "../../distribution/lock-provider";
import { placeProvider, removePlacedProvider } from "../../distribution/place-provider";
import { readProviderPackage } from "../../distribution/provider-package";
import { VERSION } from "../../product";
import type { Construct, ISynthesisSession } from "../cdk";
import { Annotations, TerraformStack } from "../cdk";

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueueProvider");

interface BrandedProvider extends Construct {
  /** Whether it wants the plugin beside its stack. */
  readonly [BRAND]: boolean;
}

/** Marks a construct as a provider of merge queues and remembers whether it wants the plugin. */
export function brandProvider(construct: Construct, wantsPlugin: boolean): void {
  Object.defineProperty(construct, BRAND, { value: wantsPlugin });
}

/** Tells whether {@link brandProvider} marked a value, in whichever copy of this package. */
export function isBrandedProvider(value: unknown): value is BrandedProvider {
  return typeof value === "object" && value !== null && BRAND in value;
}

/**
 * Brings the working directory of a provider's stack in order: the plugin is there, and
 * locked, if one of the stack's
 * providers wants it, else it is not. Does so for the first provider of a stack only.
 * @throws DistributionError `provider_not_built`, `not_writable`
 */
export function placePlugin(provider: Construct, session: ISynthesisSession): void {
  const stack = TerraformStack.of(provider);
  const providers = listProviders(stack);
  if (providers[0] !== provider) return;
  const directory = resolve(join(session.outdir, session.manifest.forStack(stack).workingDirectory));
  if (platform() !== "win32" && providers.some((each) => each[BRAND])) {
    const plugin = readProviderPackage(findProviderBundle(__dirname), VERSION);
    placeProvider(directory, plugin);
    lockProvider(directory, plugin);
  } else {
    removePlacedProvider(directory);
  }
}

/** Warns, once a stack, that the plugin cannot be placed on Windows. */
export function warnOnWindows(provider: Construct): void {
  if (platform() !== "win32") return;
  const wanting = listProviders(TerraformStack.of(provider)).filter((each) => each[BRAND]);
  if (wanting.length !== 1 || wanting[0] !== provider) return;
  Annotations.of(provider).addWarning(
    "The provider plugin is not placed beside the stack: on Windows, Terraform starts only .exe files, and the " +
      "plugin is a script. Synthesize and run Terraform in the Windows Subsystem for Linux, in a container or in " +
      "your pipeline; or let Terraform take the provider from a registry or a mirror and set plugin: false.",
  );
}

function listProviders(stack: TerraformStack): BrandedProvider[] {
  return stack.node
    .findAll()
    .filter(isBrandedProvider)
    .filter((provider) => TerraformStack.of(provider) === stack);
}
