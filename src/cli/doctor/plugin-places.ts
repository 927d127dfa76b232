import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { arch, devNull } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { findInstalled, type InstalledPackage, toTerraformPlatform } from "../../distribution/find-installed";
import { LOCK_NAME, type LockEntry, readLockEntries } from "../../distribution/lock-provider";
import {
  listCliConfigurations,
  listImpliedDirectories,
  tryReadInstallationMethods,
} from "../../distribution/plugin-search";
import { userPluginDirectory } from "../../distribution/user-plugin-directory";
import { PROVIDER_SOURCE } from "../../product";
import { toErrorMessage } from "../../queue/merge-queue-error";
import { readRegularFile } from "../../stack/read-regular-file";
import type { CommandContext } from "../command-session";

/** A directory in which Terraform runs. */
export interface TerraformDirectory {
  readonly path: string;
  /** Relative to the working directory; empty: it is the working directory. */
  readonly name: string;
  /** The provider's entries in the lock file; undefined: there is no lock file. */
  readonly lock: readonly LockEntry[] | undefined;
  /** Whether its configuration or its lock file names the provider. */
  readonly usesProvider: boolean;
  /** What mirrors that Terraform looks into have. */
  readonly installed: readonly InstalledPackage[];
  /** What `terraform init` has put into `.terraform`; undefined: it has not run. */
  readonly initialized: readonly InstalledPackage[] | undefined;
}

/** Where Terraform looks for the provider, and what is there. */
export interface PluginPlaces {
  /** The CLI configuration that decides; undefined: none does. */
  readonly configuration: string | undefined;
  /** Why a CLI configuration cannot be read, by its path; undefined: it does not exist. */
  readonly unreadable: readonly (readonly [path: string, why: string | undefined])[];
  /** Configuration and lock files of the directories that cannot be read, by their path, with the reason. */
  readonly unreadableFiles: ReadonlyMap<string, string>;
  readonly override: string | undefined;
  /** Whether the provider may also come from a registry or network mirror. */
  readonly hasNetwork: boolean;
  /** Mirrors for every directory, absolute. */
  readonly mirrors: readonly string[];
  /** The user's own plugin directory, where `mergequeue provider install` installs. */
  readonly ownDirectory: string;
  readonly directories: readonly TerraformDirectory[];
}

/** Reads where Terraform and OpenTofu would look for the provider when they run here. Reads no directory above. */
export async function readPluginPlaces(
  context: Pick<CommandContext, "environment" | "homeDirectory" | "platform" | "workingDirectory">,
): Promise<PluginPlaces> {
  const { environment, homeDirectory, platform, workingDirectory } = context;
  const user = { platform, homeDirectory, appDataDirectory: environment["APPDATA"] };
  const variable = environment["TF_CLI_CONFIG_FILE"];
  const unreadable: [string, string | undefined][] = [];
  const methods = [];
  for (const path of listCliConfigurations(user, variable, workingDirectory)) {
    try {
      // The usual name for no configuration.
      if (path === devNull) continue;
      const found = tryReadInstallationMethods(await readRegularFile(path));
      if (found !== undefined) methods.push({ path, ...found });
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
      const isNamed = (variable ?? "") !== "";
      if (isNamed || !isMissing) unreadable.push([path, isMissing ? undefined : toClause(error)]);
    }
  }
  const isImplied = methods.length === 0;
  const mirrors = isImplied
    ? listImpliedDirectories(user, environment)
    : methods.flatMap((each) => each.mirrors.map((mirror) => resolve(workingDirectory, mirror)));
  const terraformPlatform = toTerraformPlatform(platform, arch());
  const directories = [];
  const unreadableFiles = new Map<string, string>();
  const tryRead = async (path: string): Promise<string> =>
    readRegularFile(path).catch((error: unknown) => {
      unreadableFiles.set(path, toClause(error));
      return "";
    });
  for (const path of await listDirectories(workingDirectory)) {
    const own = isImplied ? [join(path, "terraform.d", "plugins")] : [];
    const names = await listNames(path);
    const data = resolve(path, environment["TF_DATA_DIR"] || ".terraform");
    const lock = names.includes(LOCK_NAME)
      ? readLockEntries(await tryRead(join(path, LOCK_NAME)))
      : undefined;
    const configurations = names.filter((each) => /\.tf(\.json)?$/.test(each));
    const texts = await Promise.all(configurations.map((name) => tryRead(join(path, name))));
    directories.push({
      path,
      name: relative(workingDirectory, path),
      lock,
      usesProvider: (lock ?? []).length > 0 || texts.some((text) => text.includes(PROVIDER_SOURCE)),
      installed: [...own, ...mirrors].flatMap((mirror) => findInstalled(mirror, terraformPlatform)),
      initialized: existsSync(data) ? findInstalled(join(data, "providers"), terraformPlatform) : undefined,
    });
  }
  return {
    configuration: methods[0]?.path,
    unreadable,
    unreadableFiles,
    override: methods.find(({ override }) => override !== undefined)?.override,
    hasNetwork: isImplied || methods.some(({ hasNetwork }) => hasNetwork),
    mirrors,
    ownDirectory: userPluginDirectory(user),
    directories,
  };
}

/**
 * Returns the directories from which Terraform may start the plugin: the mirrors, the packages in them and in `.terraform`,
 * archives, and what is between.
 */
export function listPluginDirectories({ mirrors, directories }: PluginPlaces): string[] {
  const packages = directories
    .flatMap(({ installed, initialized = [] }) => [...installed, ...initialized])
    .flatMap(({ path }) => {
      const above = [path];
      // HOST/NAMESPACE/TYPE/VERSION/OS_ARCH
      for (let level = 0; level < 4; level += 1) above.unshift(dirname(above[0] ?? path));
      return above;
    });
  return [...new Set([...mirrors, ...packages])];
}

/** The working directory, and the stacks that a CDK has synthesized there. */
async function listDirectories(workingDirectory: string): Promise<string[]> {
  const stacks = join(workingDirectory, "cdktf.out", "stacks");
  const names = await listNames(stacks);
  return [workingDirectory, ...[...names].sort().map((name) => join(stacks, name))];
}

async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(String((error as NodeJS.ErrnoException).code))) return [];
    throw error;
  }
}

function toClause(error: unknown): string {
  return toErrorMessage(error).replace(/\.$/, "");
}
