import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkSigningKey, signFile } from "../../scripts/release/sign-file";
import { catchError } from "../support/catch-error";
import { makeScratch } from "../support/make-scratch";
import { tryGetGpgSkipReason } from "./support/find-gpg";
import { Keyring } from "./support/keyring";

const skipReason = tryGetGpgSkipReason();
if (skipReason !== undefined) process.stderr.write(`Skipped: the signature of a release. ${skipReason}\n`);

(skipReason === undefined ? describe : describe.skip)("the signature of a release", () => {
  let keyring: Keyring;
  let directory: string;
  let file: string;
  let signature: string;

  beforeAll(() => {
    keyring = new Keyring();
    directory = makeScratch();
    file = join(directory, "SHA256SUMS");
    signature = `${file}.sig`;
    writeFileSync(file, "0123  some file\n");
  });

  afterEach(() => {
    rmSync(signature, { force: true });
  });

  afterAll(() => {
    keyring.close();
  });

  test("D-11: it is a detached binary RSA signature, which gpg verifies", () => {
    signFile(file, signature, keyring.addKey("rsa2048"), keyring.env);
    // RFC 4880, section 4.2: a packet of type 2, in the old form; an armoured one is text.
    expect((readFileSync(signature)[0] ?? 0) >> 2).toBe(0b100010);
    keyring.verify(signature, file);
    writeFileSync(join(directory, "other"), "0124  some file\n");
    expect(() => {
      keyring.verify(signature, join(directory, "other"));
    }).toThrow("BAD signature");
  });

  test("a key with a passphrase signs; without the passphrase, the error names the variable", () => {
    const { fingerprint, passphrase = "" } = keyring.addKey("rsa2048", "a passphrase");
    signFile(file, signature, { fingerprint, passphrase }, keyring.env);
    keyring.verify(signature, file);
    const error = catchError(() => {
      checkSigningKey({ fingerprint, passphrase: "wrong" }, keyring.env);
    });
    expect(error).toMatchObject({
      message: expect.stringMatching(/cannot sign.*GPG_PASSPHRASE/s) as unknown,
    });
    expect(String(error)).not.toContain("wrong");
  });

  test("D-11: an elliptic-curve key is refused, because no registry accepts it", () => {
    const key = keyring.addKey("ed25519");
    expect(() => {
      signFile(file, signature, key, keyring.env);
    }).toThrow(/signs with algorithm 22 .* RSA and DSA only/);
    expect(existsSync(signature)).toBe(false);
    expect(() => {
      checkSigningKey(key, keyring.env);
    }).toThrow("elliptic");
  });

  test("a missing key is refused before anything is made, and the error says what to do", () => {
    const fingerprint = "0123456789ABCDEF0123456789ABCDEF01234567";
    expect(() => {
      checkSigningKey({ fingerprint }, keyring.env);
    }).toThrow(new RegExp(`cannot sign with the key ${fingerprint}.*gpg --import`, "s"));
  });

  test("without gpg the error says what to install", () => {
    expect(() => {
      checkSigningKey({ fingerprint: "0" }, { ...keyring.env, PATH: directory });
    }).toThrow(/gpg cannot be started .* Install GnuPG/);
  });
});
