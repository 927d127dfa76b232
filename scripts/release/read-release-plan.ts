import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { BINARY_PLATFORMS, type BinaryPlatform, findPlatform } from "../binary/platforms";
import { runCommand } from "../support/run-command";
import type { SigningKey } from "./sign-file";

/** The arguments of a run. */
export interface ReleasePlan {
  /** Platforms to make archives for, each once. */
  readonly platforms: readonly BinaryPlatform[];
  /** Directory for the files, absolute. */
  readonly outDirectory: string;
  /** Key to sign the checksums with; undefined leaves them unsigned. */
  readonly key: SigningKey | undefined;
  /** Whether uncommitted sources are allowed. */
  readonly isDirtyAllowed: boolean;
}

/** A fingerprint of OpenPGP, version 4. */
const FINGERPRINT = /^[0-9A-F]{40}$/;

/**
 * Reads the command line `[--platform OS_ARCH]… [--out DIRECTORY] [--allow-dirty]`, and the variables
 * `GPG_FINGERPRINT` and `GPG_PASSPHRASE`. The passphrase is needed only if gpg's agent does not know it.
 * @param args - the command line after the name of the script
 * @param root - the project's root directory, absolute; contains the default directory `release`
 * @throws Error about the invalid argument or variable
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
  // gpg prints it in groups of four.
  const fingerprint = (env["GPG_FINGERPRINT"] ?? "").replaceAll(/\s/g, "").toUpperCase();
  if (fingerprint === "") return undefined;
  if (!FINGERPRINT.test(fingerprint)) {
    throw new Error(
      "GPG_FINGERPRINT is not a fingerprint of 40 hexadecimal digits. A name or a shorter number can match another key. " +
        'Run "gpg --list-secret-keys" to see the fingerprint.',
    );
  }
  const passphrase = env["GPG_PASSPHRASE"];
  return { fingerprint, ...(passphrase ? { passphrase } : {}) };
}

/** Makes sure that the sources are committed. @throws Error that lists uncommitted files */
export async function checkSources(root: string): Promise<void> {
  const { status, output } = await runCommand("git", ["status", "--porcelain"], { cwd: root });
  if (status === 0 && output === "") return;
  const reason =
    status === 0
      ? `These files differ from their commit:\n${output}Commit or stash them.`
      : `git status failed: ${output.trim()}`;
  throw new Error(`${reason} For a trial, add --allow-dirty; do not publish its result.`);
}
