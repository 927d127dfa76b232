import { EventEmitter } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import { Duplex, PassThrough } from "node:stream";
import fc from "fast-check";
import { GrpcError } from "../../../src/plugin/grpc/grpc-error";
import { readRequest } from "../../../src/plugin/grpc/read-request";
import type { UnaryRoute } from "../../../src/plugin/grpc/route";
import { sendError, serveCall } from "../../../src/plugin/grpc/serve-call";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { frameMessage } from "../support/raw-grpc-client";

/** Returns the header in which an error's text is sent. */
function formatText(text: string): string {
  let header = "";
  const stream = {
    readableEnded: true,
    respond: (headers: { readonly "grpc-message"?: string }) => {
      header = headers["grpc-message"] ?? "";
    },
  };
  sendError(stream as unknown as ServerHttp2Stream, new GrpcError(5, text));
  return header;
}

describe("the text of an error", () => {
  test.each([
    ["plain text, as it is", "plain text, as it is"],
    ["100 %", "100 %25"],
    ["line\nbreak\r\t", "line%0Abreak%0D%09"],
    ["half \ud83c", "half %EF%BF%BD"],
  ])("%j is written as %j", (text, header) => {
    expect(formatText(text)).toBe(header);
  });

  test("S-11: for any text the header is printable ASCII, and the text can be decoded from it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const header = formatText(text);
        expect(header).toMatch(/^[ -~]*$/);
        expect(decodeURIComponent(header)).toBe(text);
      }),
    );
  });
});

/** Reads a request from these parts of a stream. */
async function read(parts: Iterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const stream = new PassThrough();
  const request = readRequest(stream as unknown as ServerHttp2Stream, maxBytes);
  for (const part of parts) stream.emit("data", part);
  stream.emit("end");
  return request;
}

/** Cuts bytes into parts of these lengths, over and over. */
function* cut(bytes: Buffer, lengths: readonly number[]): Generator<Buffer> {
  for (let start = 0, part = 0; start < bytes.length; part += 1) {
    const end = start + (lengths[part % lengths.length] ?? 1);
    yield bytes.subarray(start, end);
    start = end;
  }
}

describe("readRequest", () => {
  test("G-25: a message is whole however its bytes are split", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 100 }),
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 4 }),
        async (message, lengths) => {
          const request = await read(cut(frameMessage(message), lengths), 100);
          expect([...request]).toEqual([...message]);
        },
      ),
    );
  });

  test("S-18: memory is not allocated for a length that is only claimed", async () => {
    const allocate = jest.spyOn(Buffer, "allocUnsafe");
    const claimed = 256 * 1024 * 1024;
    const parts = [frameMessage(Buffer.alloc(3), { claimed }), Buffer.alloc(100_000)];

    await expect(read(parts, claimed)).rejects.toMatchObject({ status: 13 });

    const sizes = allocate.mock.calls.map(([size]) => size);
    allocate.mockRestore();
    expect(Math.max(0, ...sizes)).toBeLessThan(2 * 100_008);
  });

  test("G-25: a message over the limit is RESOURCE_EXHAUSTED as soon as its length is known", async () => {
    const stream = new PassThrough();
    const request = readRequest(stream as unknown as ServerHttp2Stream, 10);
    stream.emit("data", frameMessage(Buffer.alloc(0), { claimed: 11 }));

    await expect(request).rejects.toMatchObject({
      status: 8,
      message: "The request has 11 bytes; at most 10 are accepted.",
    });
  });

  test.each([1, 2, 255])(
    "a message with the flag %i is UNIMPLEMENTED: no compression is offered",
    async (flag) => {
      await expect(read([frameMessage(Buffer.alloc(1), { flag })], 10)).rejects.toMatchObject({ status: 12 });
    },
  );
});

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
  const route: UnaryRoute = { kind: "unary", handle: () => Promise.resolve(response) };
  const headers = { ":method": "POST", ":path": "/test/Respond", "content-type": "application/grpc" };
  void serveCall(stream as unknown as ServerHttp2Stream, headers, {
    findRoute: async () => route,
    calls: new WorkTracker(),
  });
  const finished = EventEmitter.once(stream, "finish");
  stream.push(frameMessage(Buffer.from("request")));
  stream.push(null);
  await finished;
  return writes;
}

describe("the bytes of a response", () => {
  test.each([
    [0, [[5]]],
    [65_536, [[65_541]]],
    [65_537, [[5, 65_537]]],
  ])(
    "%d bytes are sent at once with their prefix, and in one piece unless copying costs more",
    async (length, writes) => {
      expect(await listWrites(Buffer.alloc(length))).toEqual(writes);
    },
  );
});
