import { arch } from "node:os";
import { join } from "node:path";
import {
  findInstalled,
  type InstalledPackage,
  toTerraformPlatform,
  tryFindPackageFault,
} from "../../distribution/find-installed";
import { findProviderBundle } from "../../distribution/find-provider-bundle";
import { listNames, userPluginDirectory } from "../../distribution/layout";
import { type ProviderPackage, readProviderPackage } from "../../distribution/provider-package";
import { PROVIDER_SOURCE, VERSION } from "../../product";
import { quoteForShell } from "../../text/quote-for-shell";
import type { CommandContext } from "../command-session";
import { type Checks, type Finding, ok, problem, skipped, warning } from "./check";

/** A directory with packages: the user's own, the one beside the configuration, or one of a synthesized stack. */
interface Mirror {
  readonly path: string;
  /** Whether synth has placed it. */
  readonly isSynthesized: boolean;
  readonly packages: readonly InstalledPackage[];
}

type Machine = Pick<CommandContext, "environment" | "homeDirectory" | "platform" | "workingDirectory">;

/** Returns the check of the plugins that this package has installed. Terraform says itself what else keeps it from starting one. */
export function listPluginChecks(context: Machine & Pick<CommandContext, "codeDirectory">): Checks {
  return {
    installed: () => {
      const mirrors = listMirrors(context);
      if (mirrors.length === 0) {
        return skipped("no plugin is installed for this user, or beside a stack here");
      }
      const own = readProviderPackage(findProviderBundle(context.codeDirectory), VERSION);
      const hasOwn = mirrors.some(({ packages }) => packages.some(({ version }) => version === VERSION));
      return mirrors.flatMap((mirror) => judgeMirror(mirror, own, hasOwn));
    },
  };
}

/** Returns the directories from which Terraform may start the plugin: mirrors, packages, and what is between. */
export function listPluginDirectories(context: Machine): string[] {
  const directories = listMirrors(context).flatMap(({ path, packages }) => [
    path,
    // HOST/NAMESPACE/TYPE/VERSION/OS_ARCH
    ...packages.flatMap((each) =>
      ["../../../..", "../../..", "../..", "..", "."].map((up) => join(each.path, up)),
    ),
  ]);
  return [...new Set(directories)];
}

function listMirrors({ environment, homeDirectory, platform, workingDirectory }: Machine): Mirror[] {
  const own = userPluginDirectory({ platform, homeDirectory, appDataDirectory: environment["APPDATA"] });
  const stacks = join(workingDirectory, "cdktf.out", "stacks");
  const beside = listNames(stacks).map((name) => join(stacks, name, "terraform.d", "plugins"));
  return [own, join(workingDirectory, "terraform.d", "plugins"), ...beside]
    .map((path) => ({
      path,
      isSynthesized: beside.includes(path),
      packages: findInstalled(path, toTerraformPlatform(platform, arch())),
    }))
    .filter(({ packages }) => packages.length > 0);
}

/** The copies for the two registries are one line; what is wrong with one of them wins. */
function judgeMirror(
  { path, isSynthesized, packages }: Mirror,
  own: ProviderPackage,
  hasOwn: boolean,
): Finding[] {
  const install = `mergequeue provider install --dir ${quoteForShell(path)}`;
  return [...new Set(packages.map(({ version }) => version))].map((version) => {
    const places = `${quoteForShell(path)}/*/${PROVIDER_SOURCE}/${version}`;
    const repair: readonly [next: string, command: string] = isSynthesized
      ? ["Remove it, and run the program that synthesizes the stack again.", `rm -r ${places}`]
      : ["", `rm -r ${places} && ${install}`];
    const faults = packages
      .filter((each) => each.version === version)
      .map((each) => tryFindPackageFault(each, own));
    const fault = faults.find((each) => each !== undefined);
    if (fault === "executable_missing") {
      return problem(`${path} has no executable of the provider under version ${version}.`, ...repair);
    }
    if (fault === "not_executable") {
      const message = `The plugin ${version} in ${path} is not executable, so Terraform cannot start it.`;
      return problem(message, "", `chmod +x ${places}/*/terraform-provider-*`);
    }
    if (fault === "different") {
      const message = `${path} has other content under version ${version} than this package: another build, or a changed file.`;
      return problem(message, ...repair);
    }
    if (version === VERSION || hasOwn) return ok(`${version} in ${path}`);
    const message = `${path} has version ${version}, and this command is ${VERSION}.`;
    return isSynthesized
      ? warning(message, "Run the program that synthesizes the stack again, then check again.")
      : warning(message, "", install);
  });
}
