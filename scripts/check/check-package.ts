import { runTool } from "./run-tool";

/**
 * Gate: the package that `npm pack` makes resolves for CommonJS, ES modules and bundlers, and its types declare what is
 * there when a program runs. Needs the built package.
 */
export async function checkPackage(root: string): Promise<string> {
  const findings = [
    await runTool(root, "publint", ["--strict", root]),
    await runTool(root, "attw", ["--pack", root, "--no-emoji", "--no-color"]),
  ];
  return findings.filter((finding) => finding !== "").join("\n");
}
