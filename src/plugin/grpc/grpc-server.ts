import { X509Certificate } from "node:crypto";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type CallHandling, serveCall } from "./serve-call";

export interface ServerTls {
  /** The server's certificate and private key, both in PEM. */
  readonly certificate: { readonly pem: string; readonly privateKeyPem: string };
  /** The certificate, in PEM, that the client must have. */
  readonly clientCertificate: string;
}

/** A gRPC server that does not listen. Its caller hands over the connections. */
export interface GrpcServer {
  /** Serves a connection from which nothing has been read yet. */
  accept(socket: Socket): void;
  close(): void;
}

/** Maximum memory of a connection. Node's default of 10 MB would end connections with long messages. */
const MAX_SESSION_MEGABYTES = 64 * 1024;

/** Flow-control window of a call. Larger than Node's default, to save round trips of long messages. */
const STREAM_WINDOW_BYTES = 1024 * 1024;

/** Creates a gRPC server. With TLS, the server serves only the holder of the client certificate. */
export function createGrpcServer(tls: ServerTls | undefined, handling: CallHandling): GrpcServer {
  const server = createServer({
    maxSessionMemory: MAX_SESSION_MEGABYTES,
    settings: { initialWindowSize: STREAM_WINDOW_BYTES },
  });
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => void serveCall(stream, headers, handling));
  const serve = (socket: Socket): void => {
    server.emit("connection", socket);
  };
  const accept = tls === undefined ? serve : createTlsGate(tls, serve);
  return {
    accept(socket) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // Errors before authentication do not matter.
      socket.on("error", () => undefined);
      accept(socket);
      socket.resume();
    },
    close() {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Accepts only the client certificate that the host named. TLS itself proves that the client has its key.
 * `ca` stays empty: with an authority in it, Node would load all its built-in authorities, which is slow.
 */
function createTlsGate(
  { certificate, clientCertificate }: ServerTls,
  serve: (socket: Socket) => void,
): (socket: Socket) => void {
  const { raw } = new X509Certificate(clientCertificate);
  const server = createTlsServer({
    cert: certificate.pem,
    key: certificate.privateKeyPem,
    requestCert: true,
    // The certificate is self-signed, so no authority can verify it.
    ca: [],
    rejectUnauthorized: false,
    minVersion: "TLSv1.2",
    ALPNProtocols: ["h2"],
  });
  server.on("secureConnection", (socket) => {
    socket.on("error", () => undefined);
    const peer = socket.getPeerX509Certificate();
    if (peer?.raw.equals(raw) === true) serve(socket);
    else socket.destroy();
  });
  return (socket) => {
    server.emit("connection", socket);
  };
}
