import dns, { type LookupAddress } from "node:dns";
import { rootCertificates } from "node:tls";
import type * as undici from "undici";
import { Pool } from "undici";
import { createUndiciTransport } from "../../../src/api/transport/undici-transport";
import { startRawServer } from "../support/raw-server";
import { closeLater, OK, stopServing } from "../support/transport-stage";

jest.mock("undici", () => {
  const actual = jest.requireActual<typeof undici>("undici");
  return { ...actual, Pool: jest.fn((...given: [string, object]) => new actual.Pool(...given)) };
});

const LOOPBACK = { address: "127.0.0.1", family: 4 };

afterEach(stopServing);

/** Sends a request to a service on 127.0.0.1 under a name with these addresses; returns the exchange. */
async function send(addresses: readonly LookupAddress[]): Promise<unknown> {
  const server = await startRawServer((socket) => socket.write(OK));
  closeLater(server.close);
  jest.spyOn(dns, "lookup").mockImplementation(((
    _name: string,
    { all }: { all?: boolean },
    callback: (error: null, address: string | readonly LookupAddress[], family?: number) => void,
  ) => {
    const [{ address, family } = { address: "", family: 0 }] = addresses;
    if (all === true) callback(null, addresses);
    else callback(null, address, family);
  }) as typeof dns.lookup);
  const transport = createUndiciTransport({ origin: `http://queues.example:${server.port}` });
  const { signal } = new AbortController();
  return transport({ method: "POST", path: "/v1/getQueue", headers: {}, body: "{}", signal });
}

describe("connecting", () => {
  test("F-29: tries the other kind of address if the first one does not respond", async () => {
    const both = [{ address: "::1", family: 6 }, LOOPBACK];
    expect(await send(both)).toMatchObject({ kind: "response", status: 200 });
  });

  test.each([undefined, "/nowhere.pem"])(
    "S-08: authorities are added if NODE_EXTRA_CA_CERTS is %p",
    async (extra) => {
      jest.replaceProperty(process, "env", { ...process.env, NODE_EXTRA_CA_CERTS: extra });
      const ca = `${rootCertificates.at(0)}\n`;
      const transport = createUndiciTransport({ origin: "https://127.0.0.1:1", ca });
      const { signal } = new AbortController();
      await transport({ method: "GET", path: "/", headers: {}, body: undefined, signal });
      expect(jest.mocked(Pool).mock.calls.at(-1)?.[1]).toHaveProperty("connect.secureContext");
    },
  );

  test("F-28, F-29: gives up after 10 seconds; idle connections are closed after 4, whatever the service hints", async () => {
    await send([LOOPBACK]);
    expect(jest.mocked(Pool).mock.calls.at(-1)?.[1]).toMatchObject({
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 4_000,
      connect: { timeout: 10_000, autoSelectFamily: true },
    });
  });
});
