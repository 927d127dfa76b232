import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, constants } from "node:http2";
import { GRPC_STATUS, GrpcError } from "../../../src/plugin/grpc/grpc-error";
import type { Route, SendMessage, StreamRoute } from "../../../src/plugin/grpc/route";
import { createGate } from "../../support/create-gate";
import { serveRoutes } from "../support/grpc-stage";
import {
  callRaw,
  connectRaw,
  frameMessage,
  openRaw,
  type RawResponse,
  readRaw,
} from "../support/raw-grpc-client";

const MEBIBYTE = 1024 * 1024;
const STREAM = "/test/Stream";
let session: ClientHttp2Session;
let produce: StreamRoute["handle"];
/** Settles with the call's handler: what it returned, or threw. */
let ended: Promise<unknown>;

const routes = new Map<string, Route>([
  ["/test/Echo", { kind: "unary", handle: async (request) => request }],
  [
    STREAM,
    {
      kind: "stream",
      handle: async (request, send) => {
        const running = produce(request, send);
        ended = running.catch((error: unknown) => error);
        await running;
      },
    },
  ],
]);

const { path, calls } = serveRoutes(routes);

beforeEach(() => {
  session = connectRaw(path);
});

afterEach(async () => {
  session.destroy();
  // Whatever the client did, nothing is left of its call, and the server serves others.
  await ended;
  await expect(calls.waitUntilIdle(600_000)).resolves.toBe(true);
  await roundTrip();
});

/** Lets the server do what it can do. */
async function roundTrip(): Promise<void> {
  const other = connectRaw(path);
  for (let count = 0; count < 20; count += 1) {
    await callRaw(other, "/test/Echo", frameMessage(Buffer.from("x")));
  }
  other.close();
}

function begin(handle: StreamRoute["handle"]): ClientHttp2Stream {
  produce = handle;
  const stream = openRaw(session, STREAM);
  stream.end(frameMessage(Buffer.from("request")));
  return stream;
}

function stream(handle: StreamRoute["handle"]): Promise<RawResponse> {
  return readRaw(begin(handle));
}

function listMessages({ body }: RawResponse): readonly Buffer[] {
  const messages: Buffer[] = [];
  for (let rest = body; rest.length > 0; ) {
    const end = 5 + rest.readUInt32BE(1);
    if (end > rest.length) throw new Error("the last message is cut off");
    messages.push(rest.subarray(5, end));
    rest = rest.subarray(end);
  }
  return messages;
}

describe("streamed responses", () => {
  test("messages arrive in their order, then the status in trailers", async () => {
    const texts = Array.from({ length: 2000 }, (_, index) => String(index));
    const response = await stream(async (request, send) => {
      for (const text of texts) await send(Buffer.concat([request, Buffer.from(text)]));
    });

    expect(listMessages(response).map(String)).toEqual(texts.map((text) => `request${text}`));
    expect(response.headers).toMatchObject({ ":status": 200, "content-type": "application/grpc" });
    expect(response.headers).not.toHaveProperty("grpc-status");
    expect(response.trailers).toMatchObject({ "grpc-status": "0" });
  });

  test("messages of any length stay whole, even if they are sent without waiting", async () => {
    const messages = [0, 1, 65_536, 65_537, 3, 2 * MEBIBYTE, 0, 70_000].map((length, index) =>
      Buffer.alloc(length, index + 1),
    );
    const waiting = await stream(async (_request, send) => {
      for (const message of messages) await send(message);
    });
    const atOnce = await stream(async (_request, send) => {
      await Promise.all(messages.map((message) => send(message)));
    });

    for (const response of [waiting, atOnce]) {
      const received = listMessages(response);
      expect(received.map(({ length }) => length)).toEqual(messages.map(({ length }) => length));
      expect(Buffer.concat(received).equals(Buffer.concat(messages))).toBe(true);
      expect(response.trailers).toMatchObject({ "grpc-status": "0" });
    }
  });

  test("an error before the first message is the whole response", async () => {
    const response = await stream(() => Promise.reject(new GrpcError(GRPC_STATUS.NOT_FOUND, "Not here.")));

    expect(response.headers).toMatchObject({ "grpc-status": "5", "grpc-message": "Not here." });
    expect(response.body).toHaveLength(0);
  });

  test.each([
    [new GrpcError(GRPC_STATUS.NOT_FOUND, "No more: 100 %"), "5", "No more: 100 %25"],
    [new Error("a secret of the provider's"), "13", "The call failed."],
  ])("an error after the first message is the status of the call; S-03: %s", async (error, status, text) => {
    const response = await stream(async (_request, send) => {
      await send(Buffer.from("one"));
      throw error;
    });

    expect(listMessages(response).map(String)).toEqual(["one"]);
    expect(response.trailers).toMatchObject({ "grpc-status": status, "grpc-message": text });
  });

  test("G-25: a message beyond 256 MiB is RESOURCE_EXHAUSTED; those before it arrive", async () => {
    const response = await stream(async (_request, send) => {
      await send(Buffer.from("one"));
      await send(Buffer.alloc(256 * MEBIBYTE + 1));
    });

    expect(listMessages(response).map(String)).toEqual(["one"]);
    expect(response.trailers).toMatchObject({ "grpc-status": "8" });
  });

  test("a client that reads slowly holds up the messages after those on their way", async () => {
    let taken = 0;
    const client = begin(async (_request, send) => {
      while (taken < 20) {
        await send(Buffer.alloc(MEBIBYTE, taken));
        taken += 1;
      }
    });
    await once(client, "response");
    await roundTrip();

    expect(taken).toBe(0);
    const response = await readRaw(client);
    expect(listMessages(response).map((message) => message[0])).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    expect(taken).toBe(20);
  });
});

describe("clients that leave a stream", () => {
  /** Sends until the client has left. */
  async function sendForever(send: SendMessage<Buffer>, length = 10): Promise<void> {
    while (await send(Buffer.alloc(length))) await new Promise(setImmediate);
  }

  test("a client that leaves while a message waits for it ends the messages", async () => {
    const client = begin(async (_request, send) => sendForever(send, MEBIBYTE));
    await once(client, "response");
    client.close(constants.NGHTTP2_CANCEL);

    await expect(ended).resolves.toBeUndefined();
  });

  test("a client that leaves before the first message gets none", async () => {
    const results: boolean[] = [];
    const gate = createGate();
    const begun = new Promise<void>((resolve) => {
      begin(async (_request, send) => {
        resolve();
        await gate.opened;
        results.push(await send(Buffer.from("one")), await send(Buffer.alloc(70_000)));
      });
    });
    await begun;
    session.destroy();
    await calls.waitUntilIdle(600_000);
    gate.open();
    await ended;

    expect(results).toEqual([false, false]);
  });

  test("a connection that is cut ends the messages, and the handler's error does no harm", async () => {
    const client = begin(async (_request, send) => {
      await sendForever(send);
      throw new Error("too late");
    });
    await once(client, "data");
    session.destroy();

    await expect(ended).resolves.toMatchObject({ message: "too late" });
  });
});
