import { createSecureServer, createServer, type ServerHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { type LoadRoutes, serveCall } from "./serve-call";

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
export interface GrpcServerOptions {
  readonly loadRoutes: LoadRoutes;
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
export function createGrpcServer({ loadRoutes, tls }: GrpcServerOptions): GrpcServer {
  const options = {
    maxSessionMemory: MAX_SESSION_MEGABYTES,
    settings: { initialWindowSize: STREAM_WINDOW_BYTES },
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({
          ...options,
          cert: tls.certificate.pem,
          key: tls.certificate.privateKeyPem,
          ca: tls.clientCertificate,
          requestCert: true,
          // Said explicitly, so that no environment variable can switch it off.
          rejectUnauthorized: true,
          minVersion: "TLSv1.2",
        });
  const sessions = new Set<ServerHttp2Session>();
  const sockets = new Set<Socket>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, headers) => void serveCall(stream, headers, loadRoutes));
  return {
    accept(socket) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // A connection that breaks before anybody is let in is nobody's loss.
      socket.on("error", () => undefined);
      server.emit("connection", socket);
      socket.resume();
    },
    close() {
      for (const session of sessions) session.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}
