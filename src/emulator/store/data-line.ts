import { crc32 } from "node:zlib";

/** Length of the checksum before the JSON: eight hexadecimal digits and a space. */
const PREFIX_LENGTH = 9;

/** Link before the first line. */
export const FIRST_LINK = 0;

/** A line, and the link for the next one. */
export interface ChainedLine {
  readonly text: string;
  readonly link: number;
}

/**
 * Formats JSON as a line after its checksum (CRC-32), which continues from the checksum of the previous line, so that a
 * missing line is noticed.
 */
export function formatLine(json: unknown, previous = FIRST_LINK): ChainedLine {
  const body = JSON.stringify(json);
  const link = crc32(body, previous);
  return { text: `${formatLink(link)} ${body}\n`, link };
}

/**
 * Parses a line, given without its line break.
 * @returns undefined if the line is damaged or does not follow the previous one
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
    // The checksum matched by chance.
    return undefined;
  }
}

function formatLink(link: number): string {
  return link.toString(16).padStart(8, "0");
}
