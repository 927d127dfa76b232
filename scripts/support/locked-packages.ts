import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A package as the lock file describes it. */
export interface LockedPackage {
  readonly version?: string;
  /** Algorithm and hash of the package's archive, for example `sha512-` and the hash in base64. */
  readonly integrity?: string;
  /** Where it was fetched from. */
  readonly resolved?: string;
  /** SPDX expression. */
  readonly license?: string;
  /** Whether only development needs it. */
  readonly dev?: boolean;
  /** Whether only development or optional packages need it. */
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  /** Whether the package is part of another one's archive, whose hash covers it. */
  readonly inBundle?: boolean;
  /** Operating systems that the package is for; absent: all. */
  readonly os?: readonly string[];
  readonly dependencies?: { readonly [name: string]: string };
  readonly devDependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/** The packages of a lock file by path; the project's own path is empty. */
export type LockedPackages = { readonly [path: string]: LockedPackage };

/** Reads the packages of the text of a `package-lock.json`. */
export function parseLockedPackages(text: string): LockedPackages {
  return (JSON.parse(text) as { readonly packages: LockedPackages }).packages;
}

/** Reads the packages of the project's lock file. @param root - the project's root directory, absolute */
export async function readLockedPackages(root: string): Promise<LockedPackages> {
  return parseLockedPackages(await readFile(join(root, "package-lock.json"), "utf8"));
}
