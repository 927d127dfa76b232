import { connect as connectTls } from "node:tls";
import { createCertificate } from "../../../src/plugin/handshake/create-certificate";
import { serveRoutes } from "../support/grpc-stage";

const certificate = createCertificate();
const host = createCertificate({ curve: "P-521" });
const { path } = serveRoutes(new Map(), { certificate, clientCertificate: host.pem });

/** Opens an HTTP/2 session; returns whether the server accepts it. */
async function isAccepted(
  identity: { readonly pem: string; readonly privateKeyPem: string } | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTls({
      path,
      ca: certificate.pem,
      servername: "localhost",
      ALPNProtocols: ["h2"],
      ...(identity === undefined ? {} : { cert: identity.pem, key: identity.privateKeyPem }),
    });
    socket.once("secureConnect", () => {
      socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
    });
    socket.once("data", () => {
      resolve(true);
      socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      resolve(false);
    });
  });
}

test("G-07: only the holder of the host's certificate is served", async () => {
  await expect(isAccepted(host)).resolves.toBe(true);
  await expect(isAccepted(createCertificate({ curve: "P-521" }))).resolves.toBe(false);
  await expect(isAccepted(undefined)).resolves.toBe(false);
  await expect(isAccepted(certificate)).resolves.toBe(false);
  // The refused ones did no harm.
  await expect(isAccepted(host)).resolves.toBe(true);
});
