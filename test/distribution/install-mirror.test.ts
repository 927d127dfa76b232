import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDistributionError } from "../../src/distribution/distribution-error";
import { installMirror } from "../../src/distribution/install-mirror";
import { BUNDLE_NAME, PLATFORMS } from "../../src/distribution/layout";
import { type ProviderPackage, readProviderPackage } from "../../src/distribution/provider-package";
import { catchError } from "../support/catch-error";
import { errorLike } from "../support/error-like";
import { makeScratch } from "../support/make-scratch";
import { writeBuiltProvider } from "../support/write-built-provider";

let root: string;
let mirror: string;

beforeEach(() => {
  root = makeScratch();
  mirror = join(root, "some where", "plugins");
});

function makeProvider(version = "0.9.0", code = "first();"): ProviderPackage {
  return readProviderPackage(writeBuiltProvider(root, { [BUNDLE_NAME]: code }), version);
}

describe("installMirror", () => {
  test("D-07, D-10: the directory becomes an unpacked mirror under both host names", () => {
    expect(installMirror(mirror, makeProvider(), "linux")).toBe(true);
    const names = readdirSync(mirror, { recursive: true, encoding: "utf8" });
    const executables = names.filter((name) => name.endsWith("/terraform-provider-mergequeue_v0.9.0"));
    expect(executables).toHaveLength(2 * PLATFORMS.length);
    const folder = "registry.opentofu.org/mergequeue/mergequeue/0.9.0/linux_amd64";
    expect(executables).toContain(`${folder}/terraform-provider-mergequeue_v0.9.0`);
    for (const name of executables) expect(statSync(join(mirror, name)).mode & 0o111).toBe(0o111);
    expect(readdirSync(mirror).sort()).toEqual(["registry.opentofu.org", "registry.terraform.io"]);
  });

  test("installing again does not change anything and says so", () => {
    installMirror(mirror, makeProvider(), "linux");
    expect(installMirror(mirror, makeProvider(), "linux")).toBe(false);
  });

  test("a file system that refuses directories gives an error without delay", () => {
    const error = catchError(() => installMirror("/proc/plugins", makeProvider(), "linux"));
    expect(isDistributionError(error) && error.code).toBe("not_writable");
  });

  test("other versions are kept", () => {
    installMirror(mirror, makeProvider("0.8.0"), "darwin");
    installMirror(mirror, makeProvider("0.9.0"), "darwin");
    const versions = readdirSync(join(mirror, "registry.terraform.io/mergequeue/mergequeue"));
    expect(versions).toEqual(["0.8.0", "0.9.0"]);
  });

  test("D-08: other content of the same version is refused before anything is written", () => {
    const directory = join(mirror, "registry.opentofu.org/mergequeue/mergequeue/0.9.0/linux_arm64");
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, "terraform-provider-mergequeue_v0.9.0"), "foreign");
    const error = catchError(() => installMirror(mirror, makeProvider(), "linux"));
    expect(error).toMatchObject(errorLike("foreign_content", dirname(directory)));
    expect(isDistributionError(error)).toBe(true);
    expect(readdirSync(mirror)).toEqual(["registry.opentofu.org"]);
    expect(readFileSync(join(directory, "terraform-provider-mergequeue_v0.9.0"), "utf8")).toBe("foreign");
  });

  test("D-09: Windows is refused, because the plugin is a script", () => {
    expect(catchError(() => installMirror(mirror, makeProvider(), "win32"))).toMatchObject(
      errorLike("unsupported_platform", "Windows Subsystem for Linux"),
    );
  });
});

describe("readProviderPackage", () => {
  test("an unreadable bundle gives an error that names it", () => {
    expect(catchError(() => readProviderPackage(join(root, BUNDLE_NAME), "0.9.0"))).toMatchObject(
      errorLike("provider_not_built", join(root, BUNDLE_NAME)),
    );
  });

  test("the licences of the bundle's content are installed with it", () => {
    const provider = makeProvider();
    writeFileSync(join(root, "LICENSES.txt"), "MIT");
    const licensed = readProviderPackage(join(root, "provider.cjs"), "0.9.0");
    expect(provider.files.map((file) => file.name)).toEqual([
      "terraform-provider-mergequeue_v0.9.0",
      "provider.cjs",
      "start.cjs",
      "schema.cjs",
      "calls.cjs",
      "client.cjs",
    ]);
    expect(licensed.files.map((file) => file.name)).toContain("LICENSES.txt");
  });
});
