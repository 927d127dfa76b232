import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { arch } from "node:os";
import { dirname, join } from "node:path";
import { toTerraformPlatform } from "../../../src/distribution/find-installed";
import { executableName } from "../../../src/distribution/layout";
import { PROVIDER_SOURCE, VERSION } from "../../../src/product";
import { run } from "../fake-context";
import { diagnose, machine, onMachine } from "../support/run-doctor";

const PLATFORM = toTerraformPlatform("linux", arch());
const HOST = "registry.terraform.io";

onMachine();

async function install(...args: readonly string[]): Promise<void> {
  expect((await run(["provider", "install", ...args], machine.toProcess())).exitStatus).toBe(0);
}

/** Directory of the package in a mirror. */
function placeOf(mirror: string, version = VERSION): string {
  return join(mirror, HOST, PROVIDER_SOURCE, version, PLATFORM);
}

function own(): string {
  return join(machine.home, ".terraform.d/plugins");
}

const look = async () => diagnose(machine);

describe("the plugin", () => {
  test("that is not installed is skipped", async () => {
    (await look()).shows("installed", "skipped");
  });

  test("that mergequeue provider install has installed is in order", async () => {
    await install();
    const { shows } = await look();
    shows("installed", "ok", `${VERSION} in ${own()}`);
    shows("plugin files", "ok");
  });

  test("S-15: names that are not versions are ignored, as by Terraform, and stand in no command", async () => {
    for (const name of ["$(touch evil)", "1.0.0;touch evil", "latest"]) {
      mkdirSync(placeOf(own(), name), { recursive: true });
    }
    const { out, shows } = await look();
    shows("installed", "skipped");
    expect(out).not.toContain("evil");
  });

  test("without its executable is a problem", async () => {
    await install();
    rmSync(join(placeOf(own()), executableName(VERSION)));
    expect((await look()).find("installed").message).toContain("has no executable");
  });

  test.each(["changed", "removed"])("with a %s file is a problem, whose command repairs it", async (how) => {
    await install();
    const file = join(placeOf(own()), "calls.cjs");
    rmSync(file);
    if (how === "changed") writeFileSync(file, "// another build\n");
    const { find } = await look();
    expect(find("installed")).toMatchObject({
      message: `${own()} has the same version as this package, ${VERSION}, but its content differs: it is another build, or a file was changed.`,
      command: `rm -r '${own()}'/*/${PROVIDER_SOURCE}/${VERSION} && mergequeue provider install --dir '${own()}'`,
    });
    for (const host of readdirSync(own()))
      rmSync(join(own(), host, PROVIDER_SOURCE, VERSION), { recursive: true });
    await install("--dir", own());
    (await look()).shows("installed", "ok");
  });

  test("of a release is not compared: it has other files under the same version", async () => {
    await install();
    for (const host of readdirSync(own())) {
      writeFileSync(join(own(), host, PROVIDER_SOURCE, VERSION, PLATFORM, "provider.bin"), "ELF");
    }
    (await look()).shows("installed", "ok");
  });

  test("of another version is a warning, unless this one is installed too", async () => {
    machine.write(
      join("home/.terraform.d/plugins", HOST, PROVIDER_SOURCE, "0.9.0", PLATFORM, executableName("0.9.0")),
      "#!/bin/sh\n",
    );
    machine.makeExecutable(join(placeOf(own(), "0.9.0"), executableName("0.9.0")));
    (await look()).shows("installed", "warning", "has version 0.9.0", `provider install --dir '${own()}'`);
    await install();
    expect((await look()).findAll("installed").map(({ status }) => status)).toEqual(["ok", "ok"]);
  });

  test("beside a synthesized stack is found, and placed again by the program that synthesizes it", async () => {
    const mirror = join(machine.project, "cdktf.out/stacks/queues/terraform.d/plugins");
    await install("--dir", mirror);
    expect((await look()).find("installed").message).toBe(`${VERSION} in ${mirror}`);
    writeFileSync(join(placeOf(mirror), "provider.cjs"), "//");
    const repair = "Remove it, then run the program that synthesizes the stack.";
    const command = `rm -r '${mirror}'/*/${PROVIDER_SOURCE}/${VERSION}`;
    (await look()).shows("installed", "problem", repair, command);
  });
});

describe("a plugin cache", () => {
  const check = "plugin cache";
  const cached = () => diagnose(machine, { TF_PLUGIN_CACHE_DIR: join(machine.root, "cache") });
  /** Links the cache to a package, as Terraform does. */
  function linkTo(target: string): string {
    const link = placeOf(join(machine.root, "cache"));
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
    return link;
  }

  test("is looked at only if the variable is set", async () => {
    (await look()).shows(check, "skipped", "TF_PLUGIN_CACHE_DIR is not set");
  });

  test("that links to the user's plugin is in order", async () => {
    await install();
    linkTo(placeOf(own()));
    (await cached()).shows(check, "ok");
  });

  test("that links beside a checkout is a warning, and a problem once the checkout is gone", async () => {
    const mirror = join(machine.root, "other/terraform.d/plugins");
    await install("--dir", mirror);
    const link = linkTo(placeOf(mirror));
    const command = `rm '${link}' && TF_PLUGIN_CACHE_DIR= terraform init`;
    (await cached()).shows(check, "warning", "other checkouts cannot be applied", command);
    rmSync(mirror, { recursive: true });
    (await cached()).shows(check, "problem", "which no longer exists", `rm '${link}' && terraform init`);
  });
});

describe("what Pulumi.yaml names", () => {
  const check = "Pulumi.yaml";
  const name = "./plugin/terraform-provider-mergequeue";

  test.each([
    ["no file", undefined],
    ["no such plugin", "name: queues\npackages: {}\n"],
  ])("with %s is skipped", async (_, text) => {
    if (text !== undefined) machine.write("project/Pulumi.yaml", text);
    (await look()).shows(check, "skipped");
  });

  test.each([
    `packages:\n  mergequeue:\n    source: terraform-provider\n    parameters:\n      - ${name}\n`,
    `packages: \n  mergequeue:\n    parameters: ["${name}"]\n`,
  ])("is looked for, compared, and repaired by the command: %j", async (text) => {
    machine.write("project/Pulumi.yaml", text);
    const place = join(machine.project, "plugin");
    const command = `mergequeue provider install --plain --dir '${place}'`;
    (await look()).shows(check, "problem", `${name}, which does not exist`, command);
    await install("--plain", "--dir", place);
    (await look()).shows(check, "ok", VERSION);
    chmodSync(join(place, "terraform-provider-mergequeue"), 0o644);
    (await look()).shows(check, "problem", "is not executable", "chmod +x");
    chmodSync(join(place, "terraform-provider-mergequeue"), 0o755);
    rmSync(join(place, "calls.cjs"));
    (await look()).shows(check, "problem", "are missing or different", `rm -r '${place}' && ${command}`);
  });
});

test("a check that cannot be made is a problem, and the others are made", async () => {
  await install();
  rmSync(join(machine.root, "package"), { recursive: true });
  const { find, shows } = await look();
  expect(find("installed").message).toMatch(/^This could not be checked: /);
  shows("plugin files", "ok");
});

describe("permissions", () => {
  test("a token file that others can read is a warning, one of the user's own is in order", async () => {
    const file = machine.write("token", "canary-0123456789-abcdefghij\n");
    chmodSync(file, 0o644);
    const { shows } = await diagnose(machine, {}, ["--token-file", file]);
    shows("token file", "warning", `chmod 600 '${file}'`);
    chmodSync(file, 0o600);
    expect((await diagnose(machine, {}, ["--token-file", file])).find("token file").status).toBe("ok");
    const missing = await diagnose(machine, {}, ["--token-file", "none"]);
    expect(missing.find("token").message).toContain("cannot be read");
    missing.shows("token file", "skipped");
  });

  test("plugins that others can change are a problem, because Terraform runs them", async () => {
    await install();
    for (const directory of [own(), placeOf(own())]) {
      chmodSync(directory, 0o777);
      (await look()).shows("plugin files", "problem", `chmod -R o-w '${directory}'`);
      chmodSync(directory, 0o775);
      (await look()).shows("plugin files", "ok");
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
});
