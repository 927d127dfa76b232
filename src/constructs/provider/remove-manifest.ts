import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Construct } from "../cdk";
import { App } from "../cdk";

/**
 * Removes the manifest that an earlier synthesis left in the output directory. The CDK writes it again at the end of a
 * synthesis that succeeds, so that after one that fails `mergequeue plan` does not take the old stacks for the new ones.
 */
export function removeManifest(construct: Construct): void {
  const { root } = construct.node;
  if (App.isApp(root)) rmSync(join(root.outdir, "manifest.json"), { force: true });
}
