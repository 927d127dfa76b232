import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  UTCTime,
  Utf8String,
} from "asn1js";

/** A certificate and the key that signed it. */
export interface Certificate {
  /** The certificate in DER. */
  readonly der: Buffer;
  /** The certificate in PEM. */
  readonly pem: string;
  /** The private key in PEM (PKCS #8). Never leaves the process's memory (rule G-10). */
  readonly privateKeyPem: string;
}

/** What a certificate is made for; the defaults are a plugin server's. */
export interface CertificateOptions {
  /** P-256 unless said: the fastest that every TLS stack knows. go-plugin's hosts use P-521 (rule G-09). */
  readonly curve?: "P-256" | "P-521";
  /** Name that the peer verifies. Default: `localhost`, which go-plugin's hosts expect (rule G-08). */
  readonly name?: string;
  /** When it was made; the present time unless said. */
  readonly now?: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Clocks are up to a day apart, and a certificate outside its validity looks like a plugin that hangs. */
const CLOCK_SKEW_MS = DAY_MS;

const VALIDITY_MS = 10 * 365 * DAY_MS;

/** Signature algorithms by curve: object identifier (RFC 5758) and digest. */
const SIGNATURES = {
  "P-256": { algorithm: "1.2.840.10045.4.3.2", digest: "sha256" },
  "P-521": { algorithm: "1.2.840.10045.4.3.4", digest: "sha512" },
} as const;

/**
 * Makes a new key and a self-signed X.509 certificate for it: SAN of one DNS name, usable by servers and
 * clients, CA, valid from a day ago for ten years (rule G-08, promise F-21).
 */
export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { curve = "P-256", name = "localhost", now = new Date() } = options;
  const { algorithm, digest } = SIGNATURES[curve];
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: curve });
  const signatureAlgorithm = new Sequence({ value: [new ObjectIdentifier({ value: algorithm })] });
  const subject = toName(name);
  // The structures below are those of RFC 5280, section 4.1.
  const toBeSigned = new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      createSerialNumber(),
      signatureAlgorithm,
      subject,
      new Sequence({
        value: [
          toTime(new Date(now.getTime() - CLOCK_SKEW_MS)),
          toTime(new Date(now.getTime() + VALIDITY_MS)),
        ],
      }),
      subject,
      fromBER(publicKey.export({ type: "spki", format: "der" })).result,
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 3 }, value: [toExtensions(name)] }),
    ],
  });
  const signature = sign(digest, Buffer.from(toBeSigned.toBER()), privateKey);
  const der = Buffer.from(
    new Sequence({
      value: [toBeSigned, signatureAlgorithm, new BitString({ valueHex: toArrayBuffer(signature) })],
    }).toBER(),
  );
  return {
    der,
    pem: toPem(der),
    privateKeyPem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

/** Positive, at most 20 octets, and different for every certificate, as RFC 5280 asks. */
function createSerialNumber(): Integer {
  const octets = randomBytes(16);
  octets[0] = ((octets[0] ?? 0) & 0x3f) | 0x40;
  return new Integer({ valueHex: toArrayBuffer(octets) });
}

function toName(commonName: string): Sequence {
  const attribute = new Sequence({
    value: [new ObjectIdentifier({ value: "2.5.4.3" }), new Utf8String({ value: commonName })],
  });
  return new Sequence({ value: [new Asn1Set({ value: [attribute] })] });
}

/** RFC 5280 wants the two-digit form up to 2049 and the other from then on. */
function toTime(date: Date): UTCTime {
  const wholeSeconds = new Date(Math.floor(date.getTime() / 1000) * 1000);
  return wholeSeconds.getUTCFullYear() < 2050
    ? new UTCTime({ valueDate: wholeSeconds })
    : new GeneralizedTime({ valueDate: wholeSeconds });
}

function toExtensions(dnsName: string): Sequence {
  const keyUsage = new BitString({ valueHex: Uint8Array.of(0b1000_1100).buffer, unusedBits: 2 });
  const extendedKeyUsage = new Sequence({
    value: ["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"].map((value) => new ObjectIdentifier({ value })),
  });
  const basicConstraints = new Sequence({ value: [new Asn1Boolean({ value: true })] });
  const subjectAltName = new Sequence({
    value: [
      new Primitive({
        idBlock: { tagClass: 3, tagNumber: 2 },
        valueHex: toArrayBuffer(Buffer.from(dnsName, "latin1")),
      }),
    ],
  });
  return new Sequence({
    value: [
      toExtension("2.5.29.19", true, basicConstraints),
      toExtension("2.5.29.15", true, keyUsage),
      toExtension("2.5.29.37", false, extendedKeyUsage),
      toExtension("2.5.29.17", false, subjectAltName),
    ],
  });
}

function toExtension(identifier: string, isCritical: boolean, content: { toBER(): ArrayBuffer }): Sequence {
  return new Sequence({
    value: [
      new ObjectIdentifier({ value: identifier }),
      ...(isCritical ? [new Asn1Boolean({ value: true })] : []),
      new OctetString({ valueHex: content.toBER() }),
    ],
  });
}

function toPem(der: Buffer): string {
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join("\n")}\n-----END CERTIFICATE-----\n`;
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
