import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { VERSION } from "../../src/product";

const ROOT = resolve(__dirname, "../..");
const FILES = readProviderPackage(findProviderBundle(__dirname), VERSION).files.map(({ name }) => name);

function read(page: string): string {
  return readFileSync(join(ROOT, "docs", page), "utf8");
}

function list(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name).sort();
}

describe("the files of the plugin", () => {
  test("docs/guides/constructs.md lists what synth places beside a stack", () => {
    const [, listing = ""] = /^```\n(cdktf\.out\/.*?)^```$/ms.exec(read("guides/constructs.md")) ?? [];
    expect(list(listing, /^ {4}(\S+)/gm)).toEqual([...FILES].sort());
  });

  test("docs/architecture.md says of each file that Node.js runs when it is loaded", () => {
    const code = FILES.filter((name) => name.endsWith(".cjs"));
    expect(list(read("architecture.md"), /^\| `(\S+\.cjs)` \|/gm)).toEqual(code.sort());
  });
});
