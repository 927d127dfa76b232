import { crc32 } from "node:zlib";

/** Length of the checksum before the JSON: eight hexadecimal digits and a space. */
const PREFIX_LENGTH = 9;

/** Writes JSON as one line with its checksum (CRC-32) before it and its line break. */
export function formatLine(json: unknown): string {
  const text = JSON.stringify(json);
  return `${checksum(text)} ${text}\n`;
}

/**
 * Reads one line, without its line break.
 * @returns the JSON, or undefined if the line is not as it was written
 */
export function tryReadLine(line: Uint8Array): { readonly json: unknown } | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
  const body = text.slice(PREFIX_LENGTH);
  if (text.slice(0, PREFIX_LENGTH) !== `${checksum(body)} `) return undefined;
  try {
    return { json: JSON.parse(body) as unknown };
  } catch {
    // A checksum that fits by chance proves nothing.
    return undefined;
  }
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
