import { stat, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { dirname, join } from "node:path";
import type { TlsOptions } from "node:tls";
import { createCertificate } from "../../src/plugin/handshake/create-certificate";
import { type Certificate, makeCertificate } from "../api/support/make-certificate";
import { listen, trackSockets } from "../api/support/raw-server";
import { BuiltProvider, QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { call, connect } from "../plugin/support/connect";
import { parseHandshake } from "../plugin/support/plugin-process";
import { ProviderService } from "../plugin/support/services";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { state } from "../provider/support/queue-values";
import { CANARY_TOKEN } from "../support/e2e/queue-stage";
import { makeScratch } from "../support/make-scratch";
import { QUEUE_RESPONSE } from "../wire/fixtures";
import { startEchoingService } from "./support/echoing-service";

/** Switches verification off in other programs. */
const UNSAFE = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

const closers: (() => Promise<void>)[] = [];
let directory: string;
let provider: BuiltProvider;
let side: TerraformSide;

beforeAll(async () => {
  directory = makeScratch();
  provider = await BuiltProvider.layOut();
  side = await provider.start({ ...UNSAFE, MERGEQUEUE_MAX_RETRIES: "0" });
});

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

afterAll(async () => {
  await provider.remove();
});

/** Starts a TLS service that answers every request as `/getQueue`; returns its address and the requests. */
async function serve(
  certificate: Certificate,
  options: TlsOptions = {},
): Promise<{ url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer({ ...certificate, ...options }, (request, response) => {
    seen.push(String(request.headers["x-api-token"]));
    response.writeHead(200, { "content-type": "application/json" }).end(QUEUE_RESPONSE);
    request.resume();
  });
  closers.push(trackSockets(server));
  return { url: `https://127.0.0.1:${await listen(server)}/v1`, seen };
}

/** Reads a queue through the provider; returns the errors. */
async function readByProvider(
  given: { readonly [argument: string]: string | null },
  by = side,
): Promise<readonly string[]> {
  const errors = listErrors(await by.configure({ token: CANARY_TOKEN, ...given }));
  return errors.length > 0 ? errors : listErrors((await by.read(QUEUE_TYPE, state())).diagnostics);
}

describe("the built provider, with NODE_TLS_REJECT_UNAUTHORIZED=0", () => {
  const good = makeCertificate();
  const weak: TlsOptions = { ciphers: "DEFAULT@SECLEVEL=0" };
  const old: TlsOptions = { ...weak, minVersion: "TLSv1.1", maxVersion: "TLSv1.1" };
  const elsewhere = makeCertificate({ addresses: ["127.0.0.2"], names: ["localhost"] });
  const expired = makeCertificate({ fromDay: -9, toDay: -1 });
  const early = makeCertificate({ fromDay: 1, toDay: 9 });
  const sha1 = makeCertificate({ authority: good, digest: "sha1" });
  const refused: [what: string, Certificate, root: Certificate | undefined, TlsOptions, reason: RegExp][] = [
    ["a self-signed certificate", good, undefined, {}, /SELF_SIGNED/],
    ["a certificate for another host", elsewhere, elsewhere, {}, /ALTNAME_INVALID/],
    ["a certificate that has expired", expired, expired, {}, /CERT_HAS_EXPIRED/],
    ["a certificate that is not valid yet", early, early, {}, /CERT_NOT_YET_VALID/],
    ["a certificate signed with SHA-1", sha1, good, weak, /MD_TOO_WEAK|CERT_SIGNATURE_\w+|UNSPECIFIED/],
    ["TLS 1.1", good, good, old, /protocol.version/i],
  ];

  test.each(refused)(
    "S-08: refuses %s and sends nothing",
    async (_what, certificate, root, options, reason) => {
      const { url, seen } = await serve(certificate, options);
      const ca = root === undefined ? null : join(directory, "ca.pem");
      if (root !== undefined) await writeFile(join(directory, "ca.pem"), root.cert);

      expect(await readByProvider({ base_url: url, ca_file: ca })).toEqual([expect.stringMatching(reason)]);
      expect(seen).toEqual([]);
    },
  );

  test("S-08: trusts a private authority if ca_file or NODE_EXTRA_CA_CERTS names it, and not otherwise", async () => {
    const { url, seen } = await serve(makeCertificate({ authority: good }));
    const other = makeCertificate();
    const second = await serve(other);
    const [ca, extra] = [join(directory, "private.pem"), join(directory, "extra.pem")];
    await writeFile(ca, good.cert);
    await writeFile(extra, other.cert);
    const environment = { ...UNSAFE, MERGEQUEUE_MAX_RETRIES: "0" };
    const plain = await provider.start(environment);
    const extended = await provider.start({ ...environment, NODE_EXTRA_CA_CERTS: extra });

    expect(await readByProvider({ base_url: url, ca_file: null }, plain)).toHaveLength(1);
    expect(await readByProvider({ base_url: url, ca_file: null }, extended)).toHaveLength(1);
    expect(await readByProvider({ base_url: second.url, ca_file: ca }, plain)).toHaveLength(1);
    expect([...seen, ...second.seen]).toEqual([]);
    expect(await readByProvider({ base_url: url, ca_file: ca }, plain)).toEqual([]);
    expect(await readByProvider({ base_url: url, ca_file: ca }, extended)).toEqual([]);
    // The authorities of ca_file are added to those of Node.js, only for connections of this configuration.
    expect(await readByProvider({ base_url: second.url, ca_file: ca }, extended)).toEqual([]);
    expect(await readByProvider({ base_url: second.url, ca_file: null }, extended)).toEqual([]);
    expect(await readByProvider({ base_url: url, ca_file: null }, extended)).toHaveLength(1);
    expect(seen).toEqual([CANARY_TOKEN, CANARY_TOKEN]);
  });
});

test("S-05: no redirect to another host is followed", async () => {
  const [service, other] = [await startEchoingService(), await startEchoingService()];
  for (const each of [service, other]) closers.push(() => each.close());
  for (const status of [301, 302, 303, 307, 308]) {
    service.respondWith(
      () => `HTTP/1.1 ${status} Moved\r\nlocation: ${other.url}/getQueue\r\ncontent-length: 0\r\n\r\n`,
    );
    const before = service.count();
    expect(await readByProvider({ base_url: service.url })).toEqual([
      expect.stringContaining(String(status)),
    ]);
    expect(service.count()).toBe(before + 1);
  }
  expect(other.count()).toBe(0);
});

test("S-07: the token from the environment is sent only to hosts that MERGEQUEUE_ALLOWED_HOSTS names", async () => {
  const [service, attacker] = [await startEchoingService(), await startEchoingService()];
  for (const each of [service, attacker]) closers.push(() => each.close());
  const env = { MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host };
  const careful = await provider.start({ ...env, MERGEQUEUE_TOKEN: CANARY_TOKEN });
  expect(listErrors(await careful.configure({ base_url: service.url }))).toEqual([]);
  // A plan of untrusted code: the code sets base_url, and the token comes from the pipeline.
  expect(listErrors(await careful.configure({ base_url: attacker.url }))).toEqual([
    expect.stringContaining("MERGEQUEUE_ALLOWED_HOSTS"),
  ]);
  await careful.read(QUEUE_TYPE, state());

  expect(attacker.count()).toBe(0);

  // The rule covers only tokens of the environment, not those of the configuration.
  expect(
    listErrors(await careful.configure({ base_url: attacker.url, token: "mqtest_of_their_own" })),
  ).toEqual([]);
});

test("S-10: only the provider's own Terraform is served, and other users cannot reach the socket", async () => {
  const handshake = parseHandshake(await side.process.firstLine);
  expect(handshake.network).toBe("unix");
  expect((await stat(dirname(handshake.address))).mode & 0o777).toBe(0o700);
  const strangers = [
    connect(handshake, createCertificate({ curve: "P-521" })),
    connect(handshake, undefined),
    connect({ ...handshake, certificate: undefined }, undefined),
  ];
  for (const stranger of strangers) {
    await expect(call(stranger, ProviderService.getMetadata, {})).rejects.toMatchObject({ code: 14 });
    stranger.close();
  }
  const own = connect(handshake, side.process.client);
  await expect(call(own, ProviderService.getMetadata, {})).resolves.toBeDefined();
  own.close();
});
