import { getMaxListeners, once } from "node:events";
import { Agent } from "node:http";
import { connect } from "node:net";
import { drip, dropAfterCommit, type Fault, truncate } from "../../../src/emulator/faults";
import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { MAIN } from "../../engine/engine-fixtures";
import { call, startForTest } from "../call-service";

/** A request as it travels over a socket. */
function format({ token }: OpenEmulator, operation: string, body: unknown): string {
  const text = JSON.stringify(body);
  return (
    `POST /v1/${operation} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
    `x-api-token: ${token}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

/** Sends a request over a socket and returns all bytes until the connection ends. */
async function talk(emulator: OpenEmulator, operation: string, body: unknown): Promise<string> {
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  socket.write(format(emulator, operation, body));
  let received = "";
  for await (const chunk of socket) received += String(chunk);
  return received;
}

test("F-02: a dropped connection is reset without sending a byte", async () => {
  const emulator = await startForTest({ faults: [dropAfterCommit] });
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  const failed = once(socket, "error");
  let received = 0;
  socket.on("data", ({ length }) => {
    received += length;
  });
  socket.write(format(emulator, "createQueue", MAIN));
  const [error] = (await failed) as [NodeJS.ErrnoException];
  expect(error.code).toBe("ECONNRESET");
  expect(received).toBe(0);
  expect(emulator.findQueue(MAIN)).toBeDefined();
});

test("F-07: a truncated response declares its full length, or none", async () => {
  const emulator = await startForTest({ faults: [truncate(5)] });
  emulator.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
  const declared = await talk(emulator, "getQueue", MAIN);
  const [head = "", body] = declared.split("\r\n\r\n");
  expect(Number(/content-length: (\d+)/i.exec(head)?.[1])).toBeGreaterThan(100);
  expect(body).toBe('{"sta');

  emulator.setFaults(truncate(5, false));
  const open = await talk(emulator, "getQueue", MAIN);
  expect(open).not.toMatch(/content-length|transfer-encoding/i);
  expect(open.endsWith('\r\n\r\n{"sta')).toBe(true);
});

test("F-06: a slow head arrives completely, status and length before the body", async () => {
  const emulator = await startForTest({ faults: [drip(200, 1, "head")] });
  emulator.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
  const [head = "", body = ""] = (await talk(emulator, "getQueue", MAIN)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(Number(/content-length: (\d+)/.exec(head)?.[1])).toBe(Buffer.byteLength(body));
  expect(JSON.parse(body)).toMatchObject({ branch: "main" });
});

test("F-28: a fault can distinguish a reused connection, and any number of requests may wait without a warning", async () => {
  const seen: unknown[] = [];
  const watch: Fault = ({ isConnectionReused, signal }, next) => {
    seen.push([isConnectionReused, getMaxListeners(signal)]);
    return next();
  };
  const emulator = await startForTest({ faults: [watch] });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await call(emulator, "/v1/getQueue", MAIN, { agent });
  await call(emulator, "/v1/getQueue", MAIN, { agent });
  agent.destroy();
  expect(seen).toEqual([
    [false, Infinity],
    [true, Infinity],
  ]);
});

test("a client that disconnects during its request does not disturb the service", async () => {
  const emulator = await startForTest();
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST /v1/getQueue HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{");
  while (emulator.connections.open === 0) await new Promise(setImmediate);
  socket.destroy();
  while (emulator.connections.open > 0) await new Promise(setImmediate);
  expect((await call(emulator, "/v1/getQueue", {})).status).toBe(400);
  expect(emulator.requests).toHaveLength(1);
});
