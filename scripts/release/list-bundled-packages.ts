/** A package whose code the provider contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined if only the text of the licence is known. */
  readonly license: string | undefined;
}

/** The heading that the build gives each licence (scripts/build/collect-licenses.ts). */
const HEADING = /^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm;

/**
 * Lists the packages in the licences of the provider.
 * @param licenses - text of the build's `LICENSES.txt`
 * @returns the packages in the order of the text
 * @throws Error if there are none
 */
export function listBundledPackages(licenses: string): readonly BundledPackage[] {
  const packages = [...licenses.matchAll(HEADING)].map(([, name = "", version = "", license]) => ({
    name,
    version,
    license: license === "see below" ? undefined : license?.replace(/^\((.*)\)$/, "$1"),
  }));
  if (packages.length === 0) throw new Error("The licences of the provider do not name any package.");
  return packages;
}
