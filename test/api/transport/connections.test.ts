import dns, { type LookupAddress } from "node:dns";
import { once } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  closeAllConnections,
  closeConnections,
  createUndiciTransport,
} from "../../../src/api/transport/undici-transport";
import { forEachLimited } from "../../../src/reconcile/for-each-limited";
import { http, OK, request, send, serve, stopServing } from "../support/transport-stage";

afterEach(stopServing);

describe("connections", () => {
  test("R-5: are as many as there are requests at once, and all transports to an origin share them", async () => {
    const { origin, received } = await serve((socket) => {
      setImmediate(() => socket.write(OK));
    });
    const sendAtOnce = async (): Promise<void> => {
      const exchanges = await Promise.all(Array.from({ length: 30 }, async () => send(origin)));
      expect(exchanges.every(({ kind }) => kind === "response")).toBe(true);
    };
    await sendAtOnce();
    await sendAtOnce();
    expect(received).toHaveLength(30);
  });

  test("R-5: are never more than requests in progress, however many follow each other", async () => {
    const { origin, received } = await serve((socket) => {
      setImmediate(() => socket.write(OK));
    });
    const items = Array.from({ length: 100 }, (_, index) => index);
    await forEachLimited(items, 4, async () => {
      expect(await send(origin)).toMatchObject({ status: 200 });
    });
    expect(received).toHaveLength(4);
  });

  test("are kept for the next request", async () => {
    const { origin, received } = await serve((socket) => socket.write(OK));
    for (let index = 0; index < 5; index++) expect(await send(origin)).toMatchObject({ status: 200 });
    expect(received).toHaveLength(1);
  });

  test("F-28: that the server closed while idle are replaced without an error", async () => {
    const { origin } = await serve((socket, connection) => {
      if (connection === 0) socket.end(OK);
      else socket.write(OK);
    });
    expect(await send(origin)).toMatchObject({ status: 200 });
    expect(await send(origin)).toMatchObject({ status: 200 });
  });

  test("F-28: that break while the next request is written are a lost response", async () => {
    let requests = 0;
    const { origin, received } = await serve((socket) => {
      if (++requests === 1) socket.write(OK);
      else socket.resetAndDestroy();
    });
    expect(await send(origin)).toMatchObject({ status: 200 });
    await nextTurn();
    expect(await send(origin)).toMatchObject({ kind: "fault", reason: "failed", isSent: true });
    expect([requests, received.length]).toEqual([2, 1]);
  });

  test("can be closed, and are opened again for the next request", async () => {
    const { origin, received } = await serve((socket) => socket.write(OK));
    const transport = createUndiciTransport({ origin });
    await transport(request());
    await closeAllConnections();
    expect(await transport(request())).toMatchObject({ status: 200 });
    expect(received).toHaveLength(2);
  });

  test("F-30: names are resolved again for each of them, whatever the last result was", async () => {
    const { origin } = await serve((socket) => {
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
    const { origin } = await serve((socket) => socket.write(OK));
    const exchange = createUndiciTransport({ origin })(request());
    await closeConnections({ origin });
    expect(await exchange).toMatchObject({ kind: "response" });
  });

  test("that are opened for a request that was cancelled meanwhile do not carry it", async () => {
    const stop = new AbortController();
    const { origin, received } = await serve((socket) => socket.write(OK));
    const exchange = createUndiciTransport({ origin })(request(stop.signal));
    // By then, undici has the request, but no connection yet.
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    stop.abort();
    expect(await exchange).toMatchObject({ kind: "fault", reason: "cancelled", isSent: false });
    await closeConnections({ origin });
    expect(received.join("")).toBe("");
  });

  test("that are closed fail the requests in progress", async () => {
    const requested = new AbortController();
    const { origin } = await serve(() => {
      requested.abort();
    });
    const exchange = send(origin);
    await once(requested.signal, "abort");
    await closeAllConnections();
    expect(await exchange).toMatchObject({ kind: "fault", reason: "failed", isSent: true });
  });
});
