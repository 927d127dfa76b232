import { listBlocks, type SynthesizedStack, synthesizeAll } from "../docs/support/page-program";
import { readText } from "../docs/support/registry-pages";
import { attachStage, onStages, stage } from "../support/e2e/queue-stage";

/** Returns a stack's file. Its backend, which keeps the state where the CDK looks, would need an `init`. */
function toFile(stack: SynthesizedStack | string): string {
  if (typeof stack === "string") throw new Error(stack);
  return JSON.stringify(stack, (key, value: unknown) => (key === "backend" ? undefined : value));
}

onStages();

test("D-03: the programs of docs/guides/cdktn.md differ in their imports, and a plan after the change finds nothing", async () => {
  const page = readText("docs/guides/cdktn.md");
  const [cdktn = "", cdktf = ""] = listBlocks(page, "ts");
  expect(cdktn).toContain('from "cdktn"');
  expect(cdktn.replace('"cdktn"', '"cdktf"').replace("mergequeue/cdktn", "mergequeue")).toBe(cdktf);

  const stacks = await synthesizeAll({ cdktf, cdktn });
  await attachStage("");
  const { workspace } = stage;
  await workspace.write({ "cdk.tf.json": toFile(stacks.cdktf) });
  await workspace.apply();
  await workspace.write({ "cdk.tf.json": toFile(stacks.cdktn) });
  await workspace.expectEmptyPlan();
});
