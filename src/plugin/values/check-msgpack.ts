import { isUtf8 } from "node:buffer";
import { MAX_DEPTH } from "../value";

/** Bytes of the length field of MessagePack's formats from 0xc0 to 0xdf, in order. */
const LENGTH_BYTES = Buffer.of(
  ...[0, 0, 0, 0, 1, 2, 4, 1, 2, 4, 0, 0, 0, 0, 0, 0],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4],
);

/** Bytes of their payload beside what the length field says. */
const FIXED_BYTES = Buffer.of(
  ...[0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 4, 8, 1, 2, 4, 8],
  ...[1, 2, 4, 8, 2, 3, 5, 9, 17, 0, 0, 0, 0, 0, 0, 0],
);

/**
 * Checks what the decoder does not: that strings are UTF-8, and that announced items are there, at most
 * {@link MAX_DEPTH} deep. It allocates arrays before their items: a megabyte could cost gigabytes.
 * @returns where the value at `start` ends. @throws Error what is wrong, RangeError for one that is cut off
 */
export function checkMsgpack(bytes: Buffer, start = 0, depth = 0): number {
  const head = bytes.readUInt8(start);
  const isMap = head >> 4 === 0x8 || head === 0xde || head === 0xdf;
  const isArray = head >> 4 === 0x9 || head === 0xdc || head === 0xdd;
  const isString = head >> 5 === 0b101 || (head >= 0xd9 && head <= 0xdb);
  const isLong = head >= 0xc0 && head < 0xe0;

  const lengthBytes = isLong ? LENGTH_BYTES.readUInt8(head - 0xc0) : 0;
  let size = isLong ? FIXED_BYTES.readUInt8(head - 0xc0) : 0;
  if (lengthBytes > 0) size += bytes.readUIntBE(start + 1, lengthBytes);
  if (!isLong && (isMap || isArray || isString)) size = head & (isString ? 0x1f : 0x0f);
  let end = start + 1 + lengthBytes;

  if (isMap || isArray) {
    if (depth === MAX_DEPTH) throw new Error(`it is nested more than ${MAX_DEPTH} deep`);
    for (let left = isMap ? 2 * size : size; left > 0; left -= 1) end = checkMsgpack(bytes, end, depth + 1);
    return end;
  }
  const payload = bytes.subarray(end, end + size);
  if (payload.length < size) throw new RangeError();
  if (isString && !isUtf8(payload)) throw new Error("a string is not valid UTF-8");
  return end + size;
}
