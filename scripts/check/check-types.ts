import { PAGE_DIRECTORY } from "../generate-page";
import { runTool } from "./run-tool";

/**
 * Gate: the compiler finds nothing wrong, neither in what runs in Node.js nor in what runs in a browser, and the
 * constructs suit either CDK library.
 */
export async function checkTypes(root: string): Promise<string> {
  const findings = [
    await runTool(root, "tsc", []),
    await runTool(root, "tsc", ["--project", ".config/tsconfig.cdktn.json", "--noEmit"]),
    await runTool(root, "tsc", ["--project", `${PAGE_DIRECTORY}/browser`]),
  ];
  return findings.filter((finding) => finding !== "").join("\n");
}
