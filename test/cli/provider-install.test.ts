import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandProcess } from "../../src/cli/command-session";
import { formatCliConfiguration } from "../../src/distribution/install-mirror";
import { executableName } from "../../src/distribution/layout";
import { VERSION } from "../../src/product";
import type { Running } from "./fake-context";
import { run } from "./fake-context";
import { layBuiltPackage } from "./support/lay-built-package";
import { directory, onDirectory } from "./support/stage";

onDirectory();

function install(args: readonly string[], changes: Partial<CommandProcess> = {}): Running {
  const codeDirectory = layBuiltPackage(join(directory, "package"));
  const places = { codeDirectory, workingDirectory: directory, homeDirectory: directory };
  return run(["provider", "install", ...args], { ...places, ...changes });
}

describe("mergequeue provider install", () => {
  test("an empty directory is refused, and does not mean the working directory", async () => {
    await install(["--dir", ""]).fails("'-d, --dir <directory>' argument '' is invalid. It is empty");
    expect(readdirSync(directory)).toEqual(["package"]);
  });

  test("makes the directory a mirror for both hosts and prints the configuration alone on standard output", async () => {
    const mirror = join(directory, "mirror");
    const { out, error } = await install(["--dir", mirror]).endsWith(0);
    expect(readdirSync(mirror).sort()).toEqual(["registry.opentofu.org", "registry.terraform.io"]);
    const place = join("mergequeue/mergequeue", VERSION, "linux_amd64", executableName(VERSION));
    expect(readFileSync(join(mirror, "registry.terraform.io", place), "utf8")).toMatch(/^#!\/bin\/sh\n/);
    expect(out).toBe(formatCliConfiguration(mirror));
    expect(error).toContain(`Installed mergequeue/mergequeue ${VERSION} in ${mirror}.`);
    expect(error).toContain("TF_CLI_CONFIG_FILE");
  });

  test("uses the user's plugin directory by default, which needs no configuration", async () => {
    const { error } = await install([]);
    expect(readdirSync(join(directory, ".terraform.d/plugins"))).toContain("registry.terraform.io");
    expect(error).toContain("Terraform finds the plugin there by itself.");
    expect(error).toContain("merge this into that block:");
  });

  test("asks for a directory if the user has no home directory", async () => {
    await install([], { homeDirectory: undefined }).fails(
      "HOME is not set, and this user has no home directory. Give --dir",
    );
  });

  test("never overwrites an existing CLI configuration", async () => {
    const files = [".terraformrc", ".tofurc", "mirror.tfrc"].map((name) => join(directory, name));
    for (const file of files) writeFileSync(file, "mine");
    await install([], { environment: { TF_CLI_CONFIG_FILE: files[2] } });
    expect(files.map((file) => readFileSync(file, "utf8"))).toEqual(["mine", "mine", "mine"]);
  });

  test("S-14: a directory's name cannot steer the terminal", async () => {
    const { error, out } = await install(["-d", "mir\u001bror"]);
    expect(error).toContain("mir\\x1bror");
    expect(error + out).not.toContain("\u001b");
  });
});

describe("mergequeue provider install --plain", () => {
  const EXECUTABLE = "terraform-provider-mergequeue";

  test("places the plugin in the directory and prints the command for Pulumi alone on standard output", async () => {
    const { out, error } = await install(["--plain", "-d", "plugin"]).endsWith(0);
    expect(out).toBe(`pulumi package add terraform-provider "./plugin/${EXECUTABLE}"\n`);
    expect(error).toContain(`Installed mergequeue/mergequeue ${VERSION} in ${join(directory, "plugin")}.`);
    expect(readFileSync(join(directory, "plugin", EXECUTABLE), "utf8")).toMatch(/^#!\/bin\/sh\n/);
  });

  test("prints an absolute path as it was given", async () => {
    const plugin = join(directory, "plugin");
    const { out } = await install(["--plain", "-d", plugin]);
    expect(out).toBe(`pulumi package add terraform-provider '${join(plugin, EXECUTABLE)}'\n`);
  });

  test("without a directory it is refused, because Pulumi has no place to look in", async () => {
    await install(["--plain"]).fails("--plain needs --dir.");
    expect(readdirSync(directory)).toEqual(["package"]);
  });
});
