import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SigningKey } from "../../../scripts/release/sign-file";
import { makeScratch } from "../../support/make-scratch";

/** A separate keyring for the keys of one test file. */
export class Keyring {
  /** Environment in which gpg uses the keyring. */
  readonly env: NodeJS.ProcessEnv;
  readonly #home: string;
  #count = 0;

  constructor() {
    // Its agent listens below, and the path of a socket may not be long.
    this.#home = makeScratch("gpg-");
    // A passphrase is needed each time, and it costs no time to derive a key from.
    writeFileSync(join(this.#home, "gpg-agent.conf"), "ignore-cache-for-signing\ns2k-count 65536\n");
    this.env = { PATH: process.env["PATH"], HOME: this.#home, GNUPGHOME: this.#home };
  }

  /** Makes a key that signs. @param algorithm - as gpg names it, for example `rsa2048` */
  addKey(algorithm: string, passphrase?: string): SigningKey {
    this.#count += 1;
    const name = `Key ${this.#count} <test@example.com>`;
    const secret = ["--pinentry-mode", "loopback", "--passphrase", passphrase ?? ""];
    const status = this.#run(
      "--status-fd",
      "1",
      ...secret,
      "--quick-generate-key",
      name,
      algorithm,
      "sign",
      "never",
    );
    const [, fingerprint = ""] = /KEY_CREATED P (\w+)/.exec(status) ?? [];
    return { fingerprint, ...(passphrase === undefined ? {} : { passphrase }) };
  }

  /** Returns a public key as registries store it. */
  exportKey({ fingerprint }: SigningKey): string {
    return this.#run("--armor", "--export", fingerprint);
  }

  /** Returns a secret key as a repository's secrets store it, protected by its passphrase. */
  exportSecretKey({ fingerprint, passphrase = "" }: SigningKey): string {
    const secret = ["--pinentry-mode", "loopback", "--passphrase", passphrase];
    return this.#run(...secret, "--armor", "--export-secret-keys", fingerprint);
  }

  /** Verifies a signature as users do. @throws Error if it does not fit */
  verify(signature: string, file: string): void {
    this.#run("--verify", signature, file);
  }

  /** Ends the keyring's agent. */
  close(): void {
    execFileSync("gpgconf", ["--homedir", this.#home, "--kill", "gpg-agent"], { env: this.env });
  }

  #run(...args: readonly string[]): string {
    return execFileSync("gpg", ["--batch", "--no-tty", "--quiet", ...args], {
      env: this.env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }
}
