import { chmodSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installPlain } from "../../src/distribution/install-mirror";
import { BUNDLE_NAME, CODE_NAMES, PLAIN_EXECUTABLE_NAME } from "../../src/distribution/layout";
import { type ProviderPackage, readProviderPackage } from "../../src/distribution/provider-package";
import { catchError } from "../support/catch-error";
import { errorLike } from "../support/error-like";
import { makeScratch } from "../support/make-scratch";
import { writeBuiltProvider } from "../support/write-built-provider";

const FILES = [...CODE_NAMES, PLAIN_EXECUTABLE_NAME].sort();

let root: string;
let directory: string;

beforeEach(() => {
  root = makeScratch();
  directory = join(root, "some where", "plugin");
});

function makeProvider(code = "first();"): ProviderPackage {
  const bundle = writeBuiltProvider(root, { [BUNDLE_NAME]: code });
  return readProviderPackage(bundle, "0.9.0", PLAIN_EXECUTABLE_NAME);
}

describe("installPlain", () => {
  test("the directory contains the executable without a version, and its code", () => {
    expect(installPlain(directory, makeProvider(), "linux")).toBe(true);
    expect(readdirSync(directory)).toEqual(FILES);
    expect(statSync(join(directory, PLAIN_EXECUTABLE_NAME)).mode & 0o777).toBe(0o755);
  });

  test("installing again does not change anything and says so", () => {
    installPlain(directory, makeProvider(), "linux");
    expect(installPlain(directory, makeProvider(), "linux")).toBe(false);
  });

  test("other files in the directory are kept, and missing ones of the plugin are added", () => {
    installPlain(directory, makeProvider(), "linux");
    writeFileSync(join(directory, "notes.txt"), "mine");
    rmSync(join(directory, "client.cjs"));
    expect(installPlain(directory, makeProvider(), "linux")).toBe(true);
    expect(readdirSync(directory).sort()).toEqual([...FILES, "notes.txt"].sort());
  });

  test("another version is refused before anything is written", () => {
    installPlain(directory, makeProvider(), "linux");
    rmSync(join(directory, "client.cjs"));
    expect(catchError(() => installPlain(directory, makeProvider("second();"), "linux"))).toMatchObject(
      errorLike("foreign_content", "provider.cjs"),
    );
    expect(readFileSync(join(directory, "provider.cjs"), "utf8")).toBe("first();");
    expect(readdirSync(directory)).not.toContain("client.cjs");
  });

  test("an executable that lost its permission is refused", () => {
    installPlain(directory, makeProvider(), "linux");
    chmodSync(join(directory, PLAIN_EXECUTABLE_NAME), 0o644);
    expect(catchError(() => installPlain(directory, makeProvider(), "linux"))).toMatchObject(
      errorLike("foreign_content", PLAIN_EXECUTABLE_NAME),
    );
  });

  test("a file that cannot be compared gives an error that names the directory", () => {
    installPlain(directory, makeProvider(), "linux");
    rmSync(join(directory, "client.cjs"));
    symlinkSync("client.cjs", join(directory, "client.cjs"));
    expect(catchError(() => installPlain(directory, makeProvider(), "linux"))).toMatchObject(
      errorLike("not_writable", directory),
    );
  });

  test("Windows is refused with what works there", () => {
    expect(catchError(() => installPlain(directory, makeProvider(), "win32"))).toMatchObject(
      errorLike("unsupported_platform", "archive of a release for Windows"),
    );
  });
});
