import fc from "fast-check";
import { MessageReader } from "../../../src/plugin/grpc/message-reader";

const LIMIT = 256 * 1024 * 1024;

/** A message as it is sent. */
function frame(message: Uint8Array, { flag = 0, claimed = message.length } = {}): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(claimed, 1);
  return Buffer.concat([prefix, message]);
}

/** Cuts bytes into parts of these lengths, over and over. */
function* cut(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let start = 0, part = 0; start < bytes.length; part += 1) {
    const end = start + (lengths[part % lengths.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

describe("MessageReader", () => {
  test("G-25: messages are reassembled however their bytes are split", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 5 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
        (messages, lengths) => {
          const reader = new MessageReader(100);
          const bytes = Buffer.concat(messages.map((message) => frame(message)));
          const read = [...cut(bytes, lengths)].flatMap((part) => reader.push(part));
          expect(read.map((message) => [...message])).toEqual(messages.map((message) => [...message]));
          expect(reader.isBetweenMessages).toBe(true);
        },
      ),
    );
  });

  test("G-25: a long message that trickles in is whole", () => {
    const reader = new MessageReader(LIMIT);
    const message = Buffer.alloc(300_000, "0123456789");
    const read = [...cut(frame(message), [1, 70_000, 3])].flatMap((part) => reader.push(part));
    expect(read).toHaveLength(1);
    expect(read[0]?.equals(message)).toBe(true);
  });

  test("S-18: memory is not allocated for a length that is only claimed", () => {
    const allocate = jest.spyOn(Buffer, "allocUnsafe");
    const reader = new MessageReader(LIMIT);

    reader.push(frame(Buffer.alloc(3), { claimed: LIMIT }));
    reader.push(Buffer.alloc(100_000));

    const sizes = allocate.mock.calls.map(([size]) => size);
    allocate.mockRestore();
    expect(Math.max(...sizes)).toBeLessThan(2 * 100_003);
    expect(reader.isBetweenMessages).toBe(false);
  });

  test("G-25: a message over the limit is RESOURCE_EXHAUSTED as soon as its length is known", () => {
    const reader = new MessageReader(10);
    const prefix = frame(Buffer.alloc(0), { claimed: 11 });

    expect(reader.push(prefix.subarray(0, 4))).toEqual([]);
    expect(() => reader.push(prefix.subarray(4))).toThrow(
      expect.objectContaining({
        status: 8,
        message: "The request has 11 bytes; at most 10 are accepted.",
      }) as Error,
    );
  });

  test.each([1, 2, 255])("a message with the flag %i is UNIMPLEMENTED: no compression is offered", (flag) => {
    expect(() => new MessageReader(10).push(frame(Buffer.alloc(1), { flag }))).toThrow(
      expect.objectContaining({ status: 12 }) as Error,
    );
  });
});
