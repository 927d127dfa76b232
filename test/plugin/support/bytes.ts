/**
 * Reads bytes written as a person reads MessagePack: hexadecimal numbers, and text in single quotes, as in
 * `81 a1 'a' c0`. Fixtures are written this way so that our encoder never produces its own expectations.
 */
export function bytes(notation: string): Uint8Array {
  const parts = notation.match(/'[^']*'|\S+/g) ?? [];
  return Buffer.concat(
    parts.map((part) => {
      if (part.startsWith("'")) return Buffer.from(part.slice(1, -1));
      if (!/^[0-9a-f]{2}$/.test(part)) throw new Error(`${part} is not a byte`);
      return Buffer.from(part, "hex");
    }),
  );
}

/** Writes bytes as hexadecimal text, which test runners compare readably. */
export function toHex(given: Uint8Array): string {
  return Buffer.from(given).toString("hex");
}
