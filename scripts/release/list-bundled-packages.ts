/** A package that the provider holds code of. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined: only its licence's text is known. */
  readonly license: string | undefined;
}

/** How the build heads each licence (scripts/build/collect-licenses.ts). */
const HEADING = /^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm;

/**
 * Lists the packages whose licences stand beside the provider.
 * @param licenses - text of the build's `LICENSES.txt`
 * @returns sorted as there, by name
 * @throws Error if there is none, since the provider is not made of nothing
 */
export function listBundledPackages(licenses: string): readonly BundledPackage[] {
  const packages = [...licenses.matchAll(HEADING)].map(([, name = "", version = "", license]) => ({
    name,
    version,
    license: license === "see below" ? undefined : license?.replace(/^\((.*)\)$/, "$1"),
  }));
  if (packages.length === 0) throw new Error("The list of licences beside the provider names no package.");
  return packages;
}
