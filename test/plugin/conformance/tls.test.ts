import { X509Certificate } from "node:crypto";
import { connect as connectTls } from "node:tls";
import type { Client } from "@grpc/grpc-js";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { call, connect } from "../support/connect";
import {
  type HandshakeLine,
  type PluginProcess,
  parseHandshake,
  startProcess,
} from "../support/plugin-process";
import { ProviderService } from "../support/services";

const provider = buildTinyProvider();
let process: PluginProcess;
let handshake: HandshakeLine;
let client: Client | undefined;

beforeAll(async () => {
  // The setting that switches verification off elsewhere must not do so here.
  process = startProcess({ command: provider.command, env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
  handshake = parseHandshake(await process.firstLine);
});

afterEach(() => {
  client?.close();
});

afterAll(async () => {
  await process.end();
});

function getMetadata(): Promise<unknown> {
  if (client === undefined) throw new Error("not connected");
  return call(client, ProviderService.getMetadata, {});
}

test("G-09: a client with the P-521 certificate that the host has named is served", async () => {
  client = connect(handshake, process.client);

  expect(new X509Certificate(process.client?.pem ?? "").publicKey.asymmetricKeyDetails).toEqual({
    namedCurve: "secp521r1",
  });
  await expect(getMetadata()).resolves.toMatchObject({ resources: expect.any(Array) as unknown });
});

test.each([
  ["another certificate", createCertificate({ curve: "P-521" })],
  ["no certificate", undefined],
])("G-07: a client with %s is refused", async (_, identity) => {
  client = connect(handshake, identity);

  await expect(getMetadata()).rejects.toMatchObject({ code: 14 });
});

test("G-06: TLS below 1.2 is refused", async () => {
  const outcome = await new Promise<string>((resolve) => {
    const socket = connectTls({
      path: handshake.address,
      ca: handshake.certificate,
      cert: process.client?.pem,
      key: process.client?.privateKeyPem,
      servername: "localhost",
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    });
    socket.once("secureConnect", () => {
      resolve("connected");
    });
    socket.once("error", (error: Error) => {
      resolve(error.message);
    });
  });

  expect(outcome).toMatch(/protocol version|unsupported protocol/i);
});

test("G-08: the server's certificate is for localhost, for both uses, of P-256, and valid since a day ago", () => {
  const certificate = new X509Certificate(handshake.certificate ?? "");
  const ageMs = Date.now() - Date.parse(certificate.validFrom);
  const leftMs = Date.parse(certificate.validTo) - Date.now();

  expect(certificate.subjectAltName).toBe("DNS:localhost");
  expect(certificate.ca).toBe(true);
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(ageMs / 3_600_000).toBeCloseTo(24, 0);
  expect(leftMs / 86_400_000).toBeCloseTo(3650, 0);
});
