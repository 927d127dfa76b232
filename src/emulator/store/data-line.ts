import { crc32 } from "node:zlib";

/** Length of the checksum before the JSON: eight hexadecimal digits and a space. */
const PREFIX_LENGTH = 9;

/** What a chain of lines begins with. */
export const FIRST_LINK = 0;

/** A line and what the next one of its chain continues from. */
export interface ChainedLine {
  readonly text: string;
  readonly link: number;
}

/**
 * Writes JSON as one line with its checksum (CRC-32) before it and its line break. The checksum goes on from that of the
 * line before, so that no line can be missing between the two.
 */
export function formatLine(json: unknown, previous = FIRST_LINK): ChainedLine {
  const body = JSON.stringify(json);
  const link = crc32(body, previous);
  return { text: `${formatLink(link)} ${body}\n`, link };
}

/**
 * Reads one line, without its line break.
 * @returns the JSON, or undefined if the line is not as it was written, or another one stood before it
 */
export function tryReadLine(
  line: Uint8Array,
  previous = FIRST_LINK,
): { readonly json: unknown; readonly link: number } | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString("utf8");
  const body = text.slice(PREFIX_LENGTH);
  const link = crc32(body, previous);
  if (text.slice(0, PREFIX_LENGTH) !== `${formatLink(link)} `) return undefined;
  try {
    return { json: JSON.parse(body) as unknown, link };
  } catch {
    // A checksum that fits by chance proves nothing.
    return undefined;
  }
}

function formatLink(link: number): string {
  return link.toString(16).padStart(8, "0");
}
