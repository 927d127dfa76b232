import { EventEmitter } from "node:events";
import type { ServerHttp2Stream } from "node:http2";
import { Duplex } from "node:stream";
import type { UnaryRoute } from "../../../src/plugin/grpc/route";
import { serveCall } from "../../../src/plugin/grpc/serve-call";
import { frameMessage } from "../support/raw-grpc-client";

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
