import { renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROVIDER_SOURCE } from "../product";
import { quoteForHcl } from "../text/quote-for-hcl";
import { DistributionError } from "./distribution-error";
import { listNames, PLAIN_EXECUTABLE_NAME, sourceDirectories } from "./layout";
import type { PackageFile, ProviderPackage } from "./provider-package";
import {
  describeWriteFailure,
  inspectFile,
  inspectPackages,
  makePackage,
  type PackageState,
  withStaging,
  writePackages,
} from "./write-packages";

/**
 * Installs this provider in a filesystem mirror, for all hosts and platforms. Keeps other files.
 * @param mirror - absolute path, which is created if it does not exist @returns whether anything was written
 * @throws DistributionError `unsupported_platform`, `foreign_content` (nothing was written), `not_writable`
 */
export function installMirror(mirror: string, provider: ProviderPackage, platform: NodeJS.Platform): boolean {
  refuseWindows(platform, "Terraform", `use ${PROVIDER_SOURCE} from a registry.`);
  const places = inspectPackages(mirror, provider);
  const unpacked = places.filter((each) => each.state === "different").map((each) => dirname(each.directory));
  const archive = `${PLAIN_EXECUTABLE_NAME}_${provider.version}_`;
  const archives = sourceDirectories().flatMap((source) =>
    listNames(join(mirror, source))
      .filter((name) => name.startsWith(archive))
      .map((name) => join(mirror, source, name)),
  );
  const foreign = new Set([...unpacked, ...archives]);
  if (foreign.size > 0) {
    throw new DistributionError(
      "foreign_content",
      `The mirror already has version ${provider.version}, with different content: ` +
        `${[...foreign].join(", ")}. Nothing was changed, because Terraform's lock files contain a hash of that content. Remove these paths if you no longer need them, or ` +
        "choose another directory.",
    );
  }
  writePackages(mirror, provider, places);
  return places.some((place) => place.state === "absent");
}

/** @param alternative - the end of a sentence: what users of Windows can do instead */
function refuseWindows(platform: NodeJS.Platform, tool: "Terraform" | "Pulumi", alternative: string): void {
  if (platform !== "win32") return;
  throw new DistributionError(
    "unsupported_platform",
    `On Windows, ${tool} starts only .exe files, but this provider is started by a shell script. ` +
      `Run this command and ${tool} in the Windows Subsystem for Linux, or ${alternative}`,
  );
}

/** Returns a CLI configuration that takes only this provider from the mirror in `directory` (absolute). */
export function formatCliConfiguration(directory: string): string {
  const addresses = `[${sourceDirectories().map(quoteForHcl).join(", ")}]`;
  return `provider_installation {
  filesystem_mirror {
    path    = ${quoteForHcl(directory)}
    include = ${addresses}
  }
  direct {
    exclude = ${addresses}
  }
}
`;
}

/**
 * Installs this provider for Pulumi, which needs an executable whose name has no version. Overwrites nothing.
 * @param directory - absolute path, created if missing. @returns whether anything was written
 * @throws DistributionError as {@link installMirror}
 */
export function installPlain(
  directory: string,
  { version, files }: ProviderPackage,
  platform: NodeJS.Platform,
): boolean {
  refuseWindows(
    platform,
    "Pulumi",
    `unpack the archive of a release for Windows into the directory and give Pulumi a path that ends in ` +
      `${PLAIN_EXECUTABLE_NAME}, without the version and .exe of the file's name.`,
  );
  const states = inspectFiles(directory, files);
  const foreign = states.filter(({ state }) => state === "different").map(({ file }) => file.name);
  if (foreign.length > 0) {
    throw new DistributionError(
      "foreign_content",
      `In ${directory}, these files differ from version ${version}, so nothing was changed: ` +
        `${foreign.join(", ")}. If the files belong to another version of the provider, remove the directory and ` +
        "run this command again. Otherwise choose another directory.",
    );
  }
  const absent = states.filter(({ state }) => state === "absent").map(({ file }) => file);
  if (absent.length === 0) return false;
  withStaging(directory, (staging) => {
    const made = join(staging, "new");
    makePackage(made, { version, files: absent });
    // Move the executable, the first file, last, so that no process starts it without its code.
    for (const { name } of absent.reverse()) renameSync(join(made, name), join(directory, name));
  });
  return true;
}

function inspectFiles(
  directory: string,
  files: readonly PackageFile[],
): { readonly file: PackageFile; readonly state: PackageState }[] {
  try {
    return files.map((file) => ({ file, state: inspectFile(directory, file) }));
  } catch (error) {
    throw describeWriteFailure(directory, error);
  }
}
