import { findProviderBundle } from "../../src/distribution/find-provider-bundle";
import { call, connect } from "../plugin/support/connect";
import { parseHandshake, startProcess } from "../plugin/support/plugin-process";
import { GRPCControllerService, HealthService, ProviderService } from "../plugin/support/services";
import { makeScratch } from "../support/make-scratch";

const bundle = findProviderBundle(__dirname);

/** Makes Node.js say that it runs on Windows, where the provider listens on TCP (rule G-11). */
const PLATFORM = "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})";
const ON_WINDOWS = ["--import", PLATFORM];

describe("the provider's bundle", () => {
  const TMPDIR = makeScratch();

  test.each([
    { network: "unix", tls: true, options: [] },
    { network: "unix", tls: false, options: [] },
    { network: "tcp", tls: true, options: ON_WINDOWS },
    { network: "tcp", tls: false, options: ON_WINDOWS },
  ])("G-11: serves on $network with TLS $tls", async ({ network, tls, options }) => {
    const command = [process.execPath, ...options, bundle];
    const plugin = startProcess({ command, env: { TMPDIR }, tls });
    try {
      const handshake = parseHandshake(await plugin.firstLine);
      expect(handshake.network).toBe(network);
      expect(handshake.certificate !== undefined).toBe(tls);
      const client = connect(handshake, plugin.client);
      const { check } = HealthService;
      expect(await call(client, check, { service: "plugin" })).toEqual({ status: 1 });
      const { resourceSchemas } = await call(client, ProviderService.getProviderSchema, {});
      expect([...resourceSchemas.keys()]).toEqual(["mergequeue_queue"]);
      await call(client, GRPCControllerService.shutdown, {});
      expect(await plugin.exited).toEqual({ code: 0, signal: null });
      client.close();
    } finally {
      await plugin.end();
    }
  });

  test("sends the gRPC status of an error that another file of the bundle throws", async () => {
    const plugin = startProcess({ command: [process.execPath, bundle], env: { TMPDIR } });
    try {
      const client = connect(parseHandshake(await plugin.firstLine), plugin.client);
      await expect(call(client, HealthService.check, { service: "unknown" })).rejects.toMatchObject({
        code: 5,
        details: "There is no such service.",
      });
      await call(client, GRPCControllerService.shutdown, {});
      await plugin.exited;
      client.close();
    } finally {
      await plugin.end();
    }
  });
});
