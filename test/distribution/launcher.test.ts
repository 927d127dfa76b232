import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { formatLauncher, REFUSAL_SECONDS } from "../../src/distribution/launcher";
import { BUNDLE_NAME, CODE_NAMES } from "../../src/distribution/layout";
import { MINIMUM_NODE_VERSION } from "../../src/product";
import { isThereForAWhile } from "../support/is-there-for-a-while";
import { makeScratch } from "../support/make-scratch";
import { writeBuiltProvider } from "../support/write-built-provider";

const REPORT = `process.stdout.write(JSON.stringify({
  file: __filename, args: process.argv.slice(2), nodeOptions: process.env.NODE_OPTIONS ?? null,
  certificates: process.env.NODE_EXTRA_CA_CERTS ?? null,
}));`;

interface Report {
  readonly file: string;
  readonly args: readonly string[];
  readonly nodeOptions: string | null;
  readonly certificates: string | null;
}

let root: string;

beforeEach(() => {
  root = makeScratch();
});

function install(directory: string, bundle: string | undefined = REPORT): string {
  writeBuiltProvider(directory, { [BUNDLE_NAME]: bundle });
  const launcher = join(directory, "terraform-provider-mergequeue_v0.0.1");
  writeFileSync(launcher, formatLauncher());
  chmodSync(launcher, 0o755);
  return launcher;
}

function run(
  command: string,
  { args = [], cwd = root, env = {} }: { args?: string[]; cwd?: string; env?: Record<string, string> } = {},
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const path = `${dirname(process.execPath)}:/usr/bin:/bin`;
  return spawnSync(command, args, { cwd, env: { PATH: path, ...env }, encoding: "utf8" });
}

function report(result: { readonly stdout: string; readonly stderr: string }): Report {
  expect(result.stderr).toBe("");
  return JSON.parse(result.stdout) as Report;
}

describe("formatLauncher", () => {
  test("D-08: the launcher names only paths of the system", () => {
    const paths = formatLauncher().match(/(?<![\w"$}/.])\/[a-z][\w/]*/g);
    expect(paths).toEqual(["/bin/sh", "/usr/bin", "/bin", "/dev/null", "/dev/null"]);
  });

  test("D-09: it runs the bundle beside it and passes its arguments on", () => {
    const launcher = install(join(root, "plain"));
    expect(report(run(launcher, { args: ["--debug", "a b", "*"] }))).toMatchObject({
      file: join(root, "plain", "provider.cjs"),
      args: ["--debug", "a b", "*"],
    });
  });

  test("D-09: spaces, quotes and dollars in the path are allowed", () => {
    const directory = join(root, "a b", 'it\'s $HOME `x` "y"');
    expect(report(run(install(directory))).file).toBe(join(directory, "provider.cjs"));
  });

  test("D-09: it works inside a project of type module", () => {
    writeFileSync(join(root, "package.json"), '{ "type": "module" }');
    expect(report(run(install(join(root, "plugin")))).file).toBe(join(root, "plugin", "provider.cjs"));
  });

  test("D-09: it works through a symlink to its directory, like those in .terraform", () => {
    install(join(root, "real"));
    symlinkSync(join(root, "real"), join(root, "linked dir"));
    const launcher = join(root, "linked dir", "terraform-provider-mergequeue_v0.0.1");
    expect(report(run(launcher)).file).toBe(join(root, "real", "provider.cjs"));
  });

  test.each(["absolute", "relative"])("D-09: it works through %s symlinks to itself", (kind) => {
    const launcher = install(join(root, "real dir"));
    const links = join(root, "links");
    mkdirSync(links);
    symlinkSync(kind === "absolute" ? launcher : relative(links, launcher), join(links, "first"));
    symlinkSync(kind === "absolute" ? join(links, "first") : "first", join(links, "second"));
    expect(report(run(join(links, "second"))).file).toBe(join(root, "real dir", "provider.cjs"));
  });

  test("D-09: it works by relative paths, even one that begins with a dash", () => {
    const launcher = install(join(root, "-r"));
    const name = "terraform-provider-mergequeue_v0.0.1";
    const file = join(root, "-r", "provider.cjs");
    expect(report(run("/bin/sh", { args: ["--", `-r/${name}`] })).file).toBe(file);
    expect(report(run("/bin/sh", { args: [name], cwd: dirname(launcher) })).file).toBe(file);
  });

  test("D-09, S-08, S-09: NODE_OPTIONS does not reach Node.js, and NODE_EXTRA_CA_CERTS does", () => {
    const certificates = join(root, "extra.pem");
    writeFileSync(certificates, "");
    const launcher = install(join(root, "plain"));
    const env = { NODE_OPTIONS: "--require /nowhere/canary.js", NODE_EXTRA_CA_CERTS: certificates };
    expect(report(run(launcher, { env }))).toMatchObject({ nodeOptions: null, certificates });
  });

  test("D-09: it does not mistake another Node.js process for its parent, however it was called", () => {
    const launcher = install(join(root, "plain"));
    expect(report(run(launcher, { env: { NODE_CHANNEL_FD: "3", NODE_UNIQUE_ID: "1" } })).args).toEqual([]);
  });

  test("D-09: it becomes the provider's process, whose exit status is its own", () => {
    const code = "process.exitCode = 7; process.stdout.write(String(process.ppid));";
    const result = run(install(join(root, "plain"), code));
    expect([result.status, result.stdout]).toEqual([7, String(process.pid)]);
  });

  test("D-09: a missing Node.js gives one sentence on stdout", () => {
    const launcher = install(join(root, "plain"));
    const result = run(launcher, { env: { PATH: join(root, "empty") } });
    expect(result).toMatchObject({ status: 1, stderr: "" });
    expect(result.stdout).toBe(
      "The mergequeue provider cannot start: Node.js was not found on the PATH; " +
        `install Node.js ${MINIMUM_NODE_VERSION} or newer.\n`,
    );
  });

  test.each(["", "/nowhere"])(
    "D-09: with the PATH %j, Terraform can read its output and end it",
    async (path) => {
      const launcher = install(join(root, "plain"));
      const process = spawn(launcher, { cwd: root, env: { TF_PLUGIN_MAGIC_COOKIE: "cookie", PATH: path } });
      const ended = once(process, "close");
      const [sentence] = (await once(process.stdout, "data")) as [Buffer];
      expect(sentence.toString()).toMatch(/^The mergequeue provider cannot start: [^\n]*\n$/);
      expect(await isThereForAWhile(ended)).toBe(true);
      process.kill("SIGKILL");
      // Another process with its streams open would keep Terraform waiting.
      expect(await ended).toEqual([null, "SIGKILL"]);
    },
  );

  test("D-09: it ends on its own", async () => {
    const launcher = install(join(root, "plain"));
    const env = { TF_PLUGIN_MAGIC_COOKIE: "cookie", PATH: "/nowhere" };
    const started = performance.now();
    await once(spawn(launcher, { env }), "close");
    expect((performance.now() - started) / 1000).toBeGreaterThan(REFUSAL_SECONDS - 1);
  });

  test("D-09: it starts only Node.js, and only once", () => {
    const bin = join(root, "bin");
    const launcher = install(join(root, "plain"));
    mkdirSync(bin);
    writeFileSync(join(bin, "node"), '#!/bin/sh\nprintf "%s\\n" "$*"\n');
    chmodSync(join(bin, "node"), 0o755);
    const result = run(launcher, { args: ["--debug"], env: { PATH: bin } });
    const stdout = `${join(root, "plain", "provider.cjs")} --debug\n`;
    expect(result).toMatchObject({ status: 0, stdout, stderr: "" });
  });

  test.each(CODE_NAMES)("D-09: %s that is missing or empty gives one sentence on stdout", (name) => {
    const directory = join(root, "plain");
    const launcher = install(directory);
    const fault = `${name} is missing or empty in ${directory}; install the provider again.`;
    const expected = { status: 1, stderr: "", stdout: `The mergequeue provider cannot start: ${fault}\n` };
    writeFileSync(join(directory, name), "");
    expect(run(launcher)).toMatchObject(expected);
    rmSync(join(directory, name));
    expect(run(launcher)).toMatchObject(expected);
  });
});
