import { findRelease } from "../../distribution/find-release";
import type { Release } from "../../distribution/release";
import { VERSION } from "../../product";

const VARIABLE = "MERGEQUEUE_PROVIDER_PACKAGE";

/** Tells whether the environment names the archives of a release, to be placed instead of the plugin of this package. */
export function isReleaseNamed(): boolean {
  return (process.env[VARIABLE] ?? "") !== "";
}

/**
 * Finds the release that MERGEQUEUE_PROVIDER_PACKAGE names. This is the only variable that the constructs read: a program
 * that is built from constructs has no arguments of its own, and the same program must do with and without Node.js where
 * Terraform runs.
 * @returns undefined if the variable is not set or empty
 * @throws DistributionError `unusable_release`
 */
export function tryFindNamedRelease(): Release | undefined {
  const value = process.env[VARIABLE] ?? "";
  return value === "" ? undefined : findRelease(value, VARIABLE, process.cwd(), VERSION);
}
