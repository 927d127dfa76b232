import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The content of a test certificate. */
export interface CertificateRequest {
  /** Names and addresses of the host; default: 127.0.0.1. */
  readonly addresses?: readonly string[];
  readonly names?: readonly string[];
  /** Days from now at which it begins and ends; default: -1 and 1. */
  readonly fromDay?: number;
  readonly toDay?: number;
  /** Digest of its signature; default: sha256. */
  readonly digest?: "sha256" | "sha1";
  /** Type of its key; default: ec, which takes a hundredth of the time to make. */
  readonly type?: "rsa" | "ec";
  /** Issuer; default: itself. */
  readonly authority?: Certificate;
}

/** A certificate, which may sign others, and its key, in PEM form. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** Its subject, in DER form. */
  readonly subject: Buffer;
}

/** Object identifiers of signature algorithms, DER-encoded (RFC 3279, RFC 4055 and RFC 5758). */
const ALGORITHMS = {
  rsa: { sha256: "2a864886f70d01010b", sha1: "2a864886f70d010105" },
  ec: { sha256: "2a8648ce3d040302", sha1: "2a8648ce3d0401" },
};

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));
const utf8 = (text: string): Buffer => der(0x0c, Buffer.from(text));

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * 86_400_000).toISOString().replace(/[-:T]|\..*/g, "");
  return der(0x18, Buffer.from(`${text}Z`));
}

/** Makes a certificate by writing its DER structure (RFC 5280, section 4.1). */
export function makeCertificate(request: CertificateRequest = {}): Certificate {
  const { addresses = ["127.0.0.1"], names = [], fromDay = -1, toDay = 1 } = request;
  const { digest = "sha256", authority, type = "ec" } = request;
  const { privateKey, publicKey } =
    type === "rsa"
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const signer = authority === undefined ? privateKey : createPrivateKey(authority.key);
  const algorithm =
    signer.asymmetricKeyType === "rsa"
      ? sequence(oid(ALGORITHMS.rsa[digest]), der(0x05))
      : sequence(oid(ALGORITHMS.ec[digest]));
  const subject = sequence(
    der(0x31, sequence(oid("550403"), utf8(`test ${randomBytes(4).toString("hex")}`))),
  );
  const alternatives = [
    ...names.map((text) => der(0x82, Buffer.from(text))),
    ...addresses.map((text) => der(0x87, Buffer.from(text.split(".").map(Number)))),
  ];
  const yes = der(0x01, Buffer.from([0xff]));
  const extensions = [
    sequence(oid("551d13"), yes, der(0x04, sequence(yes))),
    sequence(oid("551d11"), der(0x04, sequence(...alternatives))),
  ];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    authority?.subject ?? subject,
    sequence(time(fromDay), time(toDay)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign(digest, body, signer));
  const base64 = sequence(body, algorithm, signature)
    .toString("base64")
    .replace(/.{1,64}/g, "$&\n");
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    subject,
  };
}
