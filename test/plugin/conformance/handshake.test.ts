import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isThereForAWhile } from "../../support/is-there-for-a-while";
import { makeScratch } from "../../support/make-scratch";
import { waitFor } from "../../support/wait-for";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { call, connect } from "../support/connect";
import {
  type PluginOptions,
  type PluginProcess,
  parseHandshake,
  startProcess,
} from "../support/plugin-process";
import { ProviderService } from "../support/services";

const provider = buildTinyProvider();
const scratch = makeScratch();
let running: PluginProcess[] = [];

function start(options: Partial<PluginOptions> = {}): PluginProcess {
  const process = startProcess({ command: provider.command, ...options });
  running.push(process);
  return process;
}

afterEach(async () => {
  await Promise.all(running.map((process) => process.end()));
  running = [];
});

describe("cookie", () => {
  test.each([[undefined], ["wrong"], [""]])(
    "G-01: with the cookie %j it explains itself on standard error only, and exits with 1",
    async (cookie) => {
      const process = start({ env: { TF_PLUGIN_MAGIC_COOKIE: cookie } });

      await expect(process.exited).resolves.toEqual({ code: 1, signal: null });
      expect(process.stdout()).toBe("");
      expect(process.stderr()).toMatch(/^This is the tiny provider 1\.2\.3 for Terraform and OpenTofu\./);
    },
  );
});

describe("handshake line", () => {
  test.each(["6,5", undefined])(
    "G-02: with PLUGIN_PROTOCOL_VERSIONS %j it announces version 6",
    async (versions) => {
      const { fields } = parseHandshake(
        await start({ env: { PLUGIN_PROTOCOL_VERSIONS: versions } }).firstLine,
      );

      expect(fields.slice(0, 3)).toEqual(["1", "6", "unix"]);
    },
  );

  test("G-03: nothing that is printed during loading comes before the handshake", async () => {
    const process = start({ env: { TF_LOG: "trace" } });

    parseHandshake(await process.firstLine);

    // Two pipes have no order between them.
    await waitFor(() => process.stderr().includes("So would this one."), "the log");
    expect(process.stdout().split("\n")).toHaveLength(2);
  });

  test("G-06: without PLUGIN_CLIENT_CERT there is no certificate and no TLS", async () => {
    const handshake = parseHandshake(await start({ tls: false }).firstLine);
    const client = connect(handshake, undefined);

    const response = await call(client, ProviderService.getMetadata, {});
    client.close();

    expect(handshake.certificate).toBeUndefined();
    expect(response.resources).toContainEqual({ typeName: "tiny_thing" });
  });

  test("G-19: it reads nothing from standard input", async () => {
    const file = join(scratch, "stdin.txt");
    writeFileSync(file, "typed by a user\n");
    const stdin = openSync(file, "r");

    await start({ stdin }).firstLine;

    // The position in the file is shared with the process.
    expect(readFileSync(stdin, "utf8")).toBe("typed by a user\n");
    closeSync(stdin);
  });
});

describe("socket", () => {
  test("G-11: it lies in PLUGIN_UNIX_SOCKET_DIR where that is set", async () => {
    const directory = join(scratch, "wanted");
    mkdirSync(directory);

    const { address } = parseHandshake(await start({ env: { PLUGIN_UNIX_SOCKET_DIR: directory } }).firstLine);

    expect(dirname(address)).toBe(directory);
    expect(statSync(address).mode & 0o777).toBe(0o600);
  });

  test("G-03, G-11: an unknown group is an error that names it, and the process stays long enough for the host to read it", async () => {
    const process = start({ env: { PLUGIN_UNIX_SOCKET_GROUP: "no-such-group" } });

    await expect(process.firstLine).resolves.toContain("no-such-group");
    expect(await isThereForAWhile(process.exited)).toBe(true);
    await expect(process.exited).resolves.toEqual({ code: 1, signal: null });
    expect(process.stderr()).toContain("no-such-group");
  });

  test("G-12: with a TMPDIR of 150 characters the socket is elsewhere, and it works", async () => {
    const directory = join(scratch, "x".repeat(150 - scratch.length));
    mkdirSync(directory, { recursive: true });

    const process = start({ env: { TMPDIR: directory } });
    const handshake = parseHandshake(await process.firstLine);
    const client = connect(handshake, process.client);
    const response = await call(client, ProviderService.getMetadata, {});
    client.close();

    expect(Buffer.byteLength(handshake.address)).toBeLessThanOrEqual(107);
    expect(response.resources).toHaveLength(1);
    expect(readdirSync(directory)).toEqual([]);
  });
});
