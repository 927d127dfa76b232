import { EventEmitter } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { formatGrpcMessage, readTimeoutMs } from "../../../src/plugin/grpc/grpc-headers";
import { MessageReader } from "../../../src/plugin/grpc/message-reader";
import type { UnaryRoute } from "../../../src/plugin/grpc/route";
import { serveCall } from "../../../src/plugin/grpc/serve-call";
import { frameMessage } from "../support/raw-grpc-client";

describe("formatGrpcMessage", () => {
  test.each([
    ["plain text, as it is", "plain text, as it is"],
    ["100 %", "100 %25"],
    ["line\nbreak\r\t", "line%0Abreak%0D%09"],
    ["é 漢 🎉", "%C3%A9 %E6%BC%A2 %F0%9F%8E%89"],
    ["half \ud83c", "half %EF%BF%BD"],
  ])("%j is written as %j", (text, header) => {
    expect(formatGrpcMessage(text)).toBe(header);
  });

  test("S-11: for any text the header is printable ASCII, and the text can be decoded from it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const header = formatGrpcMessage(text);
        expect(header).toMatch(/^[ -~]*$/);
        expect(decodeURIComponent(header)).toBe(text);
      }),
    );
  });
});

describe("readTimeoutMs", () => {
  test.each([
    ["1H", 3_600_000],
    ["2M", 120_000],
    ["30S", 30_000],
    ["250m", 250],
    ["1500u", 2],
    ["99999999n", 100],
    ["0n", 0],
    [undefined, undefined],
  ])("%s is %p milliseconds", (header, timeoutMs) => {
    expect(readTimeoutMs(header)).toBe(timeoutMs);
  });

  test.each(["", "5", "S", "1s", "-1S", "1.5S", "123456789S", "1S ", "1S, 2S"])(
    "%j is INTERNAL: it is malformed",
    (header) => {
      expect(() => readTimeoutMs(header)).toThrow(expect.objectContaining({ status: 13 }) as Error);
    },
  );
});

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

const HEADERS = { ":method": "POST", ":path": "/test/Respond", "content-type": "application/grpc" };

/** A stream as calls come in, without a connection. */
class CallStream extends Duplex {
  readonly headersSent = false;
  respond(): void {
    // The test ignores it.
  }
}

/** Returns the writes to the stream of a call, each as a list of lengths. */
async function listWrites(response: Buffer): Promise<number[][]> {
  const writes: number[][] = [];
  const stream = new CallStream({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      writes.push([chunk.length]);
      done();
    },
    writev: (chunks, done) => {
      writes.push(chunks.map(({ chunk }) => (chunk as Buffer).length));
      done();
    },
  });
  const route: UnaryRoute = {
    kind: "unary",
    path: "/test/Respond",
    handle: () => Promise.resolve(response),
    onSent: undefined,
  };
  await serveCall(stream as unknown as ServerHttp2Stream, HEADERS, {
    findRoute: async () => route,
  });
  const finished = EventEmitter.once(stream, "finish");
  stream.push(frameMessage(Buffer.from("request")));
  stream.push(null);
  await finished;
  return writes;
}

describe("the bytes of a response", () => {
  test.each([0, 1, 1_000, 65_536])("%d bytes are sent in one piece with their prefix", async (length) => {
    expect(await listWrites(Buffer.alloc(length))).toEqual([[5 + length]]);
  });

  test("more bytes are not copied, and sent together with their prefix", async () => {
    expect(await listWrites(Buffer.alloc(65_537))).toEqual([[5, 65_537]]);
  });
});
