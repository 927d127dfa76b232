import { PAGE_DIRECTORY } from "../generate-page";
import { runTool } from "./run-tool";

/**
 * Gate: the compiler finds nothing wrong, neither in what runs in Node.js nor in what runs in a browser, and the
 * constructs suit either CDK library.
 */
export async function checkTypes(root: string): Promise<string> {
  // The compiler keeps what it knows of unchanged files, so that only the first check takes half a minute.
  const check = (name: string, ...args: readonly string[]): Promise<string> =>
    runTool(root, "tsc", [
      ...args,
      "--incremental",
      "--tsBuildInfoFile",
      `.scratch/types/${name}.tsbuildinfo`,
    ]);
  const findings = [
    await check("node"),
    await check("cdktn", "--project", ".config/tsconfig.cdktn.json", "--noEmit"),
    await check("browser", "--project", `${PAGE_DIRECTORY}/browser`),
  ];
  return findings.filter((finding) => finding !== "").join("\n");
}
