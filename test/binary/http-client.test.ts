import "./support/use-binary";
import type { Socket } from "node:net";
import { TfNumber } from "../../src/plugin/tf-number";
import { startRawServer } from "../api/support/raw-server";
import { BuiltProvider, QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { state } from "../provider/support/queue-values";
import { QUEUE_RESPONSE } from "../wire/fixtures";

/** How many reads run at once. */
const AT_ONCE = 24;

describe("D-13: the compiled provider's HTTP client is ours", () => {
  const closers: (() => Promise<void>)[] = [];
  let provider: BuiltProvider;
  let side: TerraformSide;

  beforeAll(async () => {
    provider = await BuiltProvider.layOut();
    side = await provider.start({ MERGEQUEUE_MAX_RETRIES: "0" });
  });

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  afterAll(async () => {
    await provider.remove();
  });

  /** Configures the provider for a new service; returns a function that counts the service's connections. */
  async function configureFor(
    onRequest: (socket: Socket) => void,
    limits: { readonly [argument: string]: TfNumber } = {},
  ): Promise<() => number> {
    const server = await startRawServer((socket, received) => {
      if (received.endsWith("}")) onRequest(socket);
    });
    closers.push(server.close);
    const given = { base_url: `http://127.0.0.1:${server.port}/v1`, token: "fake", ...limits };
    expect(listErrors(await side.configure(given))).toEqual([]);
    return () => server.received.length;
  }

  function respond(socket: Socket): void {
    const head = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(QUEUE_RESPONSE)}`;
    socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${QUEUE_RESPONSE}`);
  }

  test("R-5: opens a connection for each request in progress, and reuses them", async () => {
    let waiting: Socket[] = [];
    const countConnections = await configureFor((socket) => {
      waiting.push(socket);
      if (waiting.length < AT_ONCE) return;
      const full = waiting;
      waiting = [];
      setImmediate(() => {
        full.forEach(respond);
      });
    });

    for (let round = 0; round < 3; round += 1) {
      const reads = Array.from({ length: AT_ONCE }, () => side.read(QUEUE_TYPE, state()));
      const errors = (await Promise.all(reads)).flatMap(({ diagnostics }) => listErrors(diagnostics));
      expect(errors).toEqual([]);
    }

    expect(countConnections()).toBe(AT_ONCE);
  });

  test("ends an attempt after request_timeout_seconds, even if single bytes keep arriving", async () => {
    const timers: NodeJS.Timeout[] = [];
    await configureFor(
      (socket) => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n");
        timers.push(setInterval(() => socket.write(" "), 100));
      },
      { request_timeout_seconds: TfNumber.of(1) },
    );

    const { diagnostics } = await side.read(QUEUE_TYPE, state());
    for (const timer of timers) clearInterval(timer);

    expect(listErrors(diagnostics)).toEqual([
      expect.stringContaining("no complete response arrived in time"),
    ]);
  });
});
