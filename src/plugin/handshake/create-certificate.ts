import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { DAY_MS } from "../../text/milliseconds";

export interface Certificate {
  readonly der: Buffer;
  readonly pem: string;
  /** The private key in PEM (PKCS #8). The key never leaves the process's memory. */
  readonly privateKeyPem: string;
}

export interface CertificateOptions {
  /** Default: P-256, the fastest curve that every TLS stack supports. go-plugin's own hosts use P-521. */
  readonly curve?: "P-256" | "P-521";
  readonly now?: Date;
}

const HOST_NAME = Buffer.from("localhost");

/** Valid from a day ago, because clocks differ, and a plugin with an invalid certificate seems to hang. */
const CLOCK_SKEW_MS = DAY_MS;

const VALIDITY_MS = 10 * 365 * DAY_MS;

const SIGNATURES = {
  "P-256": { algorithm: "1.2.840.10045.4.3.2", digest: "sha256" },
  "P-521": { algorithm: "1.2.840.10045.4.3.4", digest: "sha512" },
} as const;

/** Creates a key and a self-signed CA certificate, valid for ten years, for servers and clients. */
export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { curve = "P-256", now = new Date() } = options;
  const { algorithm, digest } = SIGNATURES[curve];
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: curve });
  const signatureAlgorithm = encodeSequence(encodeIdentifier(algorithm));
  const commonName = encodeDer(DER_TAGS.utf8String, HOST_NAME);
  const name = encodeSequence(encodeIdentifier("2.5.4.3"), commonName);
  const subject = encodeSequence(encodeDer(DER_TAGS.set, name));
  const toTime = (offsetMs: number): Buffer => encodeTime(new Date(now.getTime() + offsetMs));
  // The structures of RFC 5280, section 4.1.
  const toBeSigned = encodeSequence(
    encodeDer(DER_TAGS.version, encodeDer(DER_TAGS.integer, Uint8Array.of(2))),
    createSerialNumber(),
    signatureAlgorithm,
    subject,
    encodeSequence(toTime(-CLOCK_SKEW_MS), toTime(VALIDITY_MS)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    encodeDer(DER_TAGS.extensions, createExtensions()),
  );
  const signature = sign(digest, toBeSigned, privateKey);
  const der = encodeSequence(toBeSigned, signatureAlgorithm, encodeBitString(signature));
  const privateKeyPem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  const pem = `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
  return { der, pem, privateKeyPem };
}

/** A serial number: positive, at most 20 bytes, and different for every certificate, as RFC 5280 requires. */
function createSerialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return encodeDer(DER_TAGS.integer, bytes);
}

function createExtensions(): Buffer {
  const keyUsage = encodeBitString(Uint8Array.of(0b1000_1100), 2);
  const purposes = encodeSequence(...["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map(encodeIdentifier));
  const subjectAltName = encodeSequence(encodeDer(DER_TAGS.dnsName, HOST_NAME));
  return encodeSequence(
    encodeExtension("2.5.29.19", encodeSequence(DER_TRUE), CRITICAL),
    encodeExtension("2.5.29.15", keyUsage, CRITICAL),
    encodeExtension("2.5.29.37", purposes),
    encodeExtension("2.5.29.17", subjectAltName),
  );
}

function encodeExtension(id: string, content: Uint8Array, criticality: readonly Uint8Array[] = []): Buffer {
  return encodeSequence(encodeIdentifier(id), ...criticality, encodeDer(DER_TAGS.octetString, content));
}

// The few ASN.1 types of a certificate, in DER (ITU-T X.690). To load a general ASN.1 library would take
// longer than everything else before the handshake's line.

const DER_TAGS = {
  integer: 0x02,
  octetString: 0x04,
  utf8String: 0x0c,
  set: 0x31,
  /** The tags `[0] EXPLICIT` and `[3] EXPLICIT`, which wrap a certificate's version and extensions. */
  version: 0xa0,
  extensions: 0xa3,
  dnsName: 0x82,
} as const;

/** Writes a value with its tag and length. @param tag - class, form and number of the tag, in one byte */
export function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag, ...encodeLength(content.length)), content]);
}

function encodeSequence(...values: readonly Uint8Array[]): Buffer {
  return encodeDer(0x30, ...values);
}

/** Writes an OBJECT IDENTIFIER. @param identifier - in dotted form, for example `2.5.4.3` */
export function encodeIdentifier(identifier: string): Buffer {
  const [first = 0, second = 0, ...others] = identifier.split(".").map(Number);
  return encodeDer(0x06, Uint8Array.from([first * 40 + second, ...others].flatMap(encodeBase128)));
}

/** BOOLEAN true. False is never written: all flags are false by default, and DER omits defaults. */
const DER_TRUE = encodeDer(0x01, Uint8Array.of(0xff));

const CRITICAL = [DER_TRUE] as const;

function encodeBitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encodeDer(0x03, Uint8Array.of(unusedBits), bytes);
}

/** Writes a time in whole seconds: UTCTime up to 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5). */
function encodeTime(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? encodeDer(0x17, Buffer.from(digits.slice(2), "latin1"))
    : encodeDer(0x18, Buffer.from(digits, "latin1"));
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

function encodeBase128(value: number): number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest % 128) | 0x80);
  }
  return bytes;
}
