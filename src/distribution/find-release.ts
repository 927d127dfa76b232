import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { DistributionError, isDistributionError } from "./distribution-error";
import { type Release, readRelease } from "./release";

/**
 * Finds the archives of a release by a directory's path or, if there is no such directory, by the name of an installed npm
 * package that contains them.
 * @param value - the path, which may be relative to `workingDirectory`, or the name
 * @param variable - where the value comes from, for errors
 * @param workingDirectory - absolute; the package is looked for in `node_modules` here and in the directories above
 * @throws DistributionError `unusable_release`
 */
export function findRelease(
  value: string,
  variable: string,
  workingDirectory: string,
  version: string,
): Release {
  const directory = resolve(workingDirectory, value);
  const packages = createRequire(join(workingDirectory, "package.json")).resolve.paths(value) ?? [];
  const candidates = [directory, ...packages.map((path) => join(path, value))];
  const found = candidates.find((path) => existsSync(path));
  if (found === undefined) {
    throw new DistributionError(
      "unusable_release",
      `${variable} is "${value}", but there is neither a directory ${directory} nor an npm package of that name in ` +
        `node_modules there or above. Set it to the directory with the files of the release ${version}, or to the name ` +
        "of an installed package that contains them, or unset it to use the plugin of this package.",
    );
  }
  try {
    return readRelease(found, version);
  } catch (error) {
    if (!isDistributionError(error)) throw error;
    throw new DistributionError(error.code, `${variable} is "${value}": ${error.message}`, error);
  }
}
