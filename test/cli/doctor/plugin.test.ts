import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { arch } from "node:os";
import { join, relative } from "node:path";
import { toTerraformPlatform } from "../../../src/distribution/find-installed";
import { executableName } from "../../../src/distribution/layout";
import { PROVIDER_SOURCE, VERSION } from "../../../src/product";
import { run } from "../fake-context";
import { type Diagnosis, diagnose, Machine } from "../support/run-doctor";

const PLATFORM = toTerraformPlatform("linux", arch());
const HOST = "registry.terraform.io";

let machine: Machine;

beforeEach(() => {
  machine = new Machine();
});

afterEach(() => {
  machine.remove();
});

async function install(...args: readonly string[]): Promise<void> {
  expect((await run(["provider", "install", ...args], machine.toProcess())).exitStatus).toBe(0);
}

function useProvider(directory = "project"): void {
  machine.write(
    `${directory}/main.tf`,
    `terraform {\n  required_providers {\n    mergequeue = { source = "${PROVIDER_SOURCE}" }\n  }\n}\n`,
  );
}

/** Directory of the package in a mirror. */
function placeOf(mirror: string, version = VERSION): string {
  return join(mirror, HOST, PROVIDER_SOURCE, version, PLATFORM);
}

function writeLock(version: string, hashes: readonly string[], host = HOST): void {
  const lines = hashes.map((hash) => `    "${hash}",\n`).join("");
  machine.write(
    "project/.terraform.lock.hcl",
    `provider "${host}/${PROVIDER_SOURCE}" {\n  version = "${version}"\n  hashes = [\n${lines}  ]\n}\n`,
  );
}

/** The hash that the constructs would lock: Terraform's own, as the end-to-end tests prove. */
async function readHash(): Promise<string> {
  const { hashInstalled } = await import("../../../src/distribution/find-installed");
  return hashInstalled(placeOf(own()));
}

function own(): string {
  return join(machine.home, ".terraform.d/plugins");
}

async function look(environment: Readonly<Record<string, string>> = {}): Promise<Diagnosis> {
  return diagnose(machine, environment);
}

describe("the plugin", () => {
  test("is skipped where nothing uses it", async () => {
    for (const check of ["installed", "initialized", "lock file"])
      expect((await look()).find(check).status).toBe("skipped");
  });

  test("that a configuration uses and that is not installed is a problem with the command that installs it", async () => {
    useProvider();
    const { find } = await look();
    expect(find("installed")).toMatchObject({ status: "problem", command: "mergequeue provider install" });
    expect(find("installed").message).toContain(own());
  });

  test("that mergequeue provider install has installed is in order", async () => {
    useProvider();
    await install();
    const { find } = await look();
    expect(find("installed")).toMatchObject({ status: "ok", message: `${VERSION} in ${own()}` });
    expect(find("plugin files").status).toBe("ok");
  });

  test("S-15: names that are not versions are ignored, as by Terraform, and stand in no command", async () => {
    for (const name of ["$(touch evil)", "1.0.0;touch evil", "latest"]) {
      mkdirSync(placeOf(own(), name), { recursive: true });
    }
    const archive = join(
      own(),
      HOST,
      PROVIDER_SOURCE,
      `terraform-provider-mergequeue_$(evil)_${PLATFORM}.zip`,
    );
    writeFileSync(archive, "");
    const { find, out } = await look();
    expect(find("installed").status).toBe("skipped");
    expect(out).not.toContain("evil");
  });

  test("whose file is not executable is a problem", async () => {
    await install();
    const executable = join(placeOf(own()), executableName(VERSION));
    // The copies for all platforms are one file.
    chmodSync(executable, 0o644);
    const { findAll } = await look();
    const [finding] = findAll("installed");
    expect(finding).toMatchObject({
      status: "problem",
      command: `chmod +x '${own()}'/*/${PROVIDER_SOURCE}/${VERSION}/*/terraform-provider-*`,
    });
    expect(finding?.message).toContain("is not executable");
  });

  test("without its executable is a problem", async () => {
    await install();
    rmSync(join(placeOf(own()), executableName(VERSION)));
    expect((await look()).findAll("installed")[0]?.message).toContain("has no executable");
  });

  test.each(["changed", "removed"])("with a %s file is a problem, whose command repairs it", async (how) => {
    useProvider();
    await install();
    const file = join(placeOf(own()), "calls.cjs");
    rmSync(file);
    if (how === "changed") writeFileSync(file, "// another build\n");
    const { find } = await look();
    expect(find("installed").message).toContain(
      `has other content under version ${VERSION} than this package`,
    );
    expect(find("installed").command).toBe(
      `rm -r '${own()}'/*/${PROVIDER_SOURCE}/${VERSION} && mergequeue provider install`,
    );
    for (const host of readdirSync(own()))
      rmSync(join(own(), host, PROVIDER_SOURCE, VERSION), { recursive: true });
    await install();
    expect((await look()).find("installed").status).toBe("ok");
  });

  test("of a release is not compared: it has other files under the same version", async () => {
    await install();
    for (const host of readdirSync(own())) {
      writeFileSync(join(own(), host, PROVIDER_SOURCE, VERSION, PLATFORM, "provider.bin"), "ELF");
    }
    expect((await look()).find("installed").status).toBe("ok");
  });

  test("of another version is a warning", async () => {
    machine.write(
      join("home/.terraform.d/plugins", HOST, PROVIDER_SOURCE, "0.9.0", PLATFORM, executableName("0.9.0")),
      "#!/bin/sh\n",
    );
    machine.makeExecutable(join(placeOf(own(), "0.9.0"), executableName("0.9.0")));
    const { find, exitStatus } = await look();
    expect(find("installed")).toMatchObject({ status: "warning", command: "mergequeue provider install" });
    expect(find("installed").message).toContain("has version 0.9.0");
    expect(exitStatus).toBe(1); // no address is given
  });

  test("of a mirror that the CLI configuration names is found there, and nowhere else", async () => {
    useProvider();
    await install();
    const mirror = join(machine.root, "mirror");
    const { out } = await run(["provider", "install", "--dir", mirror], machine.toProcess());
    machine.write("home/.terraformrc", `# path = "elsewhere"\n${out}`);
    const { find } = await look();
    expect(find("CLI config")).toMatchObject({
      status: "ok",
      message: `provider_installation in ${machine.home}/.terraformrc`,
    });
    expect(find("installed").message).toBe(`${VERSION} in ${mirror}`);
    rmSync(mirror, { recursive: true });
    expect((await look()).find("installed")).toMatchObject({
      status: "problem",
      next: "",
      command: `mergequeue provider install --dir '${mirror}'`,
    });
  });

  test("that dev_overrides or a running process replaces is a warning", async () => {
    machine.write(
      "home/dev.tfrc",
      `provider_installation {\n  dev_overrides {\n    "${PROVIDER_SOURCE}" = "/opt/build"\n  }\n  direct {}\n}\n`,
    );
    const { findAll } = await look({
      TF_CLI_CONFIG_FILE: join(machine.home, "dev.tfrc"),
      TF_REATTACH_PROVIDERS: `{"${HOST}/${PROVIDER_SOURCE}":{}}`,
    });
    expect(findAll("CLI config").map(({ status, command }) => [status, command])).toEqual([
      ["warning", "unset TF_REATTACH_PROVIDERS"],
      ["warning", undefined],
    ]);
    expect(findAll("CLI config")[1]?.message).toContain("makes Terraform use /opt/build");
  });

  test.each([
    ["/dev/null", "skipped", "no provider_installation block"],
    [".", "warning", "It is not a regular file but a directory, FIFO, socket or device, and was not read."],
    ["none.tfrc", "warning", "none.tfrc, which does not exist"],
  ])("TF_CLI_CONFIG_FILE=%s is %s", async (file, status, message) => {
    const finding = (await look({ TF_CLI_CONFIG_FILE: file })).find("CLI config");
    expect(finding).toMatchObject({ status, message: expect.stringContaining(message) as unknown });
  });

  test("of a synthesized stack is found beside it, and findings name the stack", async () => {
    const stack = "cdktf.out/stacks/queues";
    useProvider(`project/${stack}`);
    expect((await look()).find("installed").message).toMatch(/^cdktf\.out\/stacks\/queues uses/);
    await install("--dir", join(machine.project, stack, "terraform.d/plugins"));
    const { find } = await look();
    expect(find("installed").status).toBe("ok");
    expect(find("initialized").message).toBe(`${stack}: terraform init has not run here`);
  });

  test("of a synthesized stack that was changed is placed again by the program, not by a command that may be missing", async () => {
    const stack = "cdktf.out/stacks/queues";
    useProvider(`project/${stack}`);
    const mirror = join(machine.project, stack, "terraform.d/plugins");
    await install("--dir", mirror);
    appendFileSync(join(placeOf(mirror), "provider.cjs"), "//");
    expect((await look()).find("installed")).toMatchObject({
      status: "problem",
      next: "Remove it, and run the program that synthesizes the stack again.",
      command: `rm -r '${mirror}'/*/${PROVIDER_SOURCE}/${VERSION}`,
    });
  });
});

describe("a Pulumi project", () => {
  const PULUMI = "3.256.0";

  function declare(path: string): void {
    machine.write(
      "project/Pulumi.yaml",
      `name: queues\nruntime: yaml\npackages:\n  mergequeue:\n    source: terraform-provider\n    version: 1.1.3\n    parameters:\n      - ${path}\n`,
    );
  }

  test("has the version of Pulumi and the plugin that Pulumi.yaml names", async () => {
    machine.addProgram("pulumi", `echo v${PULUMI}`);
    await install("--plain", "--dir", "plugin");
    declare("./plugin/terraform-provider-mergequeue");
    const { findAll } = await look();
    expect(findAll("Pulumi").map(({ status, message }) => [status, message])).toEqual([
      ["ok", `${PULUMI} (${join(machine.programs, "pulumi")})`],
      ["ok", "Pulumi.yaml names ./plugin/terraform-provider-mergequeue"],
    ]);
  });

  test("without Pulumi and the plugin has two problems, with the command that installs the plugin", async () => {
    declare("./plugin/terraform-provider-mergequeue");
    expect((await look()).findAll("Pulumi")).toEqual([
      expect.objectContaining({ status: "problem", message: "There is no pulumi on the PATH." }),
      expect.objectContaining({
        status: "problem",
        command: 'mergequeue provider install --plain --dir "./plugin"',
      }),
    ]);
  });

  test("that does not name the plugin gets the command that adds it", async () => {
    machine.write("project/Pulumi.yaml", "name: queues\nruntime: yaml\n");
    expect((await look()).findAll("Pulumi")[1]).toMatchObject({
      status: "warning",
      command:
        'mergequeue provider install --plain --dir "plugin" && pulumi package add terraform-provider ./plugin/terraform-provider-mergequeue',
    });
  });

  test("is looked for only where there is a Pulumi.yaml", async () => {
    machine.addProgram("pulumi", "exit 1");
    expect((await look()).findAll("Pulumi").map(({ status }) => status)).toEqual(["skipped", "skipped"]);
  });
});

test("a check that cannot be made is a problem, and the others are made", async () => {
  machine.write("project/terraform.tfstate", "");
  rmSync(join(machine.root, "package"), { recursive: true });
  useProvider();
  const { findAll, find } = await look();
  expect(findAll("installed")[0]?.message).toMatch(/^This could not be checked: /);
  expect(find("data files").status).toBe("ok");
});

test.each(["a.tf", "b.tf.json", ".terraform.lock.hcl"])(
  "a FIFO as %s is one problem that names it",
  async (name) => {
    useProvider();
    await install();
    const path = join(machine.project, name);
    execFileSync("mkfifo", [path]);
    const { find, checks } = await look();
    expect(find("files")).toMatchObject({
      status: "problem",
      message: expect.stringContaining(`${path} cannot be read: `) as string,
      command: `ls -l '${path}'`,
    });
    expect(checks.filter(({ group, status }) => group === "Plugin" && status === "problem")).toHaveLength(1);
    expect(find("installed").status).toBe("ok");
  },
);

test("a FIFO in place of an archive is a problem that names it", async () => {
  const folder = join(own(), HOST, PROVIDER_SOURCE);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `terraform-provider-mergequeue_${VERSION}_${PLATFORM}.zip`);
  execFileSync("mkfifo", [path]);
  writeLock(VERSION, [`zh:${"0".repeat(64)}`]);
  const [finding] = (await look()).findAll("installed");
  expect(finding).toMatchObject({ status: "problem", command: `rm -r '${path}'` });
});

describe("what terraform init has installed", () => {
  function initialize(): string {
    const place = placeOf(join(machine.project, ".terraform/providers"));
    mkdirSync(join(place, ".."), { recursive: true });
    symlinkSync(placeOf(own()), place);
    return place;
  }

  test("is in order while it is there, and a problem if its mirror is gone", async () => {
    useProvider();
    await install();
    expect(existsSync(initialize())).toBe(true);
    expect((await look()).find("initialized").message).toBe(`terraform init has chosen ${VERSION}`);
    rmSync(own(), { recursive: true });
    expect((await look()).find("installed").command).toBe("mergequeue provider install");
    expect((await look()).find("initialized")).toMatchObject({
      status: "problem",
      message: ".terraform has a link to a plugin that is gone, and nothing else is installed.",
      command: "terraform init",
    });
  });

  test("from a registry needs no directory on this machine", async () => {
    useProvider();
    const data = join(machine.project, ".terraform/providers");
    mkdirSync(placeOf(data), { recursive: true });
    const { find } = await look();
    expect(find("installed").message).toBe("it comes from a registry or a network mirror");
    expect(find("initialized").status).toBe("ok");
  });

  test("is looked for where TF_DATA_DIR says; without the provider it is a warning", async () => {
    useProvider();
    mkdirSync(join(machine.project, "data"));
    expect((await look({ TF_DATA_DIR: "data" })).find("initialized").status).toBe("warning");
    expect((await look()).find("initialized").status).toBe("skipped");
  });
});

describe("the lock file", () => {
  test("with the version and a hash of what is installed is in order", async () => {
    useProvider();
    await install();
    writeLock(VERSION, ["h1:other", await readHash()]);
    expect((await look()).find("lock file")).toMatchObject({ status: "ok" });
  });

  test("without a hash of what is installed is a problem, with the command that adds it", async () => {
    await install();
    writeLock(VERSION, ["h1:AAAAvAPKRcVcNVBtSVBm9mtTbXGsRXWKxOWVXJJHmtk=", "zh:00"]);
    const { find, exitStatus } = await look();
    expect(exitStatus).toBe(1);
    expect(find("lock file")).toMatchObject({
      status: "problem",
      message: expect.stringContaining(`has no hash of the installed ${VERSION}`) as unknown,
      command: `terraform providers lock -fs-mirror='${own()}' ${PROVIDER_SOURCE} && terraform init`,
    });
  });

  test("with a version that is not installed is a problem", async () => {
    await install();
    writeLock("1.0.0", ["h1:x"]);
    expect((await look()).find("lock file")).toMatchObject({
      status: "problem",
      message: `.terraform.lock.hcl names version 1.0.0, but ${VERSION} is installed. Terraform refuses it.`,
      command: "terraform init -upgrade",
    });
  });

  test("of OpenTofu is compared with the package of OpenTofu's registry", async () => {
    await install();
    writeLock("1.0.0", ["h1:x"], "registry.opentofu.org");
    expect((await look()).find("lock file").status).toBe("problem");
  });

  test("with the hash of an archive is compared with the archive", async () => {
    machine.write(
      `home/.terraform.d/plugins/${HOST}/${PROVIDER_SOURCE}/terraform-provider-mergequeue_${VERSION}_${PLATFORM}.zip`,
      "zip",
    );
    writeLock(VERSION, [`zh:${"0".repeat(64)}`]);
    expect((await look()).find("lock file").status).toBe("problem");
    writeLock(VERSION, [`zh:${hash("sha256", "zip")}`]);
    expect((await look()).find("lock file").status).toBe("ok");
    writeLock(VERSION, ["h1:only"]);
    expect((await look()).find("lock file")).toMatchObject({
      status: "ok",
      message: `.terraform.lock.hcl names ${VERSION} and its hash is not compared with the archive`,
    });
  });

  test("that names other providers only, or has nothing to compare with, is skipped", async () => {
    useProvider();
    machine.write("project/.terraform.lock.hcl", "# nothing\n");
    expect((await look()).find("lock file").message).toBe(
      ".terraform.lock.hcl does not name mergequeue/mergequeue",
    );
    writeLock(VERSION, ["h1:x"]);
    expect((await look()).find("lock file").message).toContain("nothing is installed to compare");
  });
});

describe("permissions", () => {
  test("an archive that others can change is a problem", async () => {
    const folder = join(own(), HOST, PROVIDER_SOURCE);
    const archive = machine.write(
      relative(machine.root, join(folder, `terraform-provider-mergequeue_${VERSION}_${PLATFORM}.zip`)),
      "zip",
    );
    chmodSync(archive, 0o666);
    expect((await look()).findAll("plugin files")[0]).toMatchObject({
      status: "problem",
      command: `chmod -R o-w '${folder}'`,
    });
  });

  test("a token file that others can read is a warning, one of the user's own is in order", async () => {
    const file = machine.write("token", "canary-0123456789-abcdefghij\n");
    chmodSync(file, 0o644);
    const { find } = await diagnose(machine, {}, ["--token-file", file]);
    expect(find("token file")).toMatchObject({ status: "warning", command: `chmod 600 '${file}'` });
    chmodSync(file, 0o600);
    expect((await diagnose(machine, {}, ["--token-file", file])).find("token file").status).toBe("ok");
    const missing = await diagnose(machine, {}, ["--token-file", "none"]);
    expect(missing.find("token").message).toContain("cannot be read");
    expect(missing.find("token file").status).toBe("skipped");
  });

  test("plugins that others can change are a problem, because Terraform runs them", async () => {
    await install();
    for (const directory of [own(), placeOf(own())]) {
      chmodSync(directory, 0o777);
      expect((await look()).find("plugin files")).toMatchObject({
        status: "problem",
        command: `chmod -R o-w '${directory}'`,
      });
      chmodSync(directory, 0o775);
      expect((await look()).find("plugin files").status).toBe("ok");
    }
  });

  test.each(["directory", "file"])("a %s of another user among the plugins is a warning", async (kind) => {
    await install();
    const place = placeOf(own());
    const path = kind === "file" ? join(place, "calls.cjs") : place;
    const isRoot = process.geteuid?.() === 0;
    // Only the superuser can give a file away; for others, the files of this user are those of another one.
    if (isRoot) chownSync(path, 4711, 4711);
    const { findAll } = await diagnose(machine, {}, [], { userId: 4712 });
    const uid = isRoot ? 4711 : process.geteuid?.();
    expect(findAll("plugin files")).toContainEqual(
      expect.objectContaining({
        status: "warning",
        message: `The user with the id ${uid} owns plugins in ${place} and can change them; Terraform runs them as you.`,
        command: `sudo chown -R "$(id -un)" '${place}'`,
      }),
    );
  });

  test("files of the directory that cannot be read and written are a problem", async () => {
    machine.write("project/.terraform.lock.hcl", "");
    expect((await look()).find("data files").status).toBe("ok");
    // Not even the superuser can open it.
    symlinkSync("terraform.tfstate", join(machine.project, "terraform.tfstate"));
    const { find } = await look();
    expect(find("data files")).toMatchObject({
      status: "problem",
      command: expect.stringContaining("sudo chown -R") as unknown,
    });
  });
});
