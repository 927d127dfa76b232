import { getEventListeners, once } from "node:events";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import type { Exchange } from "../../../src/api/exchange";
import {
  closeAllConnections,
  createUndiciTransport,
  MAX_RESPONSE_BYTES,
} from "../../../src/api/transport/undici-transport";
import { startRawServer } from "../support/raw-server";
import { closeLater, http, OK, request, send, serve, stopServing } from "../support/transport-stage";

afterEach(stopServing);

describe("a response", () => {
  test("arrives with status, the headers that matter, and its text", async () => {
    const text = '{"a":"日本 é"}';
    const { origin } = await serve((socket) => {
      const headers = [
        "Content-Type: application/json",
        "Retry-After: 3",
        "Date: Sat, 21 Nov 2026 12:00:00 GMT",
        "Location: /elsewhere",
        "Location: /nowhere",
        "X-Request-Id: request-1",
        `Content-Length: ${Buffer.byteLength(text)}`,
      ];
      socket.write(http("503 Busy", headers, text));
    });
    expect(await send(origin)).toEqual({
      kind: "response",
      status: 503,
      contentType: "application/json",
      retryAfter: "3",
      date: "Sat, 21 Nov 2026 12:00:00 GMT",
      location: "/elsewhere",
      requestId: "request-1",
      text,
      isMangled: false,
    });
  });

  test.each([
    ["bytes that are not UTF-8", [0x7b, 0xff, 0x7d], { text: "{\uFFFD}", isMangled: true }],
    ["the character that stands for such bytes", [0xef, 0xbf, 0xbd], { text: "\uFFFD", isMangled: false }],
  ])("S-13: tells %s", async (_, bytes, expected) => {
    const { origin } = await serve((socket) => {
      socket.write(http("200 OK", [`content-length: ${bytes.length}`]));
      socket.write(Buffer.from(bytes));
    });
    expect(await send(origin)).toMatchObject(expected);
  });

  test.each([301, 302, 303, 307, 308])("S-05: that is a redirect (%i) is not followed", async (status) => {
    const evil = await startRawServer(() => undefined);
    const location = `http://127.0.0.1:${evil.port}/v1/getQueue`;
    const { origin } = await serve((socket) => {
      socket.write(http(`${status} Moved`, [`location: ${location}`, "content-length: 0"]));
    });
    expect(await send(origin)).toMatchObject({ kind: "response", status, location });
    expect(evil.received).toEqual([]);
    await evil.close();
  });
});

describe("a fault", () => {
  test("F-01: without a listener nothing was sent", async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    const text: unknown = expect.stringContaining("ECONNREFUSED");
    const fault = { kind: "fault", reason: "failed", isSent: false, isPermanent: false, text };
    expect(await send(`http://127.0.0.1:${gone.port}`)).toMatchObject(fault);
  });

  test.each<[string, (socket: Socket) => void]>([
    ["the connection is dropped", (socket) => socket.destroy()],
    ["the connection is reset", (socket) => socket.resetAndDestroy()],
    [
      "the body is shorter than its content-length",
      (socket) => socket.end(http("200 OK", ["content-length: 9"], "{")),
    ],
    ["the response is not HTTP", (socket) => socket.write("SSH-2.0-OpenSSH\r\n\r\n")],
  ])("F-02, F-07: if %s after the request, it was sent", async (_case, behave) => {
    const fault = { kind: "fault", reason: "failed", isSent: true };
    expect(await send((await serve(behave)).origin)).toMatchObject(fault);
  });

  test("F-07: a body that ends with the connection is a response with the bytes that arrived", async () => {
    const { origin } = await serve((socket) => {
      socket.end(http("200 OK", ["connection: close"], '{"concurrency":'));
    });
    expect(await send(origin)).toMatchObject({ kind: "response", status: 200, text: '{"concurrency":' });
  });

  test.each([["content-length: 1001"], ["connection: close"]])(
    "F-07: a response above the limit gives an error, one at the limit does not: %s",
    async (header) => {
      const { origin } = await serve((socket) => {
        socket.end(http("200 OK", [header], "x".repeat(1001)));
      });
      expect(await send(origin, 1000)).toMatchObject({ kind: "fault", reason: "too_large", isSent: true });
      expect(await send(origin, 1001)).toMatchObject({ kind: "response", status: 200 });
    },
  );

  test("F-07, F-20: a compressed response is read; a bomb and invalid compression are faults", async () => {
    const sent = { content: gzipSync("x".repeat(1000)) };
    const { origin } = await serve((socket) => {
      socket.write(http("200 OK", ["content-encoding: gzip", `content-length: ${sent.content.length}`]));
      socket.write(sent.content);
    });
    expect(await send(origin, 1000)).toMatchObject({ kind: "response", text: "x".repeat(1000) });
    const tooLarge = "the decompressed response is larger than this client accepts (ERR_BUFFER_TOO_LARGE)";
    const bomb = { kind: "fault", reason: "too_large", isSent: true, isPermanent: true, text: tooLarge };
    expect(await send(origin, 999)).toMatchObject(bomb);
    sent.content = Buffer.from("plain text");
    const text = "the response could not be decompressed (Z_DATA_ERROR)";
    const broken = { kind: "fault", reason: "failed", isSent: true, isPermanent: false, text };
    expect(await send(origin)).toMatchObject(broken);
  });

  test("F-33, F-07: settings from a request of 20 MiB can be read back, and 33 MiB is too much", async () => {
    expect(MAX_RESPONSE_BYTES).toBe(32 * 1024 * 1024);
    const size = { bytes: 21 * 1024 * 1024 };
    const { origin } = await serve((socket) => {
      socket.write(http("200 OK", ["connection: close"]));
      socket.end(Buffer.alloc(size.bytes, "x"));
    });
    expect(await send(origin)).toMatchObject({ kind: "response", status: 200 });
    size.bytes = 33 * 1024 * 1024;
    expect(await send(origin)).toMatchObject({ kind: "fault", reason: "too_large" });
  });
});

describe("the signal", () => {
  /** Sends, and cuts the exchange off as soon as the server says so. */
  async function cancelWhen(onRequest: (socket: Socket, cut: () => void) => void): Promise<Exchange> {
    const stop = new AbortController();
    const { origin } = await serve((socket) => {
      onRequest(socket, () => {
        stop.abort();
      });
    });
    return createUndiciTransport({ origin })(request(stop.signal));
  }
  const CANCELLED = { kind: "fault", reason: "cancelled", isSent: true };

  test("F-06: cancels a request to a server that never responds, and closes its connection", async () => {
    let closed: Promise<unknown> | undefined;
    const exchange = await cancelWhen((socket, cut) => {
      closed = once(socket, "close");
      cut();
    });
    expect(exchange).toMatchObject(CANCELLED);
    await closed;
  });

  test("F-06: cuts off headers that never end", async () => {
    const exchange = cancelWhen((socket, cut) => socket.write("HTTP/1.1 200 OK\r\nx-slow: ", cut));
    expect(await exchange).toMatchObject(CANCELLED);
  });

  test("F-06: cuts off a body that drips and never ends", async () => {
    let drops = 0;
    const exchange = await cancelWhen((socket, cut) => {
      socket.write(http("200 OK", ["content-length: 1000000"]));
      const drip = (): void => {
        if (++drops === 50) cut();
        if (!socket.destroyed) socket.write("x", () => setImmediate(drip));
      };
      drip();
    });
    expect(exchange).toMatchObject(CANCELLED);
    expect(drops).toBeGreaterThanOrEqual(50);
  });

  test("F-29: cuts off a wait for a connection, and knows that nothing was sent", async () => {
    const stop = new AbortController();
    // It does not answer the first message of the TLS handshake.
    const server = await startRawServer(() => {
      stop.abort();
    });
    closeLater(server.close);
    const transport = createUndiciTransport({ origin: `https://127.0.0.1:${server.port}` });
    const waiting = transport(request(stop.signal));
    expect(await waiting).toMatchObject({ kind: "fault", reason: "cancelled", isSent: false });
  });

  test("that is long-lived keeps no reference to a finished request", async () => {
    const { signal } = new AbortController();
    const { origin } = await serve((socket, connection) => {
      if (connection === 0) socket.write(OK);
      else socket.destroy();
    });
    const transport = createUndiciTransport({ origin });
    expect(await transport(request(signal))).toMatchObject({ kind: "response" });
    await closeAllConnections();
    expect(await transport(request(signal))).toMatchObject({ kind: "fault" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("that is set already sends nothing", async () => {
    const { origin } = await serve((socket) => socket.write(OK));
    const exchange = await createUndiciTransport({ origin })(request(AbortSignal.abort()));
    expect(exchange).toMatchObject({ kind: "fault", reason: "cancelled", isSent: false });
  });
});
