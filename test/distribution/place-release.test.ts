import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeProvider, placeRelease, removePlacedProvider } from "../../src/distribution/place-provider";
import { type ProviderPackage, readProviderPackage } from "../../src/distribution/provider-package";
import { readRelease } from "../../src/distribution/release";
import { writeBuiltProvider } from "../support/write-built-provider";
import { writeFakeRelease } from "../support/write-fake-release";

const HOSTS = ["registry.terraform.io", "registry.opentofu.org"];
const LINUX = "terraform-provider-mergequeue_0.9.0_linux_amd64.zip";
const PLACED = [
  "0.9.0.json",
  "terraform-provider-mergequeue_0.9.0_darwin_arm64.zip",
  LINUX,
  "terraform-provider-mergequeue_0.9.0_linux_arm64.zip",
  "terraform-provider-mergequeue_0.9.0_windows_amd64.zip",
];

let root: string;
let stack: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "place-"));
  stack = join(root, "stack");
  mkdirSync(stack);
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function place(version = "0.9.0", content = "program"): void {
  placeRelease(
    stack,
    readRelease(writeFakeRelease(join(root, `${version} ${content}`), version, content), version),
  );
}

function makeProvider(): ProviderPackage {
  return readProviderPackage(writeBuiltProvider(join(root, "built")), "0.9.0");
}

function placesOf(name = ""): string[] {
  return HOSTS.map((host) => join(stack, "terraform.d/plugins", host, "mergequeue/mergequeue", name));
}

describe("placeRelease", () => {
  test("D-07, D-10: both registry hosts get the archives of all platforms, and their list", () => {
    place();
    for (const directory of placesOf()) expect(readdirSync(directory).sort()).toEqual(PLACED);
  });

  test("placing again does not touch any file", () => {
    place();
    const before = placesOf(LINUX).map((path) => statSync(path).ino);
    writeFakeRelease(join(root, "copy"), "0.9.0");
    placeRelease(stack, readRelease(join(root, "copy"), "0.9.0"));
    expect(placesOf(LINUX).map((path) => statSync(path).ino)).toEqual(before);
  });

  test.each([
    [
      "the archives of another build",
      () => {
        place("0.9.0", "changed");
      },
    ],
    [
      "an archive of another size",
      () => {
        for (const path of placesOf(LINUX)) rmSync(path);
        for (const path of placesOf(LINUX)) writeFileSync(path, "");
      },
    ],
    [
      "no archive",
      () => {
        for (const path of placesOf(LINUX)) rmSync(path);
      },
    ],
    [
      "no list",
      () => {
        for (const path of placesOf("0.9.0.json")) rmSync(path);
      },
    ],
    [
      "archives of another version",
      () => {
        for (const path of placesOf()) rmSync(path, { recursive: true });
        place("0.8.0");
      },
    ],
    [
      "the package for Node.js of the same version",
      () => {
        for (const path of placesOf()) rmSync(path, { recursive: true });
        placeProvider(stack, makeProvider());
      },
    ],
  ])("%s is replaced", (_, spoil) => {
    place();
    spoil();
    place();
    for (const directory of placesOf()) expect(readdirSync(directory).sort()).toEqual(PLACED);
    for (const path of placesOf(LINUX)) expect(readFileSync(path, "utf8")).toBe("linux_amd64 program\n");
  });

  test("the package for Node.js replaces archives", () => {
    place();
    placeProvider(stack, makeProvider());
    for (const directory of placesOf()) expect(readdirSync(directory)).toEqual(["0.9.0"]);
  });
});

describe("removePlacedProvider", () => {
  test("removes placed archives, so that they do not hide a registry's provider", () => {
    place();
    removePlacedProvider(stack);
    for (const directory of placesOf()) expect(readdirSync(directory)).toEqual([]);
  });

  test("does not remove what `terraform providers mirror` has written, or an archive without a list", () => {
    place();
    const [mirrored = "", alone = ""] = placesOf();
    writeFileSync(join(mirrored, "index.json"), "{}");
    rmSync(join(alone, "0.9.0.json"));
    removePlacedProvider(stack);
    expect(readdirSync(mirrored)).toContain(LINUX);
    expect(existsSync(join(alone, LINUX))).toBe(true);
  });
});
