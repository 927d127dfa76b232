/*
 * Writes the few ASN.1 types that a certificate is made of, in DER (ITU-T X.690). A general ASN.1 library costs
 * more of the start than everything else that happens before the handshake's line (rule G-14).
 */

/** Tags of the types that are written as they are, and of constructed ones whose values are written already. */
export const DER_TAGS = {
  integer: 0x02,
  octetString: 0x04,
  utf8String: 0x0c,
  set: 0x31,
  /** Version and extensions of a certificate: context-specific, wrapped around a value (EXPLICIT). */
  version: 0xa0,
  extensions: 0xa3,
  /** DNS name of a subject alternative name. */
  dnsName: 0x82,
} as const;

/** Writes a value with its tag and length. @param tag - class, form and number in one byte */
export function encodeDer(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.of(tag, ...encodeLength(content.length)), content]);
}

/** SEQUENCE of values that are written already. */
export function encodeSequence(...values: readonly Uint8Array[]): Buffer {
  return encodeDer(0x30, ...values);
}

/** OBJECT IDENTIFIER. @param identifier - dotted, for example `2.5.4.3` */
export function encodeIdentifier(identifier: string): Buffer {
  const [first = 0, second = 0, ...others] = identifier.split(".").map(Number);
  return encodeDer(0x06, Uint8Array.from([first * 40 + second, ...others].flatMap(encodeBase128)));
}

/** BOOLEAN true: DER leaves out false where it is the default, which is the only other case. */
export const DER_TRUE = encodeDer(0x01, Uint8Array.of(0xff));

/** BIT STRING. @param unusedBits - number of unused bits at the end of the last byte, 0 to 7 */
export function encodeBitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encodeDer(0x03, Uint8Array.of(unusedBits), bytes);
}

/** UTCTime up to 2049, GeneralizedTime from then on, in whole seconds, as RFC 5280 (4.1.2.5) wants it. */
export function encodeTime(date: Date): Buffer {
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
