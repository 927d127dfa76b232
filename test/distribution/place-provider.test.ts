import { hash } from "node:crypto";
import fs, {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { formatLauncher } from "../../src/distribution/launcher";
import {
  BUNDLE_NAME,
  CODE_NAMES,
  executableName,
  PLATFORMS,
  packageDirectories,
} from "../../src/distribution/layout";
import { placeProvider, removePlacedProvider } from "../../src/distribution/place-provider";
import { type ProviderPackage, readProviderPackage } from "../../src/distribution/provider-package";
import { inspectPackages, writePackages } from "../../src/distribution/write-packages";
import { catchError } from "../support/catch-error";
import { errorLike } from "../support/error-like";
import { makeScratch } from "../support/make-scratch";
import { writeBuiltProvider } from "../support/write-built-provider";

let root: string;

beforeEach(() => {
  root = makeScratch();
});

function makeProvider(version = "0.9.0", code = "first();"): ProviderPackage {
  const bundle = writeBuiltProvider(join(root, `provider-${version}`), { [BUNDLE_NAME]: code });
  return readProviderPackage(bundle, version);
}

function makeStack(name = "stack"): string {
  const stack = join(root, name);
  mkdirSync(stack);
  return stack;
}

/** Every file below a directory with a digest of its content and its permissions. */
function snapshot(directory: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(directory, { recursive: true, encoding: "utf8" }).sort()) {
    const path = join(directory, entry);
    if (lstatSync(path).isDirectory()) continue;
    const digest = hash("sha256", readFileSync(path)).slice(0, 12);
    files[entry] = `${digest} ${(statSync(path).mode & 0o777).toString(8)}`;
  }
  return files;
}

function plugins(stack: string): string {
  return join(stack, "terraform.d", "plugins");
}

/** The directories of all packages of version 0.9.0. */
function packagesOf(stack: string): string[] {
  return packageDirectories("0.9.0").map((directory) => join(plugins(stack), directory));
}

/** The directory of a package of Terraform's registry, with a version and a platform. */
function packageOf(stack: string, ...parts: readonly string[]): string {
  return join(plugins(stack), "registry.terraform.io", "mergequeue", "mergequeue", ...parts);
}

describe("placeProvider", () => {
  test("D-07, D-10, G-28: Terraform's and OpenTofu's registry hosts both get a package for every platform", () => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    for (const host of ["registry.terraform.io", "registry.opentofu.org"]) {
      for (const platform of PLATFORMS) {
        const directory = join(plugins(stack), host, "mergequeue", "mergequeue", "0.9.0", platform);
        expect(readdirSync(directory).sort()).toEqual([...CODE_NAMES, executableName("0.9.0")].sort());
        expect(statSync(join(directory, "terraform-provider-mergequeue_v0.9.0")).mode & 0o777).toBe(0o755);
        expect(statSync(join(directory, "provider.cjs")).mode & 0o777).toBe(0o644);
      }
    }
    expect(Object.keys(snapshot(plugins(stack)))).toHaveLength(2 * 6 * PLATFORMS.length);
  });

  test("D-08: two directories get the same bytes, and no file contains its own path", () => {
    const [one, two] = [makeStack("one"), makeStack("two")];
    placeProvider(one, makeProvider());
    placeProvider(two, makeProvider());
    expect(snapshot(one)).toEqual(snapshot(two));
    for (const file of Object.keys(snapshot(one)))
      expect(readFileSync(join(one, file), "utf8")).not.toContain(root);
  });

  test("the packages of a stack share files with each other, but not with the build", () => {
    const stack = makeStack();
    const provider = makeProvider();
    placeProvider(stack, provider);
    const inodes = packagesOf(stack).map((directory) => statSync(join(directory, "provider.cjs")).ino);
    expect(new Set(inodes).size).toBe(1);
    expect(inodes).not.toContain(statSync(join(root, "provider-0.9.0", BUNDLE_NAME)).ino);
  });

  test("on a file system without hard links, the packages are copies", () => {
    const [linked, copied] = [makeStack("linked"), makeStack("copied")];
    placeProvider(linked, makeProvider());
    jest.spyOn(fs, "linkSync").mockImplementation(() => {
      throw new Error("EPERM: operation not permitted, link");
    });
    placeProvider(copied, makeProvider());
    expect(snapshot(copied)).toEqual(snapshot(linked));
    expect(statSync(join(packagesOf(copied)[1] ?? "", "provider.cjs")).nlink).toBe(1);
  });

  test("placing again does not touch any file", () => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    const before = packagesOf(stack).map((directory) => statSync(directory).ino);
    placeProvider(stack, makeProvider());
    expect(packagesOf(stack).map((directory) => statSync(directory).ino)).toEqual(before);
  });

  test("only the current version is kept, wherever the other came from, and other providers are not touched", () => {
    const stack = makeStack();
    placeProvider(stack, makeProvider("0.8.0"));
    const foreign = join(plugins(stack), "registry.terraform.io", "acme", "other", "1.0.0", "linux_amd64");
    const binary = packageOf(stack, "0.7.0", "linux_arm");
    mkdirSync(foreign, { recursive: true });
    mkdirSync(binary, { recursive: true });
    placeProvider(stack, makeProvider("0.9.0"));
    for (const host of ["registry.terraform.io", "registry.opentofu.org"])
      expect(readdirSync(join(plugins(stack), host, "mergequeue", "mergequeue"))).toEqual(["0.9.0"]);
    expect(existsSync(foreign)).toBe(true);
  });

  test.each<[string, Readonly<Record<string, string | null>>]>([
    ["other content", { "provider.cjs": "other();" }],
    ["a file too many", { leftover: "" }],
    ["a file too few", { "provider.cjs": null }],
    ["no right to execute", { "terraform-provider-mergequeue_v0.9.0": formatLauncher() }],
    ["a file in its place", { "": "" }],
  ])("D-08: a package with %s is replaced as a whole", (_, damage) => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    const expected = snapshot(stack);
    for (const [name, content] of Object.entries(damage)) {
      const path = join(packageOf(stack, "0.9.0", "linux_amd64"), name);
      rmSync(path, { recursive: true, force: true });
      if (content !== null) writeFileSync(path, content, { mode: 0o644 });
    }
    placeProvider(stack, makeProvider());
    expect(snapshot(stack)).toEqual(expected);
  });

  test("another process that places the same files at the same time is not an error", () => {
    const stack = makeStack();
    const places = inspectPackages(plugins(stack), makeProvider());
    placeProvider(stack, makeProvider());
    const placed = snapshot(stack);
    writePackages(plugins(stack), makeProvider(), places);
    expect(snapshot(stack)).toEqual(placed);
  });

  test("files that another process places differently at the same time are not overwritten", () => {
    const stack = makeStack();
    const places = inspectPackages(plugins(stack), makeProvider());
    placeProvider(stack, makeProvider("0.9.0", "other();"));
    const placed = snapshot(stack);
    const write = (): void => {
      writePackages(plugins(stack), makeProvider(), places);
    };
    expect(catchError(write)).toMatchObject({ code: "not_writable" });
    expect(snapshot(stack)).toEqual(placed);
  });

  test("a directory that cannot be written to gives an error that names it and the reason", () => {
    const stack = makeStack();
    writeFileSync(join(stack, "terraform.d"), "a file");
    const place = (): void => {
      placeProvider(stack, makeProvider());
    };
    const text = `cannot be written to ${plugins(stack)} (ENOTDIR`;
    expect(catchError(place)).toMatchObject(errorLike("not_writable", text));
  });
});

describe("removing another version's files", () => {
  const replace = (stack: string): void => {
    placeProvider(stack, makeProvider("1.0.0"));
  };
  test.each([
    ["placeProvider", replace],
    ["removePlacedProvider", removePlacedProvider],
  ])("%s says which directory cannot be removed and why", (_, remove) => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    const refuse = jest.spyOn(fs, "rmSync").mockImplementationOnce(() => {
      throw new Error("EACCES: permission denied");
    });
    const text = `${packageOf(stack, "0.9.0")} cannot be removed (EACCES: permission denied)`;
    const error = catchError(() => {
      remove(stack);
    });
    expect(error).toMatchObject(errorLike("not_writable", text));
    expect(refuse).toHaveBeenCalledTimes(1);
  });
});

describe("removePlacedProvider", () => {
  test("removes the placed packages, so that they do not hide a registry's provider", () => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    removePlacedProvider(stack);
    expect(snapshot(stack)).toEqual({});
    removePlacedProvider(stack);
    removePlacedProvider(join(root, "never-synthesized"));
  });

  test("does not remove a binary of another origin", () => {
    const stack = makeStack();
    const program = packageOf(stack, "0.9.0", "windows_amd64", "terraform-provider-mergequeue_v0.9.0.exe");
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, "binary");
    removePlacedProvider(stack);
    expect(existsSync(program)).toBe(true);
  });

  test("does not remove a release for Linux, although it contains the same code beside its program", () => {
    const stack = makeStack();
    placeProvider(stack, makeProvider());
    for (const directory of packagesOf(stack)) writeFileSync(join(directory, "provider.bin"), "program");
    removePlacedProvider(stack);
    expect(packagesOf(stack).filter((directory) => !existsSync(directory))).toEqual([]);
  });
});
