import { renameSync } from "node:fs";
import { join } from "node:path";
import { DistributionError } from "./distribution-error";
import { refuseWindows } from "./install-mirror";
import { PLAIN_EXECUTABLE_NAME } from "./layout";
import type { PackageFile, ProviderPackage } from "./provider-package";
import {
  describeWriteFailure,
  inspectFile,
  makePackage,
  type PackageState,
  withStaging,
} from "./write-packages";

/**
 * Installs this provider in a directory, without the folders of a mirror and without a version in its name, as Pulumi
 * needs it: `DIR/terraform-provider-mergequeue` with its code beside it. Other files are kept, and nothing is ever
 * overwritten.
 * @param directory - absolute; created if missing
 * @param provider - its executable has the name {@link PLAIN_EXECUTABLE_NAME}
 * @param platform - the operating system as Node.js names it (`process.platform`)
 * @returns whether anything was written; false if the same content was already there
 * @throws DistributionError `unsupported_platform`, `foreign_content` (nothing is written), `not_writable`
 */
export function installPlain(
  directory: string,
  { version, files }: ProviderPackage,
  platform: NodeJS.Platform,
): boolean {
  refuseWindows(
    platform,
    "Pulumi",
    `unpack the archive of a release for Windows there and give Pulumi the path of ${PLAIN_EXECUTABLE_NAME}, ` +
      "without version and .exe.",
  );
  const states = inspectFiles(directory, files);
  const foreign = states.filter(({ state }) => state === "different").map(({ file }) => file.name);
  if (foreign.length > 0) {
    throw new DistributionError(
      "foreign_content",
      `In ${directory}, these files differ from version ${version}, and nothing was changed: ` +
        `${foreign.join(", ")}. If they are another version of the provider, remove the directory and run this ` +
        "again. Otherwise choose another directory.",
    );
  }
  const absent = states.filter(({ state }) => state === "absent").map(({ file }) => file);
  if (absent.length === 0) return false;
  withStaging(directory, (staging) => {
    const made = join(staging, "new");
    makePackage(made, { version, files: absent });
    // The executable is the first file. It comes last, so that no process starts a provider without its code.
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
