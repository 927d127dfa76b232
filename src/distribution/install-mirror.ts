import { dirname, join } from "node:path";
import { PROVIDER_SOURCE, REGISTRY_HOSTS } from "../product";
import { DistributionError } from "./distribution-error";
import { executableName, PLAIN_EXECUTABLE_NAME, sourceDirectories } from "./layout";
import { listNames } from "./list-names";
import type { ProviderPackage } from "./provider-package";
import { inspectPackages, writePackages } from "./write-packages";

/** The result of {@link installMirror}. */
export interface InstalledMirror {
  /** Absolute paths of the executables, one for each host and platform. */
  readonly executables: readonly string[];
  /** Whether anything was written; false if the same version was already installed. */
  readonly changed: boolean;
}

/**
 * Installs this provider in a filesystem mirror, for all hosts and platforms:
 * `DIR/HOST/mergequeue/mergequeue/VERSION/OS_ARCH/terraform-provider-mergequeue_vVERSION`. Other versions and other
 * providers in the mirror are kept, and nothing is ever overwritten.
 * @param directory - absolute; created if missing
 * @param platform - the operating system as Node.js names it (`process.platform`)
 * @throws DistributionError `unsupported_platform`, `foreign_content` (nothing is written), `not_writable`
 */
export function installMirror(
  directory: string,
  provider: ProviderPackage,
  platform: NodeJS.Platform,
): InstalledMirror {
  refuseWindows(platform, "Terraform", `use ${PROVIDER_SOURCE} from a registry.`);
  const places = inspectPackages(directory, provider);
  const unpacked = places
    .filter((place) => place.state === "different")
    .map((place) => dirname(place.directory));
  const archive = `${PLAIN_EXECUTABLE_NAME}_${provider.version}_`;
  const archives = sourceDirectories()
    .map((source) => join(directory, source))
    .flatMap((source) =>
      listNames(source)
        .filter((name) => name.startsWith(archive))
        .map((name) => join(source, name)),
    );
  const foreign = new Set([...unpacked, ...archives]);
  if (foreign.size > 0) {
    throw new DistributionError(
      "foreign_content",
      `There is other content under the name of version ${provider.version}, and nothing was changed: ` +
        `${[...foreign].join(", ")}. Terraform's lock files remember the content of a version. Remove it if you do not ` +
        "need it any more, or choose another directory.",
    );
  }
  writePackages(directory, provider, places);
  return {
    executables: places.map((place) => join(place.directory, executableName(provider.version))),
    changed: places.some((place) => place.state === "absent"),
  };
}

/** The provider's source addresses with hosts, for `include` of a mirror. */
export function providerAddresses(): string[] {
  return REGISTRY_HOSTS.map((host) => `${host}/${PROVIDER_SOURCE}`);
}

/**
 * Refuses Windows, where the plugin cannot be started.
 * @param platform - the operating system as Node.js names it (`process.platform`)
 * @param tool - what would start the plugin
 * @param alternative - what works on Windows, as the end of a sentence
 * @throws DistributionError `unsupported_platform`
 */
export function refuseWindows(
  platform: NodeJS.Platform,
  tool: "Terraform" | "Pulumi",
  alternative: string,
): void {
  if (platform !== "win32") return;
  throw new DistributionError(
    "unsupported_platform",
    `On Windows, ${tool} starts only .exe files and this provider is started by a shell script. ` +
      `Run this command and ${tool} in the Windows Subsystem for Linux, or ${alternative}`,
  );
}
