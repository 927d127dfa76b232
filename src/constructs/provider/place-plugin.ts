import { rmSync } from "node:fs";
import { platform } from "node:os";
import { join, resolve } from "node:path";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { lockProvider } from "../../distribution/lock-provider";
import { placeProvider, removePlacedProvider } from "../../distribution/place-provider";
import { readProviderPackage } from "../../distribution/provider-package";
import { VERSION } from "../../product";
import { Annotations, App, type Construct, type ISynthesisSession, TerraformStack } from "../cdk";
import { recordSources } from "./record-sources";

const BRAND = Symbol.for("terraform-provider-mergequeue/MergeQueueProvider");

export interface BrandedProvider extends Construct {
  /** Whether this provider needs the plugin beside its stack. */
  readonly [BRAND]: boolean;
}

/** Tells whether a value is a provider that `brandProvider` of any copy of this package has marked. */
export function isBrandedProvider(value: unknown): value is BrandedProvider {
  return typeof value === "object" && value !== null && BRAND in value;
}

export function listProviders(stack: TerraformStack): BrandedProvider[] {
  const providers = stack.node.findAll().filter(isBrandedProvider);
  return providers.filter((provider) => TerraformStack.of(provider) === stack);
}

/** Places or removes the plugin of a stack. Acts once per stack: only for the first provider of the stack. */
function placePlugin(provider: Construct, session: ISynthesisSession): void {
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

function warnOnWindows(provider: Construct): void {
  if (platform() !== "win32") return;
  const needing = listProviders(TerraformStack.of(provider)).filter((each) => each[BRAND]);
  if (needing.length !== 1 || needing[0] !== provider) return;
  Annotations.of(provider).addWarning(
    "The provider plugin was not placed beside the stack: it is a script, and on Windows Terraform starts only .exe " +
      "files. Synthesize and run Terraform in the Windows Subsystem for Linux, in a container or in a pipeline; or " +
      "install the provider from a registry or a mirror, and set plugin: false.",
  );
}

/** CDK outputs whose sources are already recorded. All stacks of an app share one output. */
const RECORDED = new WeakSet<object>();

/** Marks a construct as a provider of merge queues. If `needsPlugin` is true, synthesis places the plugin. */
export function brandProvider(construct: Construct, { needsPlugin }: { needsPlugin: boolean }): void {
  Object.defineProperty(construct, BRAND, { value: needsPlugin });
  warnOnWindows(construct);
  // The CDK rewrites the manifest when synthesis succeeds. After a failure, nothing must read the old stacks.
  const { root } = construct.node;
  if (App.isApp(root)) rmSync(join(root.outdir, "manifest.json"), { force: true });
  const onSynthesize = (session: ISynthesisSession): void => {
    placePlugin(construct, session);
    if (App.isApp(root) && !RECORDED.has(session.manifest)) recordSources(session.outdir);
    RECORDED.add(session.manifest);
  };
  // The CDK library does not export its function for this. The key is registered, and so it is the same in
  // every copy of the library and in CDK Terrain. The CDK calls `onSynthesize` after all validations, before
  // it writes the stack's file: once for the stack, and once for each stack around it.
  Object.defineProperty(construct, Symbol.for("cdktf/customSynthesis"), { value: { onSynthesize } });
}
