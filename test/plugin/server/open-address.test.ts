import { createServer, type Server } from "node:net";
import type { Client } from "@grpc/grpc-js";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";
import { ConnectionQueue, openAddress } from "../../../src/plugin/server/open-address";
import { call, connect } from "../support/connect";
import { ProviderService } from "../support/services";
import { createTinyServer } from "../support/tiny-server";

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function createConnectionQueue(): ConnectionQueue {
  const connections = new ConnectionQueue();
  closers.push(() => connections.server.close());
  return connections;
}

/** Listens without a socket. */
function open(
  portRange: readonly [number, number],
  allowsTcp = true,
  { server } = createConnectionQueue(),
): ReturnType<typeof openAddress> {
  return openAddress(server, { socket: undefined, portRange, allowsTcp });
}

/** Takes a free port of the loopback interface. */
async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, port: address.port };
}

describe("openAddress", () => {
  test("G-11, G-12, F-32: without a socket it listens on the loopback interface, with TLS", async () => {
    const { server: taker, port } = await takePort();
    await new Promise((resolve) => taker.close(resolve));
    const certificate = createCertificate();
    const client = createCertificate({ curve: "P-521" });

    const connections = createConnectionQueue();

    const address = await open([port, port], true, connections);
    const connection: Client = connect({ ...address, certificate: certificate.pem }, client);
    const response = call(connection, ProviderService.getMetadata, {});
    const server = createTinyServer({ certificate, clientCertificate: client.pem });
    closers.push(() => {
      connection.close();
      server.close();
    });
    // The connection may arrive before the server accepts connections.
    connections.open((socket) => {
      server.accept(socket);
    });

    expect(address).toEqual({ network: "tcp", address: `127.0.0.1:${port}` });
    await expect(response).resolves.toMatchObject({ diagnostics: [] });
  });

  test("G-11: without a free port it says which it tried", async () => {
    const { port } = await takePort();

    await expect(open([port, port])).rejects.toThrow(`No TCP port from ${port} to ${port} is free`);
  });

  test("S-10, F-32: without a socket and without TLS it does not listen", async () => {
    await expect(open([10_000, 25_000], false)).rejects.toThrow("Set TMPDIR to a directory of yours");
  });
});
