import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { bundleEntry } from "../../scripts/build/bundle-entry";
import { ENTRIES } from "../../scripts/build/entries";
import {
  makeGenericClientConstructor,
  Server,
  ServerCredentials,
  status,
} from "../../scripts/build/grpc-server";
import { GRPCControllerService } from "../../src/plugin/protocol/go-plugin.generated";
import { HealthCheckResponse_ServingStatus, HealthService } from "../../src/plugin/protocol/health.generated";
import { ProviderService } from "../../src/plugin/protocol/tfplugin6.generated";
import { call, connect } from "../plugin/support/connect";
import { parseHandshake, startProcess } from "../plugin/support/plugin-process";

/** Makes Node.js say that it runs on Windows, where the provider listens on TCP (rule G-11). */
const ON_WINDOWS = [
  "--import",
  "data:text/javascript,Object.defineProperty(process,'platform',{value:'win32'})",
];

describe("the provider's bundle, which holds half of grpc-js", () => {
  let directory = "";
  let bundle = "";
  let inputs: readonly string[] = [];

  beforeAll(async () => {
    const entry = ENTRIES.find(({ isStandalone }) => isStandalone);
    if (entry === undefined) throw new Error("no entry is standalone");
    directory = await mkdtemp(join(tmpdir(), "serving-"));
    inputs = await bundleEntry(resolve(__dirname, "../.."), entry, directory);
    bundle = join(directory, entry.outFile);
  });

  afterAll(async () => {
    await rm(directory, { recursive: true, force: true });
  });

  test.each([
    { network: "unix", tls: true, options: [] },
    { network: "unix", tls: false, options: [] },
    { network: "tcp", tls: true, options: ON_WINDOWS },
    { network: "tcp", tls: false, options: ON_WINDOWS },
  ])("G-11: serves on $network with TLS $tls", async ({ network, tls, options }) => {
    const plugin = startProcess({
      command: [process.execPath, ...options, bundle],
      env: { TMPDIR: directory },
      tls,
    });
    try {
      const handshake = parseHandshake(await plugin.firstLine);
      expect(handshake.network).toBe(network);
      expect(handshake.certificate !== undefined).toBe(tls);
      const client = connect(handshake, plugin.client);
      const { check } = HealthService;
      expect(await call(client, check, { service: "plugin" })).toEqual({
        status: HealthCheckResponse_ServingStatus.SERVING,
      });
      const { resourceSchemas } = await call(client, ProviderService.getProviderSchema, {});
      expect([...resourceSchemas.keys()]).toEqual(["mergequeue_queue"]);
      await call(client, GRPCControllerService.shutdown, {});
      expect(await plugin.exited).toEqual({ code: 0, signal: null });
      client.close();
    } finally {
      await plugin.end();
    }
  });

  test("holds nothing that connects to a server", () => {
    const modules = inputs.flatMap((input) => /grpc-js\/build\/src\/(.+)\.js$/.exec(input)?.[1] ?? []);
    expect(modules).toContain("server");
    expect(modules.filter((name) => /client|load-balanc|dns|transport|internal-channel/.test(name))).toEqual(
      [],
    );
  });

  test("takes what it names from the package", () => {
    expect(Server).toBe(grpc.Server);
    expect(ServerCredentials).toBe(grpc.ServerCredentials);
    expect(status).toBe(grpc.status);
  });

  test("refuses to make a client", () => {
    const Client = makeGenericClientConstructor();
    expect(() => new Client()).toThrow("holds no gRPC client");
  });
});
