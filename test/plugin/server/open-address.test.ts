import { createServer, type Server as NetServer } from "node:net";
import type { Client, Server } from "@grpc/grpc-js";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { createRedactor } from "../../../src/plugin/logging/create-redactor";
import { ProviderService } from "../../../src/plugin/protocol/tfplugin6.generated";
import { ProviderSession } from "../../../src/plugin/rpc/provider-session";
import { openAddress } from "../../../src/plugin/server/open-address";
import { createPluginServer } from "../../../src/plugin/server/plugin-server";
import { call, connect } from "../support/connect";
import { createTinyProvider } from "../support/tiny-definition";

const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function createServerOfTiny(): Server {
  const session = new ProviderSession({
    definition: createTinyProvider(),
    log: () => undefined,
    redactor: createRedactor(),
    work: new WorkTracker(),
    isDebug: false,
  });
  const server = createPluginServer(session, () => undefined);
  closers.push(() => {
    server.forceShutdown();
  });
  return server;
}

/** Takes a free port of the loopback interface. */
async function takePort(): Promise<{ server: NetServer; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { server, port: address.port };
}

describe("openAddress", () => {
  test("G-11, G-12, F-32: without a socket it listens on the loopback interface, with TLS", async () => {
    const { server, port } = await takePort();
    await new Promise((resolve) => server.close(resolve));
    const certificate = createCertificate();
    const client = createCertificate({ curve: "P-521" });

    const address = await openAddress(createServerOfTiny(), {
      socket: undefined,
      portRange: [port, port],
      tls: { certificate, clientCertificate: client.pem },
      allowsPlainTcp: false,
    });
    const connection: Client = connect({ ...address, certificate: certificate.pem }, client);
    closers.push(() => {
      connection.close();
    });

    expect(address).toEqual({ network: "tcp", address: `127.0.0.1:${port}` });
    await expect(call(connection, ProviderService.getMetadata, {})).resolves.toMatchObject({
      diagnostics: [],
    });
  });

  test("G-11: without a free port it says which it tried", async () => {
    const { port } = await takePort();
    // gRPC reports the taken port on its own, too.
    jest.spyOn(console, "error").mockImplementation(() => undefined);

    await expect(
      openAddress(createServerOfTiny(), {
        socket: undefined,
        portRange: [port, port],
        tls: undefined,
        allowsPlainTcp: true,
      }),
    ).rejects.toThrow(`No TCP port from ${port} to ${port} is free`);
  });

  test("S-10, F-32: without a socket and without TLS it does not listen", async () => {
    await expect(
      openAddress(createServerOfTiny(), {
        socket: undefined,
        portRange: [10_000, 25_000],
        tls: undefined,
        allowsPlainTcp: false,
      }),
    ).rejects.toThrow("Set TMPDIR to a folder of yours");
  });
});
