import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fetchRuntime } from "../../../scripts/binary/fetch-runtime";
import { findPlatform } from "../../../scripts/binary/platforms";
import { makeScratch } from "../../support/make-scratch";

const PLATFORM = findPlatform("darwin_arm64");

let root: string;
let path: string | undefined;

beforeEach(() => {
  root = makeScratch();
  path = process.env["PATH"];
});

afterEach(() => {
  process.env["PATH"] = path;
});

/** Makes a project that pins a runtime, and an npm that fetches this one. */
function makeProject(content: string, pinned = content): void {
  const pack = (text: string): Buffer => {
    mkdirSync(join(root, "package/bin"), { recursive: true });
    writeFileSync(join(root, "package/bin/bun"), text);
    const options = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0", "-C", root];
    const { stdout } = spawnSync("tar", [...options, "-cf", "-", "package"]);
    return gzipSync(stdout);
  };
  const integrity = `sha512-${hash("sha512", pack(pinned), "base64")}`;
  writeFileSync(join(root, "archive.tgz"), pack(content));
  rmSync(join(root, "package"), { recursive: true });
  const packages = { [`node_modules/${PLATFORM.runtimePackage}`]: { version: "1.2.3", integrity } };
  writeFileSync(join(root, "package-lock.json"), JSON.stringify({ packages }));
  mkdirSync(join(root, "bin"));
  // npm pack --silent --pack-destination DIRECTORY NAME@VERSION
  const npm = `#!/bin/sh\necho "$*" >> "${root}/asked"\ncp "${root}/archive.tgz" "$4/oven-bun.tgz"\n`;
  writeFileSync(join(root, "bin/npm"), npm, { mode: 0o755 });
  process.env["PATH"] = `${join(root, "bin")}:${path ?? ""}`;
}

describe("fetchRuntime", () => {
  test.each([
    ["the package for this machine", `node_modules/${PLATFORM.runtimePackage}/bin/bun`],
    ["where its install script has moved it to", "node_modules/bun/bin/bun.exe"],
  ])("what npm has installed is not fetched: %s", async (_place, file) => {
    makeProject("#!/bin/sh\n");
    mkdirSync(join(root, "node_modules", PLATFORM.runtimePackage, "bin"), { recursive: true });
    mkdirSync(join(root, "node_modules/bun/bin"), { recursive: true });
    writeFileSync(join(root, file), "installed");

    expect(await fetchRuntime(root, PLATFORM)).toBe(join(root, file));
    expect(existsSync(join(root, "asked"))).toBe(false);
  });

  test("does not use the placeholder in a package for another machine", async () => {
    makeProject("#!/bin/sh\n");
    mkdirSync(join(root, "node_modules/bun/bin"), { recursive: true });
    writeFileSync(join(root, "node_modules/bun/bin/bun.exe"), "another one");

    expect(readFileSync(await fetchRuntime(root, PLATFORM), "utf8")).toBe("#!/bin/sh\n");
  });

  test("S-21: fetches another system's runtime once, in the version of the lock file", async () => {
    makeProject("#!/bin/sh\n");

    const runtime = await fetchRuntime(root, PLATFORM);

    expect(readFileSync(runtime, "utf8")).toBe("#!/bin/sh\n");
    expect(statSync(runtime).mode & 0o777).toBe(0o755);
    expect(await fetchRuntime(root, PLATFORM)).toBe(runtime);
    const asked = readFileSync(join(root, "asked"), "utf8").trimEnd().split("\n");
    expect(asked).toEqual([expect.stringMatching(/ @oven\/bun-darwin-aarch64@1\.2\.3$/)]);
  });

  test("S-21: refuses an archive that does not match the lock file, and does not keep it", async () => {
    makeProject("evil", "good");

    await expect(fetchRuntime(root, PLATFORM)).rejects.toThrow("is not the one of package-lock.json");
    expect(existsSync(join(root, ".scratch/runtimes", `${PLATFORM.name}-1.2.3`, "bin/bun"))).toBe(false);
  });

  test("S-21: does not use a cached file that was changed", async () => {
    makeProject("good");
    const runtime = await fetchRuntime(root, PLATFORM);

    writeFileSync(runtime, "evil");
    expect(readFileSync(await fetchRuntime(root, PLATFORM), "utf8")).toBe("good");
    const names = readdirSync(join(root, ".scratch/runtimes"));
    const archive = names.find((name) => name.endsWith(".tgz")) ?? "";
    writeFileSync(join(root, ".scratch/runtimes", archive), "evil");
    await expect(fetchRuntime(root, PLATFORM)).rejects.toThrow("is not the one of package-lock.json");
    expect(readFileSync(await fetchRuntime(root, PLATFORM), "utf8")).toBe("good");
  });

  test("S-21: does not fetch a runtime that is not in the lock file", async () => {
    writeFileSync(join(root, "package-lock.json"), '{"packages":{}}');

    await expect(fetchRuntime(root, PLATFORM)).rejects.toThrow("does not pin @oven/bun-darwin-aarch64");
  });
});
