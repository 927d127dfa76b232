import { once } from "node:events";
import { type ClientHttp2Session, constants } from "node:http2";
import fc from "fast-check";
import { GRPC_STATUS, GrpcError } from "../../../src/plugin/grpc/grpc-error";
import type { Route } from "../../../src/plugin/grpc/route";
import { serveRoutes } from "../support/grpc-stage";
import {
  callRaw,
  connectRaw,
  frameMessage,
  openRaw,
  type RawResponse,
  readRaw,
  sendBytes,
} from "../support/raw-grpc-client";

const sent: string[] = [];
let release: (() => void)[] = [];
let session: ClientHttp2Session;

const MEBIBYTE = 1024 * 1024;

function unary(name: string, handle: (request: Buffer) => Promise<Buffer>): [string, Route] {
  return [`/test/${name}`, { kind: "unary", handle, onSent: () => sent.push(name) }];
}

const routes = new Map<string, Route>([
  unary("Echo", async (request) => request),
  unary("Count", async (request) => Buffer.from(String(request.length))),
  unary("Long", async () => Buffer.alloc(256 * MEBIBYTE + 1)),
  unary(
    "Held",
    (request) =>
      new Promise((resolve) =>
        release.push(() => {
          resolve(request);
        }),
      ),
  ),
  unary("Absent", () => Promise.reject(new GrpcError(GRPC_STATUS.NOT_FOUND, "Nothing here: 0 %\n"))),
  unary("Broken", () => Promise.reject(new Error("a secret of the provider's"))),
  ["/test/Stay", { kind: "silent", endsWithClient: false }],
  ["/test/Follow", { kind: "silent", endsWithClient: true }],
]);

const { path, calls } = serveRoutes(routes);

beforeEach(() => {
  release = [];
  sent.length = 0;
  session = connectRaw(path);
});

afterEach(async () => {
  // Whatever the test did, the server still serves others.
  await expect(echo("still here")).resolves.toBe("still here");
  session.destroy();
});

async function echo(text: string): Promise<string> {
  const other = connectRaw(path);
  const { body } = await callRaw(other, "/test/Echo", frameMessage(Buffer.from(text)));
  other.close();
  return body.subarray(5).toString();
}

/** The status of a call, from headers or trailers. */
function statusOf({ headers, trailers }: RawResponse): unknown {
  return trailers?.["grpc-status"] ?? headers?.["grpc-status"];
}

describe("unary calls", () => {
  test("a response has headers, one message, and the status in trailers", async () => {
    const request = frameMessage(Buffer.from("hello"));
    const { headers, trailers, body, resetCode } = await callRaw(session, "/test/Echo", request);

    expect(headers).toMatchObject({ ":status": 200, "content-type": "application/grpc" });
    expect(body).toEqual(request);
    expect(trailers).toMatchObject({ "grpc-status": "0" });
    expect(resetCode).toBe(0);
  });

  test("an error has no message, and its text is percent-encoded", async () => {
    const response = await callRaw(session, "/test/Absent", frameMessage(Buffer.alloc(0)));

    expect(response.headers).toMatchObject({
      ":status": 200,
      "grpc-status": "5",
      "grpc-message": "Nothing here: 0 %25%0A",
    });
    expect(response.body).toHaveLength(0);
  });

  test("S-03: any other error of a handler gives INTERNAL, and its text is not sent", async () => {
    const response = await callRaw(session, "/test/Broken", frameMessage(Buffer.alloc(0)));

    expect(response.headers).toMatchObject({ "grpc-status": "13", "grpc-message": "The call failed." });
  });

  test("C-06: an unknown method is UNIMPLEMENTED", async () => {
    const response = await callRaw(session, "/test/Unknown", frameMessage(Buffer.alloc(9)));

    expect(statusOf(response)).toBe("12");
  });

  test("G-16: onSent is not called for a refused call", async () => {
    await callRaw(session, "/test/Held", Buffer.alloc(3));
    await callRaw(session, "/test/Absent", frameMessage(Buffer.alloc(0)));
    await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(1)));

    expect(sent).toEqual(["Echo"]);
  });

  test("C-52: a call counts until its response is sent, however slowly the client reads it", async () => {
    session.settings({ initialWindowSize: 0 });
    const stream = openRaw(session, "/test/Echo");
    const response = readRaw(stream);
    stream.end(frameMessage(Buffer.from("slow")));
    await once(stream, "response");

    expect([calls.running, await calls.waitUntilIdle(0)]).toEqual([1, false]);
    session.settings({ initialWindowSize: 65_535 });
    expect(statusOf(await response)).toBe("0");
    await expect(calls.waitUntilIdle(5000)).resolves.toBe(true);
  });

  test("G-25: 256 MiB are accepted, one byte more is RESOURCE_EXHAUSTED, in both directions", async () => {
    const longest = openRaw(session, "/test/Count");
    const counted = readRaw(longest);
    longest.write(frameMessage(Buffer.alloc(0), { claimed: 256 * MEBIBYTE }));
    const chunk = Buffer.alloc(16 * MEBIBYTE);
    for (let part = 0; part < 15; part += 1) longest.write(chunk);
    longest.end(chunk);
    const claim = frameMessage(Buffer.alloc(0), { claimed: 256 * MEBIBYTE + 1 });
    const tooLong = await callRaw(session, "/test/Count", claim);
    const response = await callRaw(session, "/test/Long", frameMessage(Buffer.alloc(0)));

    expect((await counted).body.subarray(5).toString()).toBe(String(256 * MEBIBYTE));
    expect([statusOf(tooLong), statusOf(response)]).toEqual(["8", "8"]);
  });
});

describe("malformed calls", () => {
  test.each(["GET", "PUT", "OPTIONS"])("the method %s is 405", async (method) => {
    const { headers } = await callRaw(session, "/test/Echo", Buffer.alloc(0), { ":method": method });

    expect(headers).toMatchObject({ ":status": 405, allow: "POST" });
  });

  test.each([
    ["application/json", 415],
    ["application/grpc-web", 415],
    ["", 415],
    ["text/html; application/grpc", 415],
    ["application/grpc+proto", 200],
    ["application/grpc;charset=utf-8", 200],
  ])("the content type %j is %i", async (contentType, status) => {
    const headers = { "content-type": contentType };
    const response = await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(1)), headers);

    expect(response.headers).toMatchObject({ ":status": status });
    expect(statusOf(response)).toBe(status === 200 ? "0" : undefined);
  });

  test.each([
    ["no message", Buffer.alloc(0), "12"],
    ["two messages", Buffer.concat([frameMessage(Buffer.alloc(1)), frameMessage(Buffer.alloc(1))]), "12"],
    ["half a prefix", Buffer.alloc(3), "13"],
    ["half a message", frameMessage(Buffer.alloc(4), { claimed: 5 }), "13"],
  ])("%s is refused with its own status", async (_what, bytes, status) => {
    expect(statusOf(await callRaw(session, "/test/Echo", bytes))).toBe(status);
  });

  test("a refusal asks the client to stop sending", async () => {
    const stream = openRaw(session, "/test/Echo");
    const response = readRaw(stream);
    stream.write(frameMessage(Buffer.alloc(0), { claimed: 0xffff_ffff }));

    await expect(response).resolves.toMatchObject({
      headers: { "grpc-status": "8" },
      resetCode: constants.NGHTTP2_NO_ERROR,
    });
  });
});

describe("silent streams", () => {
  test("G-17: the stream that stays open sends nothing after the client has ended", async () => {
    const stream = openRaw(session, "/test/Stay");
    const response = readRaw(stream);
    stream.end(frameMessage(Buffer.alloc(0)));
    await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(0)));

    expect([stream.closed, stream.readableEnded]).toEqual([false, false]);
    stream.close(constants.NGHTTP2_CANCEL);
    await expect(response).resolves.toMatchObject({ headers: undefined });
  });

  test("G-15: the stream that follows the client ends with it, whatever was sent", async () => {
    const stream = openRaw(session, "/test/Follow");
    const response = readRaw(stream);
    stream.write(frameMessage(Buffer.alloc(70_000)));
    await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(0)));
    expect(stream.closed).toBe(false);
    stream.end();

    expect(statusOf(await response)).toBe("0");
  });
});

describe("clients that disconnect", () => {
  test("a cancelled call ends without a response, before and after its request is complete", async () => {
    const begun = openRaw(session, "/test/Held");
    begun.write(frameMessage(Buffer.alloc(1), { claimed: 100 }));
    const asked = openRaw(session, "/test/Held");
    asked.end(frameMessage(Buffer.alloc(1)));
    while (release.length < 1) await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(0)));
    const ends = [readRaw(begun), readRaw(asked)];
    for (const stream of [begun, asked]) stream.close(constants.NGHTTP2_CANCEL);

    for (const end of await Promise.all(ends)) expect(end.headers).toBeUndefined();
    for (const go of release) go();
    while (sent.filter((name) => name === "Held").length < 1) {
      await callRaw(session, "/test/Echo", frameMessage(Buffer.alloc(0)));
    }
  });

  test("S-10: bytes that are not HTTP/2 end the connection", async () => {
    const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    for (const bytes of [
      Buffer.from("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n"),
      Buffer.concat([preface, Buffer.alloc(100, 0xff)]),
    ]) {
      await sendBytes(path, bytes);
    }
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 30, maxLength: 200 }), async (bytes) => {
        await sendBytes(path, bytes);
      }),
      { numRuns: 20 },
    );
  });
});
