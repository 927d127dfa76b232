import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import vm from "node:vm";
import { transform } from "esbuild";
import { REFUSAL_SECONDS } from "../../src/distribution/launcher";
import { formatNodeCheck } from "../../src/distribution/node-check";
import { MINIMUM_NODE_VERSION } from "../../src/product";

/** What the code does in a Node.js of this version. */
function run(
  version: string,
  load: (name: string) => void = () => undefined,
  env: Readonly<Record<string, string>> = {},
): {
  readonly loaded: readonly string[];
  readonly printed: string;
  readonly exitCode: unknown;
  readonly waits: readonly number[];
} {
  const loaded: string[] = [];
  const waits: number[] = [];
  let printed = "";
  const process = {
    version,
    env,
    execPath: "/usr/bin/node",
    exitCode: undefined,
    stdout: { write: (text: string) => (printed += text) },
  };
  const require = (name: string): void => {
    loaded.push(name);
    load(name);
  };
  const setTimeout = (_callback: () => void, ms: number): number => waits.push(ms);
  vm.runInNewContext(formatNodeCheck(), { process, require, setTimeout, __dirname: "/plugins" });
  return { loaded, printed, exitCode: process.exitCode, waits };
}

describe("formatNodeCheck", () => {
  const [major, minor, patch] = MINIMUM_NODE_VERSION.split(".").map(Number) as [number, number, number];

  test("D-09: it is ECMAScript 5, which every Node.js can read", async () => {
    await expect(transform(formatNodeCheck(), { target: "es5" })).resolves.toBeDefined();
    await expect(transform("const newer = 1;", { target: "es5" })).rejects.toThrow();
  });

  test.each([
    `v${major - 1}.99.99`,
    `v${major}.${minor - 1}.99`,
    `v${major}.${minor}.${patch - 1}`,
    `v${major}.${minor}.${patch - 1}-nightly20240101`,
    "v8.17.0",
    "v0.12.18",
    "unknown",
  ])("D-09: Node.js %s is too old, and one sentence on stdout says so", (version) => {
    expect(run(version)).toEqual({
      loaded: [],
      printed:
        `The mergequeue provider cannot start: it needs Node.js ${MINIMUM_NODE_VERSION} or newer, ` +
        `but /usr/bin/node is ${version}.\n`,
      exitCode: 1,
      waits: [],
    });
  });

  test.each([
    `v${MINIMUM_NODE_VERSION}`,
    `v${major}.${minor}.${patch + 9}`,
    `v${major}.${minor + 1}.0`,
    `v${major + 1}.0.0`,
    `v${major + 2}.0.0-rc.1`,
    "v100.0.0",
  ])("D-09: Node.js %s is new enough", (version) => {
    expect(run(version)).toEqual({
      loaded: ["./start.cjs"],
      printed: "",
      exitCode: undefined,
      waits: [],
    });
  });

  test("D-09: a file that cannot be loaded gives one sentence on stdout", () => {
    const load = (): never => {
      throw new SyntaxError("Unexpected end of input\nat a line");
    };
    expect(run("v100.0.0", load)).toEqual({
      loaded: ["./start.cjs"],
      printed:
        "The mergequeue provider cannot start: start.cjs in /plugins cannot be loaded " +
        "(SyntaxError: Unexpected end of input); install the provider again.\n",
      exitCode: 1,
      waits: [],
    });
  });

  test("D-09: its output can be read until Terraform ends the process", () => {
    const env = { TF_PLUGIN_MAGIC_COOKIE: "cookie" };
    const load = (): never => {
      throw new SyntaxError("Unexpected end of input");
    };
    expect(run("v8.17.0", undefined, env)).toMatchObject({ exitCode: 1, waits: [REFUSAL_SECONDS * 1000] });
    expect(run("v100.0.0", load, env)).toMatchObject({ exitCode: 1, waits: [REFUSAL_SECONDS * 1000] });
    expect(run("v100.0.0", undefined, env)).toMatchObject({ exitCode: undefined, waits: [] });
  });

  test("D-09: a process that reports an old version of Node.js prints the sentence and exits with status 1", () => {
    const directory = mkdtempSync(join(tmpdir(), "node-check-"));
    writeFileSync(
      join(directory, "old.cjs"),
      'Object.defineProperty(process, "version", { value: "v8.17.0" });',
    );
    writeFileSync(join(directory, "provider.cjs"), formatNodeCheck());
    const args = ["--require", join(directory, "old.cjs"), join(directory, "provider.cjs")];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
    rmSync(directory, { recursive: true, force: true });
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toMatch(
      /^The mergequeue provider cannot start: it needs Node\.js [^\n]* is v8\.17\.0\.\n$/,
    );
  });
});
