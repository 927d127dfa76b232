import { isUtf8 } from "node:buffer";
import { MAX_DEPTH } from "../value";
import { ValueError } from "../value-error";

interface Head {
  readonly kind: "leaf" | "string" | "array" | "map" | "reserved";
  /** Bytes of the big-endian length field behind the head byte. */
  readonly lengthBytes: 0 | 1 | 2 | 4;
  /** Bytes of payload, or items of a container, beside what the length field says. */
  readonly fixed: number;
}

/** MessagePack's formats from 0xc0 to 0xdf, in order: kind, bytes of the length field, fixed bytes of payload. */
const HEADS: readonly (readonly [Head["kind"], Head["lengthBytes"], number])[] = [
  ["leaf", 0, 0], // nil
  ["reserved", 0, 0],
  ["leaf", 0, 0], // false
  ["leaf", 0, 0], // true
  ["leaf", 1, 0], // bin
  ["leaf", 2, 0],
  ["leaf", 4, 0],
  ["leaf", 1, 1], // ext: the fixed byte is its code
  ["leaf", 2, 1],
  ["leaf", 4, 1],
  ["leaf", 0, 4], // float
  ["leaf", 0, 8],
  ["leaf", 0, 1], // uint
  ["leaf", 0, 2],
  ["leaf", 0, 4],
  ["leaf", 0, 8],
  ["leaf", 0, 1], // int
  ["leaf", 0, 2],
  ["leaf", 0, 4],
  ["leaf", 0, 8],
  ["leaf", 0, 2], // fixext: its code and 1, 2, 4, 8 or 16 bytes
  ["leaf", 0, 3],
  ["leaf", 0, 5],
  ["leaf", 0, 9],
  ["leaf", 0, 17],
  ["string", 1, 0],
  ["string", 2, 0],
  ["string", 4, 0],
  ["array", 2, 0],
  ["array", 4, 0],
  ["map", 2, 0],
  ["map", 4, 0],
];

/**
 * Checks, without decoding, that bytes hold exactly one complete MessagePack value that is safe to decode:
 * nested at most {@link MAX_DEPTH} deep, no container longer than the bytes behind it, valid UTF-8, and keys
 * that are strings other than `__proto__`. The decoder allocates a container before it has seen its items,
 * so that a few kilobytes of nested lengths would cost gigabytes (rule C-15); after this check its memory is
 * proportional to the input.
 * @throws ValueError with an empty path and the offset of the fault
 */
export function checkMsgpack(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  /** Containers around the current item, outermost first; a map counts its keys and values as items. */
  const open = [{ isMap: false, itemsLeft: 1 }];
  let offset = 0;

  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    if (frame.itemsLeft === 0) {
      open.pop();
      continue;
    }
    const start = offset;
    if (start >= bytes.length) throw fault(start, "the value is cut off");
    const head = HEADS_BY_BYTE[buffer.readUInt8(start)] as Head;
    if (head.kind === "reserved") throw fault(start, "0xc1 begins no value");
    offset = start + 1 + head.lengthBytes;
    if (offset > bytes.length) throw fault(start, "the value is cut off");
    const length = head.lengthBytes === 0 ? 0 : buffer.readUIntBE(start + 1, head.lengthBytes);
    const size = head.fixed + length;

    const isKey = frame.isMap && frame.itemsLeft % 2 === 0;
    if (isKey && head.kind !== "string") throw fault(start, "a key must be a string");
    frame.itemsLeft -= 1;

    if (head.kind === "array" || head.kind === "map") {
      const items = head.kind === "map" ? size * 2 : size;
      if (items > bytes.length - offset) throw fault(start, `${items} items are announced but cut off`);
      if (open.length > MAX_DEPTH) throw fault(start, `it is nested more than ${MAX_DEPTH} deep`);
      open.push({ isMap: head.kind === "map", itemsLeft: items });
      continue;
    }
    if (size > bytes.length - offset) throw fault(start, `${size} bytes are announced but cut off`);
    if (head.kind === "string") checkString(bytes.subarray(offset, offset + size), isKey, start);
    offset += size;
  }
  if (offset < bytes.length) throw fault(offset, "more bytes follow the value");
}

const HEADS_BY_BYTE: readonly Head[] = Array.from({ length: 0x100 }, (_, byte) => {
  const entry = HEADS[byte - 0xc0];
  if (entry !== undefined) return { kind: entry[0], lengthBytes: entry[1], fixed: entry[2] };
  if (byte < 0x80 || byte >= 0xe0) return { kind: "leaf", lengthBytes: 0, fixed: 0 };
  if (byte < 0x90) return { kind: "map", lengthBytes: 0, fixed: byte & 0x0f };
  if (byte < 0xa0) return { kind: "array", lengthBytes: 0, fixed: byte & 0x0f };
  return { kind: "string", lengthBytes: 0, fixed: byte & 0x1f };
});

function checkString(text: Uint8Array, isKey: boolean, start: number): void {
  if (!isUtf8(text)) throw fault(start, "a string is not valid UTF-8");
  if (isKey && text.length === PROTO.length && PROTO.equals(text)) {
    throw fault(start, "the key __proto__ is not allowed");
  }
}

const PROTO = Buffer.from("__proto__");

function fault(offset: number, problem: string): ValueError {
  return new ValueError([], `The MessagePack value is malformed at byte ${offset}: ${problem}.`);
}
