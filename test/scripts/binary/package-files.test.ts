import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fetchRuntime } from "../../../scripts/binary/fetch-runtime";
import { binaryName, formatBinaryLauncher, listCompanions } from "../../../scripts/binary/package-files";
import { BINARY_PLATFORMS, findOwnPlatform, findPlatform } from "../../../scripts/binary/platforms";
import { findRoot } from "../../../scripts/support/find-root";
import { MINIMUM_NODE_VERSION, VERSION } from "../../../src/product";
import { makeScratch } from "../../support/make-scratch";

const NAME = `terraform-provider-mergequeue_v${VERSION}`;

function listNames(platform: string): string[] {
  const found = findPlatform(platform);
  return [binaryName(found), ...listCompanions(findRoot(), found).map(({ name }) => name)].sort();
}

function readCompanion(platform: string, file: string): string {
  const files = listCompanions(findRoot(), findPlatform(platform));
  return files.find(({ name }) => name === file)?.content.toString() ?? "";
}

describe("the contents of a release's archive", () => {
  test.each(["linux_amd64", "linux_arm64"])(
    "on %s: a launcher, the program, and the bundle for Node.js",
    (platform) => {
      const names = listNames(platform);

      expect(names).toEqual(expect.arrayContaining([NAME, "LICENSES.txt", "provider.bin", "provider.cjs"]));
      // Terraform takes any file of this name for the provider.
      expect(names.filter((name) => name.startsWith("terraform-provider-"))).toEqual([NAME]);
    },
  );

  test("on Linux: the launcher switches off the optimizing compilers and makes the other wait, with switches that the runtime's version has", async () => {
    const launcher = readCompanion("linux_amd64", NAME);
    const switches = [...launcher.matchAll(/^ {2}export (BUN_JSC_\w+)=(\w+)$/gm)];
    // The runtime refuses to start with a switch that it does not know.
    const { stderr } = spawnSync(await fetchRuntime(findRoot(), findOwnPlatform()), ["--print", "0"], {
      encoding: "utf8",
      env: {
        ...Object.fromEntries(switches.map(([, name = "", value = ""]) => [name, value])),
        BUN_JSC_dumpOptions: "1",
      },
    });

    expect(stderr).toMatch(/^\s*useDFGJIT=false/m);
    expect(stderr).toMatch(/^\s*useOMGJIT=false/m);
    expect(stderr).toMatch(/^\s*thresholdForJITAfterWarmUp=3000/m);
  });

  test.each([
    ["darwin_amd64", NAME],
    ["darwin_arm64", NAME],
    ["windows_amd64", `${NAME}.exe`],
    ["windows_arm64", `${NAME}.exe`],
  ])("G-28: on %s: the program itself, and the licences", (platform, name) => {
    expect(listNames(platform)).toEqual(["LICENSES.txt", name]);
  });

  test("the licences of the bundle, of the compiled version of the runtime, and the LGPL", async () => {
    const text = readCompanion("windows_amd64", "LICENSES.txt");
    const runtime = await fetchRuntime(findRoot(), findOwnPlatform());
    const { stdout } = spawnSync(runtime, ["--print", "JSON.stringify(process.versions)"], {
      encoding: "utf8",
      env: {},
    });
    const versions = JSON.parse(stdout) as Record<"bun" | "webkit" | "tinycc" | "uwebsockets", string>;

    expect(text).toMatch(/^undici \d/m);
    expect(text).toContain(`Bun ${versions.bun} (commit ${versions.uwebsockets})`);
    expect(text).toContain(`commit ${versions.webkit}\n`);
    expect(text).toContain(`commit ${versions.tinycc}\n`);
    expect(text).toMatch(/GNU LESSER GENERAL PUBLIC LICENSE\n +Version 2\.1, February 1999/);
    expect(text.trimEnd()).toMatch(/That's all there is to it!$/);
  });

  test("an unknown system gives an error that lists the known ones", () => {
    expect(() => findPlatform("plan9_mips")).toThrow(BINARY_PLATFORMS.map(({ name }) => name).join(", "));
  });
});

describe("the launcher of a release for Linux", () => {
  let directory: string;

  beforeEach(() => {
    directory = makeScratch();
    writeFileSync(join(directory, "provider.bin"), '#!/bin/sh\necho "program $* $TUNING"\n', { mode: 0o755 });
    for (const name of ["provider.cjs", "start.cjs", "schema.cjs", "calls.cjs", "client.cjs"]) {
      writeFileSync(join(directory, name), 'console.log("node", ...process.argv.slice(2));');
    }
  });

  /** Runs the launcher on a system with these files; returns its status and output. */
  function run(files: readonly string[], path = `${dirname(process.execPath)}:/usr/bin:/bin`): string {
    for (const name of files) writeFileSync(join(directory, name), "");
    const launcher = join(directory, NAME);
    const loader = join(directory, "ld.so");
    const imitators = ["alpine", "nixos"].map((name) => join(directory, name));
    const text = formatBinaryLauncher({
      name: "provider.bin",
      loader,
      imitators,
      variables: { TUNING: "less" },
    });
    writeFileSync(launcher, text, { mode: 0o755 });
    const { status, stdout, stderr } = spawnSync(launcher, ["--debug", "a b"], {
      env: { PATH: path, TUNING: "more" },
      encoding: "utf8",
    });
    return `${status ?? "none"} ${stdout}${stderr}`.trimEnd();
  }

  test("D-09: with glibc, the launcher runs the program, with its arguments and its own variables", () => {
    expect(run(["ld.so"])).toBe("0 program --debug a b less");
  });

  test("D-09: without glibc, as on Alpine Linux, Node.js runs the same provider", () => {
    expect(run([])).toBe("0 node --debug a b");
  });

  test.each(["alpine", "nixos"])("D-09: if the loader is not glibc's (%s), Node.js runs it", (name) => {
    expect(run(["ld.so", name])).toBe("0 node --debug a b");
  });

  test("D-09: without glibc and without Node.js, one sentence says what to install", () => {
    expect(run([], "/nowhere")).toBe(
      "1 The mergequeue provider cannot start: there is no glibc on this system, and Node.js was not found on the " +
        `PATH; install Node.js ${MINIMUM_NODE_VERSION} or newer.`,
    );
  });
});
