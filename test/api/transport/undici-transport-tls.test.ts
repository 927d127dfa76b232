import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { connect } from "node:net";
import type { TlsOptions } from "node:tls";
import type { Exchange } from "../../../src/api/exchange";
import { createUndiciTransport } from "../../../src/api/transport/undici-transport";
import { type Certificate, makeCertificate } from "../support/make-certificate";
import { listen, startRawServer, trackSockets } from "../support/raw-server";
import { closeLater, request, stopServing } from "../support/transport-stage";

const GOOD = makeCertificate();
const WEAK: TlsOptions = { ciphers: "DEFAULT@SECLEVEL=0" };

afterEach(stopServing);

/** Starts an https service on 127.0.0.1; returns its origin and what it received. */
async function serve(
  certificate: Certificate,
  options: TlsOptions = {},
): Promise<{ origin: string; tokens: string[] }> {
  const tokens: string[] = [];
  const server = createServer({ ...certificate, ...options }, (incoming, response) => {
    tokens.push(String(incoming.headers["x-api-token"]));
    incoming.resume().on("end", () => response.end("{}"));
  });
  closeLater(trackSockets(server));
  return { origin: `https://127.0.0.1:${await listen(server)}`, tokens };
}

async function send(origin: string, ca?: string, proxy?: string): Promise<Exchange> {
  return createUndiciTransport({ origin, ca, proxy })(request());
}

/** A fault that comes before the request is sent. */
const UNSENT = { kind: "fault", reason: "failed", isSent: false, isPermanent: true };

describe("a certificate", () => {
  test("S-08: of an authority in ca_file is accepted", async () => {
    const { origin, tokens } = await serve(GOOD);
    expect(await send(origin, GOOD.cert)).toMatchObject({ kind: "response", status: 200 });
    expect(tokens).toEqual(["fake"]);
  });

  // test/security proves in processes what the environment can switch off.
  describe("that is not trusted", () => {
    const bad: [string, Certificate, boolean, RegExp][] = [
      ["that is self-signed and unknown", GOOD, false, /SELF_SIGNED/],
      ["for another address", makeCertificate({ addresses: ["127.0.0.2"] }), true, /ALTNAME_INVALID/],
      ["for another name", makeCertificate({ addresses: [], names: ["localhost"] }), true, /ALTNAME_INVALID/],
      ["that has expired", makeCertificate({ fromDay: -9, toDay: -1 }), true, /CERT_HAS_EXPIRED/],
      ["that is not valid yet", makeCertificate({ fromDay: 1, toDay: 9 }), true, /CERT_NOT_YET_VALID/],
    ];
    test.each(bad)("S-08: %s is refused permanently, and nothing is sent", async (_, bad, isKnown, code) => {
      const { origin, tokens } = await serve(bad);
      const text: unknown = expect.stringMatching(code);
      expect(await send(origin, isKnown ? bad.cert : undefined)).toMatchObject({ ...UNSENT, text });
      expect(tokens).toEqual([]);
    });
  });

  test("S-08: signed by a known authority is accepted, unless with SHA-1", async () => {
    for (const digest of ["sha256", "sha1"] as const) {
      const { origin, tokens } = await serve(makeCertificate({ authority: GOOD, digest }), WEAK);
      const exchange = await send(origin, GOOD.cert);
      expect(exchange).toMatchObject(digest === "sha256" ? { kind: "response" } : UNSENT);
      expect(tokens).toEqual(digest === "sha256" ? ["fake"] : []);
    }
  });

  test("S-08: TLS below 1.2 is refused", async () => {
    const { origin, tokens } = await serve(GOOD, { ...WEAK, minVersion: "TLSv1.1", maxVersion: "TLSv1.1" });
    expect(await send(origin, GOOD.cert)).toMatchObject({ kind: "fault", isSent: false });
    expect(tokens).toEqual([]);
  });

  test("https to a port that speaks no TLS sends nothing", async () => {
    const plain = await startRawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    closeLater(plain.close);
    const exchange = await send(`https://127.0.0.1:${plain.port}`);
    expect(exchange).toMatchObject(UNSENT);
    expect(JSON.stringify(exchange)).toContain("does not speak TLS at this port");
    expect(plain.received.join("")).not.toContain("fake");
  });
});

describe("a proxy", () => {
  /** Starts a proxy that connects, or refuses with a status; returns its address and what it received. */
  async function startProxy(refusal?: number): Promise<{ url: string; asked: string[] }> {
    const asked: string[] = [];
    const server = createHttpServer();
    server.on("connect", (incoming, socket, head) => {
      asked.push(`${String(incoming.url)} ${String(incoming.headers["proxy-authorization"])}`);
      socket.on("error", () => undefined);
      if (refusal !== undefined) {
        socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
        return;
      }
      const target = new URL(`http://${String(incoming.url)}`);
      const upstream = connect(Number(target.port), target.hostname, () => {
        socket.write("HTTP/1.1 200 Connected\r\n\r\n");
        upstream.write(head);
        upstream.pipe(socket).pipe(upstream);
      });
      upstream.on("error", () => undefined);
    });
    closeLater(trackSockets(server));
    return { url: `http://user:secret@127.0.0.1:${await listen(server)}`, asked };
  }

  test("F-31: carries https, with its own credentials", async () => {
    const { origin, tokens } = await serve(GOOD);
    const { url, asked } = await startProxy();
    expect(await send(origin, GOOD.cert, url)).toMatchObject({ kind: "response", status: 200 });
    const credentials = Buffer.from("user:secret").toString("base64");
    expect(asked).toEqual([`${new URL(origin).host} Basic ${credentials}`]);
    expect(tokens).toEqual(["fake"]);
  });

  test("F-31: of the environment is not used unless it is configured", async () => {
    const { origin } = await serve(GOOD);
    const { url, asked } = await startProxy();
    jest.replaceProperty(process, "env", { ...process.env, HTTPS_PROXY: url });
    expect(await send(origin, GOOD.cert)).toMatchObject({ status: 200 });
    expect(asked).toEqual([]);
  });

  test("F-31: that requires credentials is recognised, and nothing was sent", async () => {
    const { origin, tokens } = await serve(GOOD);
    const { url } = await startProxy(407);
    expect(await send(origin, GOOD.cert, url)).toMatchObject({ ...UNSENT, reason: "proxy_refused" });
    expect(tokens).toEqual([]);
  });

  test("F-31: that cannot connect gives an error with its status", async () => {
    const { url } = await startProxy(502);
    const exchange = await send("https://merge.example.com", undefined, url);
    const text: unknown = expect.stringContaining("502");
    expect(exchange).toMatchObject({ ...UNSENT, isPermanent: false, text });
  });

  test("S-08: does not weaken the check of certificates", async () => {
    const { origin, tokens } = await serve(GOOD);
    const { url } = await startProxy();
    expect(await send(origin, undefined, url)).toMatchObject(UNSENT);
    expect(tokens).toEqual([]);
  });
});
