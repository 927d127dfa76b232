import { rmSync } from "node:fs";
import { join } from "node:path";
import { App, type Construct, type ISynthesisSession } from "../cdk";
import { BRAND } from "./branded-provider";
import { placePlugin, warnOnWindows } from "./place-plugin";
import { recordSources } from "./record-sources";

/** The outputs whose sources are recorded: once for all stacks of an app. */
const RECORDED = new WeakSet<object>();

/** Marks a construct as a provider of merge queues, and places the plugin at synth if `needsPlugin`. */
export function brandProvider(construct: Construct, { needsPlugin }: { needsPlugin: boolean }): void {
  Object.defineProperty(construct, BRAND, { value: needsPlugin });
  warnOnWindows(construct);
  // The CDK rewrites it when synthesis succeeds; after a failure, `mergequeue plan` must not read old stacks.
  const { root } = construct.node;
  if (App.isApp(root)) rmSync(join(root.outdir, "manifest.json"), { force: true });
  const onSynthesize = (session: ISynthesisSession): void => {
    placePlugin(construct, session);
    if (App.isApp(root) && !RECORDED.has(session.manifest)) recordSources(session.outdir);
    RECORDED.add(session.manifest);
  };
  // The CDK library does not export its function for this. The key is registered: it is the same in every
  // copy of the library and in CDK Terrain. Called after all validations, before the stack's file is written,
  // once for the stack and for each stack around it.
  Object.defineProperty(construct, Symbol.for("cdktf/customSynthesis"), { value: { onSynthesize } });
}
