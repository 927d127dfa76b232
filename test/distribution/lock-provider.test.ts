import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashPackage, lockProvider } from "../../src/distribution/lock-provider";
import type { ProviderPackage } from "../../src/distribution/provider-package";
import { catchError } from "../support/catch-error";
import { makeScratch } from "../support/make-scratch";

let stack: string;
let file: string;

beforeEach(() => {
  stack = makeScratch();
  file = join(stack, ".terraform.lock.hcl");
});

function makePackage(version: string, code = "first();"): ProviderPackage {
  const files = { "provider.cjs": code, "LICENSES.txt": "MIT" };
  const toFile = ([name, text]: [string, string]) => ({ name, content: Buffer.from(text), mode: 0o644 });
  return { version, files: Object.entries(files).map(toFile) };
}

function lock(provider: ProviderPackage): void {
  lockProvider(stack, provider);
}

const OTHER = `provider "registry.terraform.io/hashicorp/null" {
  version = "3.2.4"
  hashes = [
    "h1:abc=",
  ]
}
`;

describe("lockProvider", () => {
  test("a stack without a lock file gets one with the exact version and the package's hash", () => {
    const provider = makePackage("0.9.0");
    lock(provider);
    expect(readFileSync(file, "utf8")).toBe(`# This file is maintained automatically by "terraform init".

provider "registry.terraform.io/mergequeue/mergequeue" {
  version     = "0.9.0"
  constraints = "0.9.0"
  hashes = [
    "${hashPackage(provider.files)}",
  ]
}
`);
  });

  test("entries of other providers are kept, and ours is added once", () => {
    writeFileSync(file, OTHER.trimEnd());
    lock(makePackage("0.9.0"));
    lock(makePackage("0.9.0"));
    const text = readFileSync(file, "utf8");
    expect(text.startsWith(OTHER)).toBe(true);
    expect(text.match(/mergequeue\/mergequeue/g)).toHaveLength(1);
  });

  test("an entry of another version is replaced in its place", () => {
    lock(makePackage("0.8.0", "old();"));
    writeFileSync(file, `${readFileSync(file, "utf8")}\n${OTHER}`);
    lock(makePackage("0.9.0"));
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain("0.8.0");
    expect(text).toContain(hashPackage(makePackage("0.9.0").files));
    expect(text.endsWith(OTHER)).toBe(true);
  });

  test("D-08: where OpenTofu has locked the provider of its registry, that entry is updated and none is added", () => {
    lock(makePackage("0.8.0", "old();"));
    const text = readFileSync(file, "utf8").replace("registry.terraform.io", "registry.opentofu.org");
    writeFileSync(file, text);
    lock(makePackage("0.9.0"));
    expect(readFileSync(file, "utf8")).toBe(
      text.replaceAll("0.8.0", "0.9.0").replace(/h1:.*=/, hashPackage(makePackage("0.9.0").files)),
    );
  });

  test("D-08: an entry of the same version with another hash is kept, so that Terraform refuses it", () => {
    lock(makePackage("0.9.0"));
    const before = readFileSync(file, "utf8");
    lock(makePackage("0.9.0", "changed();"));
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("an unreadable lock file gives an error that names it", () => {
    mkdirSync(file);
    const error = catchError(() => {
      lock(makePackage("0.9.0"));
    });
    expect(error).toMatchObject({ code: "not_writable", message: expect.stringContaining(file) as string });
  });
});

test("D-08: hashPackage is Terraform's hash of the files", () => {
  expect(hashPackage(makePackage("0.9.0").files)).toBe("h1:roR7+2MU+vp98JrxNlSdjdfMquYsZ9TzH86a2zTuCS4=");
});
