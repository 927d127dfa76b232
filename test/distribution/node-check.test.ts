import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { transform } from "esbuild";
import { formatCommandCheck, formatNodeCheck } from "../../scripts/build/format-node-check";
import { REFUSAL_SECONDS } from "../../src/distribution/launcher";
import { MINIMUM_NODE_VERSION } from "../../src/product";
import { makeScratch } from "../support/make-scratch";

/** What the code does in a Node.js of this version. */
function run(version: string, load: (name: string) => void = () => undefined, env: NodeJS.ProcessEnv = {}) {
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

  test.each([`v${MINIMUM_NODE_VERSION}`, `v${major}.${minor + 1}.0`, "v100.0.0"])(
    "D-09: Node.js %s is new enough",
    (version) => {
      expect(run(version)).toEqual({ loaded: ["./start.cjs"], printed: "", exitCode: undefined, waits: [] });
    },
  );

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
});

describe("formatCommandCheck", () => {
  /** Runs the entry in a process that reports a version of Node.js. */
  function start(version: string) {
    const directory = makeScratch();
    const old = `Object.defineProperty(process, "version", { value: ${JSON.stringify(version)} });`;
    writeFileSync(join(directory, "version.cjs"), old);
    writeFileSync(join(directory, "cli.cjs"), formatCommandCheck("command.cjs"));
    writeFileSync(join(directory, "command.cjs"), 'console.log("loaded " + process.argv.slice(2));');
    const args = ["--require", join(directory, "version.cjs"), join(directory, "cli.cjs"), "doctor"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: {} });
    return { status, stdout, stderr };
  }

  test("it is ECMAScript 5, which every Node.js can read", async () => {
    await expect(transform(formatCommandCheck("command.js"), { target: "es5" })).resolves.toBeDefined();
  });

  test.each(["v16.20.2", "v18.20.8", "v20.18.0"])(
    "Node.js %s is too old, and one sentence says so",
    (version) => {
      expect(start(version)).toEqual({
        status: 1,
        stdout: "",
        stderr:
          `Error: mergequeue cannot start: it needs Node.js ${MINIMUM_NODE_VERSION} or newer, ` +
          `but ${process.execPath} is ${version}.\n`,
      });
    },
  );

  test("with a version that is new enough, the command is loaded with its arguments", () => {
    expect(start(`v${MINIMUM_NODE_VERSION}`)).toEqual({ status: 0, stdout: "loaded doctor\n", stderr: "" });
  });
});
