import dns, { type LookupAddress } from "node:dns";
import { getEventListeners, once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Exchange, HttpRequest } from "../../../src/api/transport/exchange";
import {
  closeAllConnections,
  closeConnections,
  createUndiciTransport,
  MAX_RESPONSE_BYTES,
} from "../../../src/api/transport/undici-transport";
import { forEachLimited } from "../../../src/reconcile/plan/for-each-limited";
import { type RawServer, startRawServer } from "../support/raw-server";

const BODY = '{"x":1}';
let server: RawServer | undefined;

afterEach(async () => {
  jest.restoreAllMocks();
  await closeAllConnections();
  await server?.close();
  server = undefined;
});

async function serve(onRequest: (socket: Socket, connection: number) => void): Promise<string> {
  server = await startRawServer((socket, received, connection) => {
    // Every request of these tests ends with its body.
    if (received.endsWith(BODY)) onRequest(socket, connection);
  });
  return `http://127.0.0.1:${server.port}`;
}

function request(signal = new AbortController().signal): HttpRequest {
  return { method: "POST", path: "/v1/getQueue", headers: { "x-api-token": "fake" }, body: BODY, signal };
}

async function send(origin: string, maxResponseBytes?: number): Promise<Exchange> {
  const cap = maxResponseBytes === undefined ? {} : { maxResponseBytes };
  return createUndiciTransport({ origin, ...cap })(request());
}

function http(status: string, headers: string[], body = ""): string {
  return [`HTTP/1.1 ${status}`, ...headers, "", body].join("\r\n");
}

const OK = http("200 OK", ["content-type: application/json", "content-length: 2"], "{}");

describe("a response", () => {
  test("arrives with status, the headers that matter, and its text", async () => {
    const text = '{"a":"日本 é"}';
    const origin = await serve((socket) => {
      const headers = [
        "Content-Type: application/json",
        "Retry-After: 3",
        "Date: Sat, 21 Nov 2026 12:00:00 GMT",
        "Location: /elsewhere",
        "Location: /nowhere",
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
      text,
      isMangled: false,
    });
  });

  test.each([
    ["bytes that are not UTF-8", [0x7b, 0xff, 0x7d], { text: "{\uFFFD}", isMangled: true }],
    ["the character that stands for such bytes", [0xef, 0xbf, 0xbd], { text: "\uFFFD", isMangled: false }],
  ])("S-13: tells %s", async (_, bytes, expected) => {
    const origin = await serve((socket) => {
      socket.write(http("200 OK", [`content-length: ${bytes.length}`]));
      socket.write(Buffer.from(bytes));
    });
    expect(await send(origin)).toMatchObject(expected);
  });

  test.each([301, 302, 303, 307, 308])(
    "S-05: that is a redirect (%i) to another host is not followed",
    async (status) => {
      const evil = await startRawServer(() => undefined);
      const target = `http://127.0.0.1:${evil.port}/v1/getQueue`;
      const origin = await serve((socket) => {
        socket.write(http(`${status} Moved`, [`location: ${target}`, "content-length: 0"]));
      });
      expect(await send(origin)).toMatchObject({ kind: "response", status, location: target });
      expect(evil.received).toEqual([]);
      await evil.close();
    },
  );
});

describe("a fault", () => {
  test("F-01: without a listener nothing was sent", async () => {
    const gone = await startRawServer(() => undefined);
    await gone.close();
    expect(await send(`http://127.0.0.1:${gone.port}`)).toMatchObject({
      kind: "fault",
      reason: "failed",
      isSent: false,
      isPermanent: false,
      text: expect.stringContaining("ECONNREFUSED") as unknown,
    });
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
    expect(await send(await serve(behave))).toMatchObject(fault);
  });

  test("F-07: a body that ends with the connection is a response with the bytes that arrived", async () => {
    const origin = await serve((socket) => {
      socket.end(http("200 OK", ["connection: close"], '{"concurrency":'));
    });
    expect(await send(origin)).toMatchObject({ kind: "response", status: 200, text: '{"concurrency":' });
  });

  test("F-07: a response above the limit gives an error, however it declares its length", async () => {
    for (const headers of [["content-length: 1001"], ["connection: close"]]) {
      const origin = await serve((socket) => {
        socket.end(http("200 OK", headers, "x".repeat(1001)));
      });
      expect(await send(origin, 1000)).toMatchObject({ kind: "fault", reason: "too_large", isSent: true });
      await server?.close();
    }
  });

  test("F-07: a response at the limit does not give an error", async () => {
    const origin = await serve((socket) =>
      socket.write(http("200 OK", ["content-length: 1000"], "x".repeat(1000))),
    );
    expect(await send(origin, 1000)).toMatchObject({ kind: "response", status: 200 });
  });

  test("F-07, F-20: a compressed response is read; a bomb and invalid compression are faults", async () => {
    const sent = { content: gzipSync("x".repeat(1000)) };
    const origin = await serve((socket) => {
      socket.write(http("200 OK", ["content-encoding: gzip", `content-length: ${sent.content.length}`]));
      socket.write(sent.content);
    });
    expect(await send(origin, 1000)).toMatchObject({ kind: "response", text: "x".repeat(1000) });
    expect(await send(origin, 999)).toMatchObject({
      kind: "fault",
      reason: "too_large",
      isSent: true,
      isPermanent: true,
      text: "the response, decompressed, is larger than this client reads (ERR_BUFFER_TOO_LARGE)",
    });
    sent.content = Buffer.from("plain text");
    expect(await send(origin)).toMatchObject({
      kind: "fault",
      reason: "failed",
      isSent: true,
      isPermanent: false,
      text: "the response could not be decompressed (Z_DATA_ERROR)",
    });
  });

  test("F-33, F-07: settings from a request of 20 MiB can be read back, and 33 MiB is too much", async () => {
    expect(MAX_RESPONSE_BYTES).toBe(32 * 1024 * 1024);
    const size = { bytes: 21 * 1024 * 1024 };
    const origin = await serve((socket) => {
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
    const origin = await serve((socket) => {
      onRequest(socket, () => {
        stop.abort();
      });
    });
    return createUndiciTransport({ origin })(request(stop.signal));
  }
  const CANCELLED = { kind: "fault", reason: "cancelled", isSent: true };

  test("F-06: cancels a request to a server that never responds", async () => {
    expect(
      await cancelWhen((_socket, cut) => {
        cut();
      }),
    ).toMatchObject(CANCELLED);
  });

  test("F-06: closes the connection of a cancelled request, so that hung requests do not use up all connections", async () => {
    let closed: Promise<unknown> | undefined;
    await cancelWhen((socket, cut) => {
      closed = once(socket, "close");
      cut();
    });
    await closed;
  });

  test("F-06: cuts off headers that never end", async () => {
    expect(
      await cancelWhen((socket, cut) => {
        socket.write("HTTP/1.1 200 OK\r\nx-slow: ", cut);
      }),
    ).toMatchObject(CANCELLED);
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
    server = await startRawServer(() => {
      stop.abort();
    });
    const transport = createUndiciTransport({ origin: `https://127.0.0.1:${server.port}` });
    const waiting = transport(request(stop.signal));
    expect(await waiting).toMatchObject({ kind: "fault", reason: "cancelled", isSent: false });
  });

  test("that is long-lived keeps no reference to a finished request", async () => {
    const { signal } = new AbortController();
    const origin = await serve((socket, connection) => {
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
    const origin = await serve((socket) => socket.write(OK));
    const exchange = await createUndiciTransport({ origin })(request(AbortSignal.abort()));
    expect(exchange).toMatchObject({ kind: "fault", reason: "cancelled", isSent: false });
  });
});

describe("connections", () => {
  test("R-5: are as many as there are requests at once, and all transports to an origin share them", async () => {
    const origin = await serve((socket) => {
      setImmediate(() => socket.write(OK));
    });
    const sendAtOnce = async (): Promise<void> => {
      const exchanges = await Promise.all(Array.from({ length: 30 }, async () => send(origin)));
      expect(exchanges.every(({ kind }) => kind === "response")).toBe(true);
    };
    await sendAtOnce();
    await sendAtOnce();
    expect(server?.received).toHaveLength(30);
  });

  test("R-5: are never more than requests in progress, however many follow each other", async () => {
    const origin = await serve((socket) => {
      setImmediate(() => socket.write(OK));
    });
    const items = Array.from({ length: 100 }, (_, index) => index);
    await forEachLimited(items, 4, async () => {
      expect(await send(origin)).toMatchObject({ status: 200 });
    });
    expect(server?.received).toHaveLength(4);
  });

  test("are kept for the next request", async () => {
    const origin = await serve((socket) => socket.write(OK));
    for (let index = 0; index < 5; index++) expect(await send(origin)).toMatchObject({ status: 200 });
    expect(server?.received).toHaveLength(1);
  });

  test("F-28: that the server closed while idle are replaced without an error", async () => {
    const origin = await serve((socket, connection) => {
      if (connection === 0) socket.end(OK);
      else socket.write(OK);
    });
    expect(await send(origin)).toMatchObject({ status: 200 });
    expect(await send(origin)).toMatchObject({ status: 200 });
  });

  test("F-28: that break while the next request is written are a lost response", async () => {
    let requests = 0;
    const origin = await serve((socket) => {
      if (++requests === 1) socket.write(OK);
      else socket.resetAndDestroy();
    });
    expect(await send(origin)).toMatchObject({ status: 200 });
    await nextTurn();
    expect(await send(origin)).toMatchObject({ kind: "fault", reason: "failed", isSent: true });
    expect([requests, server?.received.length]).toEqual([2, 1]);
  });

  test("can be closed, and are opened again for the next request", async () => {
    const origin = await serve((socket) => socket.write(OK));
    const transport = createUndiciTransport({ origin });
    await transport(request());
    await closeAllConnections();
    expect(await transport(request())).toMatchObject({ status: 200 });
    expect(server?.received).toHaveLength(2);
  });

  test("F-30: names are resolved again for each of them, whatever the last result was", async () => {
    const origin = await serve((socket) => {
      socket.end(http("200 OK", ["content-length: 2", "connection: close"], "{}"));
    });
    const responses: (string | undefined)[] = ["127.0.0.1", undefined, "127.0.0.1", undefined];
    const lookUp = jest.spyOn(dns, "lookup").mockImplementation(((
      name: string,
      _options: unknown,
      callback: (error: Error | null, addresses?: LookupAddress[]) => void,
    ) => {
      const address = responses.shift();
      if (address !== undefined) callback(null, [{ address, family: 4 }]);
      else callback(new Error(`getaddrinfo ENOTFOUND ${name}`));
    }) as typeof dns.lookup);
    const named = origin.replace("127.0.0.1", "queues.example");
    const outcomes: (number | string)[] = [];
    for (let time = 0; time < 4; time += 1) {
      const exchange = await send(named);
      outcomes.push(exchange.kind === "response" ? exchange.status : exchange.reason);
    }
    expect(outcomes).toEqual([200, "failed", 200, "failed"]);
    expect(lookUp.mock.calls.map(([name]) => name)).toEqual(Array(4).fill("queues.example"));
  });

  test("are closed after the requests that were made before have ended", async () => {
    const origin = await serve((socket) => socket.write(OK));
    const exchange = createUndiciTransport({ origin })(request());
    await closeConnections({ origin });
    expect(await exchange).toMatchObject({ kind: "response" });
  });

  test("that are closed fail the requests in progress", async () => {
    const requested = new AbortController();
    const origin = await serve(() => {
      requested.abort();
    });
    const exchange = send(origin);
    await once(requested.signal, "abort");
    await closeAllConnections();
    expect(await exchange).toMatchObject({ kind: "fault", reason: "failed", isSent: true });
  });
});

describe("plain http", () => {
  test("F-31: is never sent to a proxy", async () => {
    const proxy = await startRawServer(() => undefined);
    const origin = await serve((socket) => socket.write(OK));
    const settings = { url: `http://127.0.0.1:${proxy.port}`, noProxy: "" };
    expect(await createUndiciTransport({ origin, proxy: settings })(request())).toMatchObject({
      status: 200,
    });
    expect(proxy.received).toEqual([]);
    await proxy.close();
  });
});
