import { writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { connect, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { runCommand } from "../../scripts/support/run-command";
import { type Certificate, makeCertificate } from "../api/support/make-certificate";
import { listen, trackSockets } from "../api/support/raw-server";
import { CANARY_TOKEN, QUEUE_ID } from "../support/e2e/queue-stage";
import { makeScratch } from "../support/make-scratch";
import { QUEUE_RESPONSE } from "../wire/fixtures";

// test/api/transport proves which certificates are refused. Here, the environment must change nothing.

const CLI = resolve(__dirname, "../../dist/cli.js");
const AUTHORITY = makeCertificate();

const closers: (() => Promise<void>)[] = [];
let directory: string;

beforeAll(() => {
  directory = makeScratch();
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Starts a TLS service that answers every request as `/getQueue`; returns its port and the requests. */
async function serve(certificate: Certificate): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer(certificate, (request, response) => {
    seen.push(String(request.headers["x-api-token"]));
    response.writeHead(200, { "content-type": "application/json" }).end(QUEUE_RESPONSE);
    request.resume();
  });
  closers.push(trackSockets(server));
  return { port: await listen(server), seen };
}

/** Starts a TLS proxy that connects every request to one service. */
async function startProxy(port: number, certificate: Certificate): Promise<string> {
  const server = createServer(certificate);
  server.on("connect", (_request, client: Socket) => {
    client.on("error", () => undefined);
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => undefined);
    closers.push(async () => {
      upstream.destroy();
    });
  });
  closers.push(trackSockets(server));
  return `https://127.0.0.1:${await listen(server)}`;
}

/** Writes a file of authorities; returns its path. */
async function saveAuthorities(name: string, ...certificates: readonly Certificate[]): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, certificates.map(({ cert }) => cert).join(""));
  return file;
}

/** Reads a queue in a process in which other programs would not verify certificates. */
async function read(
  url: string,
  args: readonly string[],
  env: { readonly [name: string]: string },
): Promise<{ status: number; output: string }> {
  return runCommand(process.execPath, [CLI, "queue", "get", QUEUE_ID, "--max-retries", "0", ...args], {
    cwd: directory,
    env: {
      PATH: process.env["PATH"],
      NODE_TLS_REJECT_UNAUTHORIZED: "0",
      MERGEQUEUE_BASE_URL: url,
      MERGEQUEUE_TOKEN: CANARY_TOKEN,
      ...env,
    },
  });
}

const REFUSED = { status: 1, output: expect.stringMatching(/SELF_SIGNED|UNABLE_TO/) as unknown };

test("S-08, F-31: neither a service nor the proxy before it is trusted without its authority in --ca-file", async () => {
  const name = "merge.example.com";
  const [service, proxy] = [makeCertificate({ addresses: [], names: [name] }), AUTHORITY];
  const { port, seen } = await serve(service);
  const env = { HTTPS_PROXY: await startProxy(port, proxy) };
  const url = `https://${name}/v1`;

  for (const [file, known] of [
    ["service.pem", service],
    ["proxy.pem", proxy],
  ] as const) {
    expect(await read(url, ["--ca-file", await saveAuthorities(file, known)], env)).toMatchObject(REFUSED);
  }
  expect(seen).toEqual([]);
  const both = await saveAuthorities("both.pem", service, proxy);
  expect(await read(url, ["--ca-file", both], env)).toMatchObject({ status: 0 });
  expect([...new Set(seen)]).toEqual([CANARY_TOKEN]);
});
