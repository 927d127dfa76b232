import { hash } from "node:crypto";
import { PACKAGE_NAME, VERSION } from "../../src/product";
import type { BinaryPlatform } from "../binary/platforms";
import { type LockedPackages, parseLockedPackages } from "../support/locked-packages";

/** A package whose code the provider contains. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; undefined if only the text of the licence is known. */
  readonly license: string | undefined;
}

/** The heading that the build gives each licence (scripts/build/collect-licenses.ts). */
const HEADING = /^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm;

interface Part {
  readonly path: string;
  /** Its package URL, by which the bill refers to it. */
  readonly reference: string;
  readonly component: object;
}

/**
 * Makes the bill of materials of a release, a CycloneDX 1.6 document: the packages whose code the provider
 * contains and the runtime of each platform, with the hashes of the lock file. It does not list the parts of
 * a runtime. It has no date, and its serial number derives from its content, so that the same release has the
 * same bill.
 * @param licenses - text of the build's `LICENSES.txt`
 * @param lock - text of `package-lock.json`
 * @returns JSON
 * @throws Error if the lock file lacks one of the packages
 */
export function makeBill(licenses: string, lock: string, platforms: readonly BinaryPlatform[]): string {
  const packages = parseLockedPackages(lock);
  const libraries = listBundledPackages(licenses).map((it) => makePart("library", it, packages));
  const runtimes = platforms.map(({ runtimePackage }) => {
    const { version = "", license } = packages[`node_modules/${runtimePackage}`] ?? {};
    return makePart("platform", { name: runtimePackage, version, license }, packages);
  });
  const own = packageUrl(PACKAGE_NAME, VERSION);
  const isDirect = ({ path }: Part): boolean => {
    const name = path.slice("node_modules/".length);
    const { dependencies = {}, devDependencies = {} } = packages[""] ?? {};
    return Object.hasOwn(dependencies, name) || Object.hasOwn(devDependencies, name);
  };
  const content = {
    version: 1,
    metadata: {
      component: describe("application", { name: PACKAGE_NAME, version: VERSION, license: "Apache-2.0" }),
    },
    components: [...libraries, ...runtimes].map(({ component }) => component),
    dependencies: [
      { ref: own, dependsOn: [...libraries.filter(isDirect), ...runtimes].map(({ reference }) => reference) },
      ...libraries.map((part) => ({ ref: part.reference, dependsOn: listNeeded(part, libraries, packages) })),
      ...runtimes.map(({ reference }) => ({ ref: reference })),
    ],
  };
  const head = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: makeSerialNumber(content) };
  return `${JSON.stringify({ ...head, ...content }, undefined, 2)}\n`;
}

function makePart(type: string, { name, version, license }: BundledPackage, packages: LockedPackages): Part {
  const path = Object.keys(packages).find(
    (it) => it.endsWith(`node_modules/${name}`) && packages[it]?.version === version,
  );
  const [algorithm, hash] = packages[path ?? ""]?.integrity?.split("-", 2) ?? [];
  if (path === undefined || algorithm !== "sha512" || hash === undefined) {
    throw new Error(`package-lock.json does not pin ${name} ${version} with a SHA-512 hash.`);
  }
  const hashes = [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }];
  const component = describe(type, { name, version, license }, hashes);
  return { path, reference: packageUrl(name, version), component };
}

/** JSON leaves out what is undefined. */
function describe(
  type: string,
  { name, version, license }: BundledPackage,
  hashes?: readonly object[],
): object {
  const reference = packageUrl(name, version);
  const licenses = license === undefined ? undefined : [{ expression: license }];
  return { type, "bom-ref": reference, name, version, hashes, licenses, purl: reference };
}

/** Returns the package URL of an npm package, in which the @ of a scope is encoded. */
function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

/** Lists the packages that a package depends on. Node.js looks for them next to it, then further up. */
function listNeeded({ path }: Part, parts: readonly Part[], packages: LockedPackages): string[] {
  return Object.keys(packages[path]?.dependencies ?? {}).flatMap((name) => {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
      const candidate = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
      const found = parts.find((part) => part.path === candidate);
      if (found !== undefined) return [found.reference];
      if (at === "" || Object.hasOwn(packages, candidate)) return [];
    }
  });
}

/** Derives a UUID of version 8 (RFC 9562) from the content of a bill. */
function makeSerialNumber(content: object): string {
  const digest = hash("sha256", JSON.stringify(content));
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 3) | 8).toString(16);
  const [first, second, third] = [digest.slice(0, 8), digest.slice(8, 12), digest.slice(13, 16)];
  return `urn:uuid:${first}-${second}-8${third}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

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
