import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BINARY_PLATFORMS, type BinaryPlatform, findPlatform } from "../binary/platforms";
import type { SigningKey } from "./sign-file";

/** What a run makes. */
export interface ReleasePlan {
  /** Platforms to make archives for, each once. */
  readonly platforms: readonly BinaryPlatform[];
  /** Where the files go, absolute. */
  readonly outDirectory: string;
  /** What the checksums are signed with; undefined: they are not. */
  readonly key: SigningKey | undefined;
  /** Whether sources that are not committed are taken. */
  readonly isDirtyAllowed: boolean;
}

/** A fingerprint of OpenPGP, version 4. */
const FINGERPRINT = /^[0-9A-F]{40}$/;

/**
 * Reads what a run is to make: `[--platform OS_ARCH]… [--out DIRECTORY] [--allow-dirty]`. The key is in the environment:
 * `GPG_FINGERPRINT`, and `GPG_PASSPHRASE` where it has one and no agent knows it.
 * @param args - the command line after the name of the script
 * @param env - where the variables are
 * @param root - the project's root directory, absolute; without `--out`, the files go to `release` there
 * @throws Error that says what is wrong with which argument or variable
 */
export function readReleasePlan(args: readonly string[], env: NodeJS.ProcessEnv, root: string): ReleasePlan {
  const { values } = parseArgs({
    args: [...args],
    options: {
      platform: { type: "string", multiple: true },
      out: { type: "string" },
      "allow-dirty": { type: "boolean", default: false },
    },
  });
  return {
    platforms:
      values.platform === undefined ? BINARY_PLATFORMS : [...new Set(values.platform.map(findPlatform))],
    outDirectory: resolve(root, values.out ?? "release"),
    key: readKey(env),
    isDirtyAllowed: values["allow-dirty"],
  };
}

function readKey(env: NodeJS.ProcessEnv): SigningKey | undefined {
  // As gpg prints it, in groups of four.
  const fingerprint = (env["GPG_FINGERPRINT"] ?? "").replaceAll(/\s/g, "").toUpperCase();
  if (fingerprint === "") return undefined;
  if (!FINGERPRINT.test(fingerprint)) {
    throw new Error(
      "GPG_FINGERPRINT is not a fingerprint of 40 hexadecimal digits; a name or a shorter number could mean another " +
        'key. "gpg --list-secret-keys" shows it.',
    );
  }
  const passphrase = env["GPG_PASSPHRASE"];
  return { fingerprint, ...(passphrase ? { passphrase } : {}) };
}
