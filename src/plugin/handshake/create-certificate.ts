import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  DER_TAGS,
  DER_TRUE,
  encodeBitString,
  encodeDer,
  encodeIdentifier,
  encodeSequence,
  encodeTime,
} from "./der";

/** A certificate and the key that signed it. */
export interface Certificate {
  /** The certificate in DER. */
  readonly der: Buffer;
  /** The certificate in PEM. */
  readonly pem: string;
  /** The private key in PEM (PKCS #8). Never leaves the process's memory (rule G-10). */
  readonly privateKeyPem: string;
}

/** Options of {@link createCertificate}; the defaults suit a plugin's server. */
export interface CertificateOptions {
  /** Default: P-256, the fastest that every TLS stack supports. go-plugin's hosts use P-521 (rule G-09). */
  readonly curve?: "P-256" | "P-521";
  /** Name that the peer verifies. Default: `localhost`, which go-plugin's hosts expect (rule G-08). */
  readonly name?: string;
  /** Time of creation. Default: now. */
  readonly now?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Clocks can be a day apart, and a certificate outside its validity looks like a plugin that hangs. */
const CLOCK_SKEW_MS = DAY_MS;

const VALIDITY_MS = 10 * 365 * DAY_MS;

/** Signature algorithms by curve: object identifier (RFC 5758) and digest. */
const SIGNATURES = {
  "P-256": { algorithm: "1.2.840.10045.4.3.2", digest: "sha256" },
  "P-521": { algorithm: "1.2.840.10045.4.3.4", digest: "sha512" },
} as const;

/**
 * Creates a key and a self-signed X.509 certificate for it: one DNS name, usable by servers and clients, CA, valid for
 * ten years from one day ago (rule G-08, promise F-21).
 */
export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { curve = "P-256", name = "localhost", now = new Date() } = options;
  const { algorithm, digest } = SIGNATURES[curve];
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: curve });
  const signatureAlgorithm = encodeSequence(encodeIdentifier(algorithm));
  const subject = toName(name);
  // The structures of RFC 5280, section 4.1.
  const toBeSigned = encodeSequence(
    encodeDer(DER_TAGS.version, encodeDer(DER_TAGS.integer, Uint8Array.of(2))),
    createSerialNumber(),
    signatureAlgorithm,
    subject,
    encodeSequence(
      encodeTime(new Date(now.getTime() - CLOCK_SKEW_MS)),
      encodeTime(new Date(now.getTime() + VALIDITY_MS)),
    ),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
    encodeDer(DER_TAGS.extensions, toExtensions(name)),
  );
  const signature = sign(digest, toBeSigned, privateKey);
  const der = encodeSequence(toBeSigned, signatureAlgorithm, encodeBitString(signature));
  return {
    der,
    pem: toPem(der),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Positive, at most 20 bytes, and different for every certificate, as RFC 5280 requires. */
function createSerialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return encodeDer(DER_TAGS.integer, bytes);
}

function toName(commonName: string): Buffer {
  const text = encodeDer(DER_TAGS.utf8String, Buffer.from(commonName, "utf8"));
  return encodeSequence(encodeDer(DER_TAGS.set, encodeSequence(encodeIdentifier("2.5.4.3"), text)));
}

function toExtensions(dnsName: string): Buffer {
  const keyUsage = encodeBitString(Uint8Array.of(0b1000_1100), 2);
  const extendedKeyUsage = encodeSequence(
    ...["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map(encodeIdentifier),
  );
  const subjectAltName = encodeSequence(encodeDer(DER_TAGS.dnsName, Buffer.from(dnsName, "latin1")));
  return encodeSequence(
    encodeExtension("2.5.29.19", true, encodeSequence(DER_TRUE)),
    encodeExtension("2.5.29.15", true, keyUsage),
    encodeExtension("2.5.29.37", false, extendedKeyUsage),
    encodeExtension("2.5.29.17", false, subjectAltName),
  );
}

function encodeExtension(identifier: string, isCritical: boolean, content: Uint8Array): Buffer {
  return encodeSequence(
    encodeIdentifier(identifier),
    ...(isCritical ? [DER_TRUE] : []),
    encodeDer(DER_TAGS.octetString, content),
  );
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}
