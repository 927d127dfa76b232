import { existsSync, readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { arch } from "node:os";
import { dirname, join, resolve, sep } from "node:path";
import {
  findInstalled,
  listCacheLinks,
  toTerraformPlatform,
  tryFindPackageFault,
} from "../../distribution/find-installed";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { listNames, PLAIN_EXECUTABLE_NAME, tryFindUserPluginDirectory } from "../../distribution/layout";
import { type ProviderPackage, readProviderPackage } from "../../distribution/provider-package";
import { PROVIDER_SOURCE, VERSION } from "../../product";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { STANDARD_INPUT, type TokenFile } from "../files/read-input-file";
import { type CheckOutcome, type Checks, ok, problem, skipped, warning } from "./check";

type Machine = Pick<CommandContext, "environment" | "homeDirectory" | "platform" | "workingDirectory">;

/** Checks only plugins that this package installed. Terraform itself reports the faults of other plugins. */
export function listPluginChecks(context: Machine & Pick<CommandContext, "codeDirectory">): Checks {
  return {
    installed: () => {
      const mirrors = listMirrors(context);
      if (mirrors.length === 0) {
        return skipped("no plugin is installed for this user, and none is beside a stack here");
      }
      const own = readProviderPackage(findProviderBundle(context.codeDirectory), VERSION);
      const hasOwn = mirrors.some(({ packages }) => packages.some(({ version }) => version === VERSION));
      return mirrors.flatMap((mirror) => judgeMirror({ ...mirror, hasOwn }, own));
    },
    "plugin cache": () => checkPluginCache(context),
    "Pulumi.yaml": () => checkPulumi(context),
  };
}

/** Lists directories from which Terraform may start the plugin: from the mirrors down to the packages. */
function listPluginDirectories(context: Machine): string[] {
  const directories = listMirrors(context).flatMap(({ path, packages }) => [
    path,
    // HOST/NAMESPACE/TYPE/VERSION/OS_ARCH
    ...packages.flatMap((each) =>
      ["../../../..", "../../..", "../..", "..", "."].map((up) => join(each.path, up)),
    ),
  ]);
  return [...new Set(directories)];
}

/** Lists mirrors with packages: the user's mirror, and those of the working directory and its stacks. */
function listMirrors(context: Machine) {
  const { platform, workingDirectory } = context;
  const own = tryFindUserPluginDirectory(context);
  const stacks = join(workingDirectory, "cdktf.out", "stacks");
  const beside = listNames(stacks).map((name) => join(stacks, name, "terraform.d", "plugins"));
  return [...(own === undefined ? [] : [own]), join(workingDirectory, "terraform.d", "plugins"), ...beside]
    .map((path) => ({
      path,
      isSynthesized: beside.includes(path),
      packages: findInstalled(path, toTerraformPlatform(platform, arch())),
    }))
    .filter(({ packages }) => packages.length > 0);
}

/** A mirror has one copy of the plugin for each registry. Reports one finding for all copies of a version. */
function judgeMirror(
  { path, isSynthesized, packages, hasOwn }: ReturnType<typeof listMirrors>[number] & { hasOwn: boolean },
  own: ProviderPackage,
): CheckOutcome[] {
  const install = `mergequeue provider install --dir ${quoteForShell(path)}`;
  return [...new Set(packages.map(({ version }) => version))].map((version) => {
    const places = `${quoteForShell(path)}/*/${PROVIDER_SOURCE}/${version}`;
    const repair: readonly [next: string, command: string] = isSynthesized
      ? ["Remove it, then run the program that synthesizes the stack.", `rm -r ${places}`]
      : ["", `rm -r ${places} && ${install}`];
    const faults = packages
      .filter((each) => each.version === version)
      .map((each) => tryFindPackageFault(each, own));
    const fault = faults.find((each) => each !== undefined);
    if (fault === "executable_missing") {
      return problem(`Version ${version} of the plugin in ${path} has no executable.`, ...repair);
    }
    if (fault === "not_executable") {
      const message = `The plugin ${version} in ${path} is not executable, so Terraform cannot start it.`;
      return problem(message, "", `chmod +x ${places}/*/terraform-provider-*`);
    }
    if (fault === "different") {
      const message = `${path} has the same version as this package, ${version}, but its content differs: it is another build, or a file was changed.`;
      return problem(message, ...repair);
    }
    if (version === VERSION || hasOwn) return ok(`${version} in ${path}`);
    const message = `The plugin in ${path} has version ${version}, but this command has version ${VERSION}.`;
    return isSynthesized
      ? warning(message, "Run the program that synthesizes the stack, then check again.")
      : warning(message, "", install);
  });
}

/** Checks the links of a plugin cache. A link breaks if the plugin that the last `init` used is removed. */
function checkPluginCache(context: Machine): CheckOutcome | readonly CheckOutcome[] {
  const { environment, platform } = context;
  const cache = environment["TF_PLUGIN_CACHE_DIR"] ?? "";
  if (cache === "") return skipped("TF_PLUGIN_CACHE_DIR is not set");
  const own = tryFindUserPluginDirectory(context);
  const findings = listCacheLinks(cache, toTerraformPlatform(platform, arch())).flatMap(
    ({ link, target }) => {
      const repair = `rm ${quoteForShell(link)} && terraform init`;
      if (!existsSync(target)) {
        const message = `The plugin cache ${cache} links to ${target}, which no longer exists, so plans cannot be applied.`;
        return [problem(message, "In the directory of the configuration:", repair)];
      }
      const isBeside = dirname(target).split(sep).join("/").includes("/terraform.d/plugins/");
      if (!isBeside || (own !== undefined && target.startsWith(own + sep))) return [];
      const message =
        `The plugin cache ${cache} links to ${target}, which is the plugin in one checkout. When that checkout is removed, ` +
        "saved plans of other checkouts cannot be applied.";
      const bypass = `rm ${quoteForShell(link)} && TF_PLUGIN_CACHE_DIR= terraform init`;
      return [warning(message, "Initialize without the cache:", bypass)];
    },
  );
  return findings.length > 0 ? findings : ok(`nothing in ${cache} links to a checkout`);
}

/** Path of the plugin in the `Pulumi.yaml` that `pulumi package add` writes. */
const PULUMI_PARAMETER = new RegExp(
  String.raw`^[ \t]*(?:-|parameters:[ \t]*\[)[ \t]*["']?([./][^"'\n\],]*${PLAIN_EXECUTABLE_NAME}(?:\.exe)?)["']?[ \t]*\]?[ \t]*$`,
  "m",
);

/** Checks the plugin of a Pulumi project, because Pulumi says only that a plugin cannot be started. */
function checkPulumi(context: Pick<CommandContext, "workingDirectory" | "codeDirectory">): CheckOutcome {
  const { workingDirectory, codeDirectory } = context;
  const file = join(workingDirectory, "Pulumi.yaml");
  if (!existsSync(file)) return skipped("there is no Pulumi.yaml here");
  const [, named] = PULUMI_PARAMETER.exec(readFileSync(file, "utf8")) ?? [];
  if (named === undefined) return skipped("Pulumi.yaml names no plugin of this provider");
  const path = dirname(resolve(workingDirectory, named));
  const install = `mergequeue provider install --plain --dir ${quoteForShell(path)}`;
  const own = readProviderPackage(findProviderBundle(codeDirectory), VERSION, PLAIN_EXECUTABLE_NAME);
  const fault = tryFindPackageFault({ path, version: VERSION }, own);
  if (fault === "executable_missing")
    return problem(`Pulumi.yaml names ${named}, which does not exist.`, "", install);
  if (fault === "not_executable") {
    const message = `Pulumi.yaml names ${named}, which is not executable.`;
    return problem(message, "", `chmod +x ${quoteForShell(join(path, PLAIN_EXECUTABLE_NAME))}`);
  }
  if (fault === undefined) return ok(`Pulumi.yaml names ${named}, which is version ${VERSION}, or a release`);
  const message = `Pulumi.yaml names ${named}, which is not the plugin of this command's version ${VERSION}: files are missing or different.`;
  return problem(message, "", `rm -r ${quoteForShell(path)} && ${install}`);
}

/** Permission bit that lets others write. The group may write, because often only the user is in it. */
const WRITABLE_BY_OTHERS = 0o002;

/** The token file that was given. `file` is undefined if the token file cannot be read. */
type GivenTokenFile = { readonly name: string; readonly file: TokenFile | undefined } | undefined;

export function listPermissionChecks(context: CommandContext, tokenFile: GivenTokenFile): Checks {
  const { platform, userId } = context;
  const hasNoBits = platform === "win32" ? skipped("Windows has no permission bits") : undefined;
  return {
    "token file": () => checkTokenFile(tokenFile) ?? hasNoBits ?? ok("only you can read it"),
    "plugin files": () => hasNoBits ?? checkPluginDirectories(listPluginDirectories(context), userId),
  };
}

function checkTokenFile(given: GivenTokenFile): CheckOutcome | undefined {
  if (given === undefined) return skipped("no --token-file is given");
  const { name, file } = given;
  if (file === undefined) return skipped("the token file cannot be read");
  if (file.warning !== undefined) return warning(file.warning, "", `chmod 600 ${quoteForShell(name)}`);
  return name === STANDARD_INPUT ? skipped("it is standard input") : undefined;
}

async function checkPluginDirectories(
  directories: readonly string[],
  userId: number | undefined,
): Promise<readonly CheckOutcome[]> {
  const findings: CheckOutcome[] = [];
  let found = 0;
  for (const directory of directories) {
    const names = await readdir(directory).catch(() => []);
    const paths = [directory, ...names.map((name) => join(directory, name))];
    const all = (await Promise.all(paths.map((path) => stat(path).catch(() => [])))).flat();
    // Subdirectories are in `directories` themselves.
    const stats = all.filter((each, index) => index === 0 || each.isFile());
    if (stats.length === 0) continue;
    found += 1;
    const quoted = quoteForShell(directory);
    if (stats.some(({ mode }) => (mode & WRITABLE_BY_OTHERS) !== 0)) {
      const message = `Other users of this machine can change the plugins in ${directory}, which Terraform runs as you.`;
      findings.push(problem(message, "", `chmod -R o-w ${quoted}`));
    }
    const foreign = stats.find(({ uid }) => ![0, userId ?? uid].includes(uid));
    if (foreign !== undefined) {
      const message = `The user with the id ${foreign.uid} owns plugins in ${directory} and can change them; Terraform runs them as you.`;
      const next = "Unless you trust that user, make this directory and its files your own:";
      findings.push(warning(message, next, `sudo chown -R "$(id -un)" ${quoted}`));
    }
  }
  if (found === 0) return [skipped("there is no plugin directory")];
  return findings.length > 0 ? findings : [ok("other users cannot change them")];
}
