import { createHash } from "node:crypto";

/** Turns strings into a number from 0 to less than 1, evenly spread; the same strings into the same number. */
export function toFraction(...texts: readonly string[]): number {
  const digest = createHash("sha256").update(JSON.stringify(texts)).digest();
  return digest.readUIntBE(0, 6) / 2 ** 48;
}
