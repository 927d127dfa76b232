import { execFileSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import packageJson from "../../package.json";
import { type CommandResult, runCommand } from "../../scripts/support/run-command";
import { makeScratch } from "../support/make-scratch";
import { tryGetGpgSkipReason } from "./support/find-gpg";
import { Keyring } from "./support/keyring";
import { findScript, readWorkflow } from "./support/read-workflow";

const ROOT = resolve(__dirname, "../..");
const FILES = ["ci.yml", "release.yml"] as const;
const RELEASE = readWorkflow("release.yml");

const skipReason = tryGetGpgSkipReason();
if (skipReason !== undefined) process.stderr.write(`Skipped: signing in the workflow. ${skipReason}\n`);

let directory: string;

beforeEach(() => {
  directory = makeScratch();
});

/** Runs a step of the release as GitHub does, in a directory of the test's own. */
async function runStep(name: string, env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  const script = join(directory, "step.sh");
  await writeFile(script, findScript(RELEASE, name));
  const result = await runCommand("bash", ["--noprofile", "--norc", "-eo", "pipefail", script], {
    cwd: directory,
    env: { PATH: process.env["PATH"], TMPDIR: process.env["TMPDIR"], HOME: directory, ...env },
  });
  await rm(script);
  return result;
}

async function write(path: string, text: string): Promise<void> {
  const file = join(directory, path);
  await mkdir(resolve(file, ".."), { recursive: true });
  await writeFile(file, text);
}

/** Writes a program that stands for another, and returns a PATH on which it is found first. */
async function fake(name: string, script: string): Promise<string> {
  await write(`bin/${name}`, `#!/bin/sh\n${script}\n`);
  await chmod(join(directory, "bin", name), 0o755);
  return `${join(directory, "bin")}:${process.env["PATH"] ?? ""}`;
}

describe("the workflows", () => {
  const workflows = FILES.map((name) => ({ name, workflow: readWorkflow(name) }));

  test("S-22: every action is pinned to a commit, names its version, and is the same everywhere", async () => {
    const recipes = join(ROOT, "examples/recipes/github-actions");
    const files = (await readdir(recipes)).map((name) => join(recipes, name));
    files.push(join(ROOT, "examples/foresight/pull-request.yml"));
    const texts = workflows.map(({ workflow }) => workflow.text);
    for (const file of files) texts.push(await readFile(file, "utf8"));
    const uses = texts.flatMap((text) => text.split("\n")).filter((line) => /\buses:/.test(line));
    const pins = new Map<string, string>();
    for (const line of uses) {
      const [, action = "", pin = ""] =
        /uses: ([\w-]+\/[\w-]+)@([0-9a-f]{40} # v\d+\.\d+\.\d+)$/.exec(line) ?? [];
      expect(line).toContain(`${action}@${pin}`);
      expect(action).not.toBe("");
      expect(pins.get(action) ?? pin).toBe(pin);
      pins.set(action, pin);
    }
    expect(pins.size).toBeGreaterThan(5);
  });

  test("S-22: no job has more permissions than it needs", () => {
    const permissions = workflows.map(({ name, workflow }) => [
      name,
      workflow.permissions,
      Object.fromEntries(Object.entries(workflow.jobs).map(([job, it]) => [job, it.permissions])),
    ]);
    const read = { contents: "read" };
    expect(permissions).toEqual([
      ["ci.yml", {}, { verify: read, terraform: read, binary: read }],
      [
        "release.yml",
        {},
        {
          ...{ check: read, verify: read, build: read, sign: {} },
          attest: { attestations: "write", "id-token": "write" },
          github: { contents: "write" },
          npm: { "id-token": "write" },
        },
      ],
    ]);
  });

  test("S-22: only one job gets the secrets, from an environment, and it runs no code of the repository", () => {
    for (const { workflow } of workflows) {
      for (const [name, job] of Object.entries(workflow.jobs)) {
        const hasSecrets = /\bsecrets\b/.test(JSON.stringify(job));
        expect({ name, hasSecrets }).toEqual({ name, hasSecrets: name === "sign" });
        if (!hasSecrets) continue;
        expect(job.environment).toBe("release");
        expect(JSON.stringify(job)).not.toMatch(/checkout|npm|node |npx/);
      }
    }
  });

  test("S-22: jobs that may change the repository run no code of it or of its dependencies", () => {
    const trusted = Object.entries(RELEASE.jobs).filter(([, { permissions }]) => permissions?.["id-token"]);
    expect(trusted.map(([name]) => name)).toEqual(["attest", "npm"]);
    for (const [, job] of trusted)
      expect(JSON.stringify(job)).not.toMatch(/checkout|npm (?:ci|install|run|pack)|node |npx/);
  });

  test("S-22: no script contains expressions, and no checkout keeps its credentials", () => {
    for (const { workflow } of workflows) {
      const steps = Object.values(workflow.jobs).flatMap(({ steps }) => steps);
      for (const { uses = "", run = "", with: input } of steps) {
        expect(run).not.toContain("${{");
        if (uses.startsWith("actions/checkout@"))
          expect(input).toMatchObject({ "persist-credentials": false });
      }
    }
  });

  test("the scripts that they call exist, and bash parses their own", async () => {
    const known = Object.keys(packageJson.scripts);
    for (const { workflow } of workflows) {
      const { jobs } = workflow;
      expect(workflow.defaults.run.shell).toBe("bash");
      for (const { needs = [], steps } of Object.values(jobs)) {
        expect(Object.keys(jobs)).toEqual(expect.arrayContaining([needs].flat()));
        for (const { run } of steps) {
          if (run === undefined) continue;
          for (const [, script] of run.matchAll(/\bnpm run ([\w:]+)/g)) expect(known).toContain(script);
          for (const [path] of run.matchAll(/\.(?:ci|config)\/[\w./-]+/g)) await readFile(join(ROOT, path));
          execFileSync("bash", ["-n"], { input: run });
        }
      }
    }
  });
});

describe("a release, by the scripts of its workflow", () => {
  test("begins only if the tag is the version and the changelog has its section", async () => {
    const step = "Compare the tag with the version and the changelog";
    await write("package.json", JSON.stringify({ version: "1.2.3" }));
    await write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-02\n");
    expect(await runStep(step, { TAG: "v1.2.3" })).toMatchObject({ status: 0, output: "" });
    for (const TAG of ["v1.2.4", "1.2.3", "v1.2.3-rc.1", "v1.2.3; exit 0"]) {
      const output = `The tag is ${TAG}, and the version in package.json is 1.2.3: the tag has to be v1.2.3.\n`;
      expect(await runStep(step, { TAG })).toMatchObject({ status: 1, output });
    }
    for (const heading of ["## [Unreleased]", "## [1.2.30] - 2026-01-02", "## [1x2.3]", "see [1.2.3]"]) {
      await write("CHANGELOG.md", `${heading}\n`);
      const output = expect.stringContaining("no section [1.2.3]") as unknown;
      expect(await runStep(step, { TAG: "v1.2.3" })).toMatchObject({ status: 1, output });
    }
  });

  test("S-23: fails if the two machines have built different files, or the checksums do not match", async () => {
    const step = "Compare what the two machines have built";
    const file = "x_1.0.0_linux_amd64.zip";
    const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    for (const copy of ["first", "second"]) {
      await write(`${copy}/${file}`, "abc");
      await write(`${copy}/x_1.0.0_SHA256SUMS`, `${sum}  ${file}\n`);
    }
    expect(await runStep(step)).toMatchObject({ status: 0, output: `${file}: OK\n` });
    await write(`second/${file}`, "abd");
    expect((await runStep(step)).status).toBe(1);
    await write(`first/${file}`, "abd");
    expect((await runStep(step)).status).toBe(1);
    await write(`first/${file}`, "abc");
    await rm(join(directory, "second", file));
    expect((await runStep(step)).status).toBe(1);
  });

  test("D-11: is published as a whole, with the notes of its changelog section", async () => {
    const step = "Publish the release with all of its files at once";
    await write("CHANGELOG.md", "## [1.2.3] - today\n\n### Added\n\n- New.\n\n## [1.2.2]\n\n- Old.\n");
    await write("release/a.zip", "");
    await write("release/b.zip", "");
    // A fake of GitHub's command that records its arguments.
    const PATH = await fake("gh", `echo "$*" >> "${directory}/asked"\n[ "$2" != view ] || echo "$IS_DRAFT"`);
    const env = { TAG: "v1.2.3", PATH };
    const ask = async (isDraft: string): Promise<string[]> => {
      await rm(join(directory, "asked"), { force: true });
      expect(await runStep(step, { ...env, IS_DRAFT: isDraft })).toMatchObject({ status: 0 });
      return (await readFile(join(directory, "asked"), "utf8")).trimEnd().split("\n").slice(1);
    };
    const published = [
      "release create v1.2.3 --draft --verify-tag --title v1.2.3 --notes-file notes.md release/a.zip release/b.zip",
      "release edit v1.2.3 --draft=false",
    ];
    expect(await ask("")).toEqual(published);
    expect(await readFile(join(directory, "notes.md"), "utf8")).toBe("\n### Added\n\n- New.\n\n");
    // The leftovers of an interrupted run are replaced.
    expect(await ask("true")).toEqual(["release delete v1.2.3 --yes", ...published]);
  });

  test("S-23: publishes the package only if the two machines have packed the same", async () => {
    const step = "Publish what the two machines have packed alike";
    await write("first/x-1.0.0.tgz", "same");
    await write("second/x-1.0.0.tgz", "other");
    const env = { PATH: await fake("npm", 'echo "npm $*"') };
    const refused = await runStep(step, env);
    expect(refused.status).toBe(1);
    expect(refused.output).not.toContain("npm publish");
    await write("second/x-1.0.0.tgz", "same");
    expect((await runStep(step, env)).output).toBe(
      "npm publish ./first/x-1.0.0.tgz --provenance --access public --ignore-scripts\n",
    );
  });

  (skipReason === undefined ? describe : describe.skip)("with gpg", () => {
    const STEP = "Sign the checksums";
    let keyring: Keyring;

    function toSecrets(key: Parameters<Keyring["exportSecretKey"]>[0], GPG_PASSPHRASE: string) {
      const GPG_PRIVATE_KEY = keyring.exportSecretKey(key);
      return { GPG_PRIVATE_KEY, GPG_FINGERPRINT: key.fingerprint, GPG_PASSPHRASE };
    }

    beforeAll(() => {
      keyring = new Keyring();
    });

    afterAll(() => {
      keyring.close();
    });

    beforeEach(async () => {
      await write("first/x_1.0.0_SHA256SUMS", "0123  some file\n");
    });

    test("D-11: is signed by the key in the secrets, and nothing of the key is left", async () => {
      const key = keyring.addKey("rsa2048", "a passphrase");
      const env = { ...toSecrets(key, "a passphrase"), TMPDIR: join(directory, "t") };
      await mkdir(env.TMPDIR);
      const { status, output } = await runStep(STEP, env);
      expect(status).toBe(0);
      expect(output).toContain("Good signature");
      expect(output).not.toContain(env.GPG_PASSPHRASE);
      const sums = join(directory, "first/x_1.0.0_SHA256SUMS");
      keyring.verify(`${sums}.sig`, sums);
      expect(await readdir(env.TMPDIR)).toEqual([]);
      expect((await readdir(directory)).sort()).toEqual(["first", "t"]);

      await rm(`${sums}.sig`);
      expect((await runStep(STEP, { ...env, GPG_PASSPHRASE: "another" })).status).not.toBe(0);
      expect(await readdir(join(directory, "first"))).toEqual(["x_1.0.0_SHA256SUMS"]);
    });

    test("D-11: fails for a key that no registry accepts", async () => {
      const key = keyring.addKey("ed25519");
      const { status, output } = await runStep(STEP, toSecrets(key, ""));
      expect(status).toBe(1);
      expect(output).toContain("neither with RSA nor with DSA");
      expect(await readdir(join(directory, "first"))).toEqual(["x_1.0.0_SHA256SUMS"]);
    });
  });
});
