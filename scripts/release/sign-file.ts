import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key in gpg's keyring. */
export interface SigningKey {
  /** 40 hexadecimal digits. */
  readonly fingerprint: string;
  /** Default: it has none, or gpg's agent knows it. */
  readonly passphrase?: string;
}

/** Numbers of the algorithms that Terraform's registry takes keys of (RFC 4880, section 9.1). */
const ACCEPTED_ALGORITHMS: ReadonlyMap<string, string> = new Map([
  ["1", "RSA"],
  ["17", "DSA"],
]);

/** The line on which gpg says what it has signed with: kind, algorithm, digest, class, time and key. */
const CREATED = /^\[GNUPG:\] SIG_CREATED D (\d+) /m;

/**
 * Makes a detached binary signature of a file.
 * @param env - environment of gpg; GNUPGHOME says where its keyring is. Default: the one of this process
 * @throws Error that says what is wrong with the key; no signature is left then
 */
export function signFile(file: string, signature: string, key: SigningKey, env = process.env): void {
  const { fingerprint, passphrase } = key;
  const { status, stdout, stderr, error } = spawnSync(
    "gpg",
    [
      ...["--batch", "--yes", "--no-tty", "--status-fd", "1", "--digest-algo", "SHA512"],
      ...(passphrase === undefined ? [] : ["--pinentry-mode", "loopback", "--passphrase-fd", "0"]),
      ...["--local-user", fingerprint, "--output", signature, "--detach-sign", file],
    ],
    { env, encoding: "utf8", input: passphrase === undefined ? "" : `${passphrase}\n` },
  );
  if (error !== undefined) {
    throw new Error(
      `gpg cannot be started (${error.message}). Install GnuPG (Debian: apt-get install gnupg), or unset ` +
        "GPG_FINGERPRINT to make archives that are not signed.",
    );
  }
  if (status !== 0) {
    throw new Error(
      `gpg cannot sign with the key ${fingerprint} that GPG_FINGERPRINT names:\n${stderr.trim()}\n` +
        'Import it ("gpg --import") where it is missing, and set GPG_PASSPHRASE where it needs one.',
    );
  }
  const [, algorithm = "unknown"] = CREATED.exec(stdout) ?? [];
  if (ACCEPTED_ALGORITHMS.has(algorithm)) return;
  rmSync(signature, { force: true });
  throw new Error(
    `The key ${fingerprint} that GPG_FINGERPRINT names signs with algorithm ${algorithm} of OpenPGP, and Terraform's ` +
      `registry takes keys of ${[...ACCEPTED_ALGORITHMS.values()].join(" and ")} only, no elliptic curves. Make one ` +
      'that signs with RSA: "gpg --quick-generate-key NAME rsa4096 sign".',
  );
}

/**
 * Makes sure that a key is there and can be used, before there is anything to sign.
 * @throws Error as {@link signFile}
 */
export function checkSigningKey(key: SigningKey, env = process.env): void {
  const directory = mkdtempSync(join(tmpdir(), "mergequeue-signing-"));
  try {
    writeFileSync(join(directory, "probe"), "");
    signFile(join(directory, "probe"), join(directory, "probe.sig"), key, env);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
