import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { withScratch } from "./support/with-scratch";

const run = promisify(execFile);

const options = [
  "env=node",
  "esModuleInterop=true",
  // The compiler runs with erasableSyntaxOnly, which refuses enums.
  "enumsAsLiterals=true",
  "oneof=unions-value",
  // int64 fields hold versions and list indices; a number would lose bits silently.
  "forceLong=bigint",
  // Keys of maps come from outside; in a Map, a key cannot reach a prototype.
  "useMapType=true",
  "useOptionals=none",
  "outputServices=generic-definitions",
  "outputJsonMethods=false",
  "outputPartialMethods=false",
  "exportCommonSymbols=false",
  "fileSuffix=.generated",
];

/** Generates TypeScript for the protocol with buf and ts-proto, without network, always the same bytes. */
export async function generateProtocol(root: string, outDirectory: string): Promise<void> {
  await withScratch("generate-protocol", async (scratch) => {
    const bin = join(root, "node_modules", ".bin");
    const template = {
      version: "v2",
      plugins: [{ local: ["node", join(bin, "protoc-gen-ts_proto")], out: outDirectory, opt: options }],
    };
    // buf reads a template only from a file whose name ends in .json or .yaml.
    const templatePath = join(scratch, "buf.gen.json");
    await writeFile(templatePath, JSON.stringify(template));
    await run(join(bin, "buf"), ["generate", join(root, "src/plugin/protocol"), "--template", templatePath], {
      cwd: scratch,
    });
  });
}
