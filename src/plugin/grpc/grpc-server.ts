import { X509Certificate } from "node:crypto";
import { createServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { type CallHandling, serveCall } from "./serve-call";

/** Who may talk to the server. */
export interface ServerTls {
  /** The server's certificate and private key, both in PEM. */
  readonly certificate: { readonly pem: string; readonly privateKeyPem: string };
  /** The one certificate, in PEM, that a client must have (rule G-07). */
  readonly clientCertificate: string;
}

/** A gRPC server without an address: whoever listens hands it the connections. */
export interface GrpcServer {
  /** Serves a connection from which nothing has been read yet. */
  accept(socket: Socket): void;
  /** Ends all connections at once. */
  close(): void;
}

/** What a server is made of. */
export interface GrpcServerOptions extends CallHandling {
  /** Undefined without TLS: whoever reaches the address gets in. */
  readonly tls: ServerTls | undefined;
}

/**
 * Megabytes that a connection may take. Node's 10 end connections that carry long messages (rule G-25); the
 * client is the process that started this one.
 */
const MAX_SESSION_MEGABYTES = 64 * 1024;

/** Octets of a call that may be under way: long messages come in fewer turns. */
const STREAM_WINDOW_BYTES = 1024 * 1024;

/** Makes a gRPC server over Node's HTTP/2. With TLS only the holder of the client certificate gets in (rules G-06 and G-07). */
export function createGrpcServer({ tls, ...handling }: GrpcServerOptions): GrpcServer {
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
  const door = tls === undefined ? serve : createDoor(tls, serve);
  return {
    accept(socket) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // A connection that breaks before anybody is let in is nobody's loss.
      socket.on("error", () => undefined);
      door(socket);
      socket.resume();
    },
    close() {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * Makes what wraps a connection in TLS and lets in whom it should.
 *
 * The client's certificate is compared, octet by octet, with the one that the host has named; TLS itself has proven
 * by then that the client holds its key. As an authority in `ca` it would be checked as well, but for that Node
 * reads all of its built-in authorities first, which takes longer than the rest of the start.
 */
function createDoor(
  { certificate, clientCertificate }: ServerTls,
  serve: (socket: Socket) => void,
): (socket: Socket) => void {
  const { raw } = new X509Certificate(clientCertificate);
  const server = createTlsServer({
    cert: certificate.pem,
    key: certificate.privateKeyPem,
    requestCert: true,
    // No authority vouches for a certificate that is its own.
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
