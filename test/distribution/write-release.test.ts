import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installMirror } from "../../src/distribution/install-mirror";
import { readProviderPackage } from "../../src/distribution/provider-package";
import { readRelease } from "../../src/distribution/release";
import { installRelease } from "../../src/distribution/write-release";
import { catchError } from "../support/catch-error";
import { writeBuiltProvider } from "../support/write-built-provider";
import { writeFakeRelease } from "../support/write-fake-release";

const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];
const LINUX = "terraform-provider-mergequeue_0.9.0_linux_amd64.zip";
const INSTALLED = [
  "0.9.0.json",
  "terraform-provider-mergequeue_0.9.0_darwin_arm64.zip",
  LINUX,
  "terraform-provider-mergequeue_0.9.0_linux_arm64.zip",
  "terraform-provider-mergequeue_0.9.0_windows_amd64.zip",
];

let root: string;
let source: string;
let mirror: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "mirror-"));
  source = writeFakeRelease(join(root, "release"), "0.9.0");
  mirror = join(root, "some where", "plugins");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function install(from = source): boolean {
  return installRelease(mirror, readRelease(from, "0.9.0"));
}

function placeOf(host: string, name = ""): string {
  return join(mirror, host, "mergequeue/mergequeue", name);
}

describe("installRelease", () => {
  test("D-07, D-10: the directory becomes a packed mirror under both host names, with the archives' list", () => {
    expect(install()).toBe(true);
    expect(readdirSync(mirror).sort()).toEqual([...HOSTS].sort());
    for (const host of HOSTS) {
      expect(readdirSync(placeOf(host)).sort()).toEqual(INSTALLED);
      for (const name of INSTALLED)
        expect(readFileSync(placeOf(host, name))).toEqual(readFileSync(join(source, name)));
    }
  });

  test("a mirror is a release for the next one", () => {
    install();
    const first = mirror;
    mirror = join(root, "next");
    expect(install(first)).toBe(true);
    expect(readdirSync(placeOf("registry.terraform.io")).sort()).toEqual(INSTALLED);
  });

  test("the hosts share the archives' space on the disk", () => {
    install();
    const inodes = HOSTS.map((host) => statSync(placeOf(host, LINUX)).ino);
    expect(new Set(inodes).size).toBe(1);
  });

  test("on a file system without hard links, the archives are copied", () => {
    jest.spyOn(fs, "linkSync").mockImplementation(() => {
      throw new Error("EPERM: operation not permitted, link");
    });
    install();
    expect(statSync(placeOf("registry.terraform.io", LINUX)).nlink).toBe(1);
  });

  test("of a symbolic link the file is installed, so that the link may lead nowhere later", () => {
    fs.renameSync(join(source, LINUX), join(root, "kept.zip"));
    symlinkSync("../kept.zip", join(source, LINUX));
    install();
    expect(fs.lstatSync(placeOf("registry.terraform.io", LINUX)).isFile()).toBe(true);
  });

  test("installing again does not change anything and says so, and adds what is missing", () => {
    install();
    expect(install()).toBe(false);
    rmSync(placeOf("registry.opentofu.org", LINUX));
    expect(install()).toBe(true);
    expect(existsSync(placeOf("registry.opentofu.org", LINUX))).toBe(true);
  });

  test("D-08: another archive of the same version is refused before anything is written", () => {
    mkdirSync(placeOf("registry.opentofu.org"), { recursive: true });
    writeFileSync(placeOf("registry.opentofu.org", LINUX), "foreign");
    expect(catchError(() => install())).toMatchObject({
      code: "foreign_content",
      message: expect.stringContaining(placeOf("registry.opentofu.org", LINUX)) as string,
    });
    expect(readdirSync(mirror)).toEqual(["registry.opentofu.org"]);
    expect(readFileSync(placeOf("registry.opentofu.org", LINUX), "utf8")).toBe("foreign");
  });

  test("D-08: neither kind of package is installed beside the other of the same version", () => {
    const provider = readProviderPackage(writeBuiltProvider(root), "0.9.0");
    install();
    expect(catchError(() => installMirror(mirror, provider, "linux"))).toMatchObject({
      code: "foreign_content",
      message: expect.stringContaining(placeOf("registry.terraform.io", LINUX)) as string,
    });
    mirror = join(root, "unpacked");
    installMirror(mirror, provider, "linux");
    expect(catchError(() => install())).toMatchObject({
      code: "foreign_content",
      message: expect.stringContaining(placeOf("registry.terraform.io", "0.9.0")) as string,
    });
  });

  test("S-23: nothing is written from a release with a changed archive", () => {
    writeFileSync(join(source, LINUX), "changed");
    expect(catchError(() => install())).toMatchObject({ code: "unusable_release" });
    expect(existsSync(mirror)).toBe(false);
  });

  test("a path that is a file gives an error that names it", () => {
    writeFileSync(join(root, "some where"), "");
    expect(catchError(() => install())).toMatchObject({
      code: "not_writable",
      message: expect.stringContaining(mirror) as string,
    });
  });
});
