import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A key in gpg's keyring. */
export interface SigningKey {
  /** 40 hexadecimal digits. */
  readonly fingerprint: string;
  /** Default: none, or gpg's agent knows it. */
  readonly passphrase?: string;
}

/** The algorithms of the keys that Terraform's registry accepts, by number (RFC 4880, section 9.1). */
const ACCEPTED_ALGORITHMS: Readonly<Record<string, string>> = { 1: "RSA", 17: "DSA" };

/** gpg's line about a signature: kind, algorithm, digest, class, time and key. */
const CREATED = /^\[GNUPG:\] SIG_CREATED D (\d+) /m;

/**
 * Makes a detached binary signature of a file.
 * @param env - gpg's environment; GNUPGHOME names the directory of its keyring. Default: that of this process
 * @throws Error about the key; no signature is written
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
        "GPG_FINGERPRINT to make unsigned archives.",
    );
  }
  if (status !== 0) {
    throw new Error(
      `gpg cannot sign with the key ${fingerprint} that GPG_FINGERPRINT names:\n${stderr.trim()}\n` +
        'Import the key ("gpg --import") if it is missing, and set GPG_PASSPHRASE if it needs one.',
    );
  }
  const [, algorithm = "unknown"] = CREATED.exec(stdout) ?? [];
  if (Object.hasOwn(ACCEPTED_ALGORITHMS, algorithm)) return;
  rmSync(signature, { force: true });
  throw new Error(
    `The key ${fingerprint} that GPG_FINGERPRINT names signs with algorithm ${algorithm} of OpenPGP. Terraform's ` +
      `registry accepts ${Object.values(ACCEPTED_ALGORITHMS).join(" and ")} only, no elliptic curves. Make an RSA key: ` +
      '"gpg --quick-generate-key NAME rsa4096 sign".',
  );
}

/** Makes sure that a key can sign. @throws Error as {@link signFile} */
export function checkSigningKey(key: SigningKey, env = process.env): void {
  const directory = mkdtempSync(join(tmpdir(), "mergequeue-signing-"));
  try {
    writeFileSync(join(directory, "probe"), "");
    signFile(join(directory, "probe"), join(directory, "probe.sig"), key, env);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
