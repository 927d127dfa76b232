import type { ProcessEnvironment } from "../logging/logger";

/** Terraform's cookie for providers. If the cookie is missing, a person started the process. */
const MAGIC_COOKIE = "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2";

/** The environment variables that go-plugin's host sets for a plugin. */
export interface HandshakeEnvironment {
  readonly hasCookie: boolean;
  /** The host's certificate in PEM; undefined means no TLS. */
  readonly clientCertificate: string | undefined;
  readonly socketDirectory: string | undefined;
  readonly socketGroup: string | undefined;
  readonly portRange: readonly [first: number, last: number];
  /** Whether the host asked for several streams in one connection. Then the host expects a seventh field. */
  readonly asksForMultiplexing: boolean;
}

const DEFAULT_PORT_RANGE = [10_000, 25_000] as const;

/** Reads the host's side of the handshake. Ignores PLUGIN_PROTOCOL_VERSIONS: this SDK supports only one. */
export function readHandshakeEnvironment(env: ProcessEnvironment): HandshakeEnvironment {
  const first = readPort(env["PLUGIN_MIN_PORT"]) ?? DEFAULT_PORT_RANGE[0];
  const last = readPort(env["PLUGIN_MAX_PORT"]) ?? DEFAULT_PORT_RANGE[1];
  return {
    hasCookie: env["TF_PLUGIN_MAGIC_COOKIE"] === MAGIC_COOKIE,
    clientCertificate: env["PLUGIN_CLIENT_CERT"] || undefined,
    socketDirectory: env["PLUGIN_UNIX_SOCKET_DIR"] || undefined,
    socketGroup: env["PLUGIN_UNIX_SOCKET_GROUP"] || undefined,
    portRange: first <= last ? [first, last] : DEFAULT_PORT_RANGE,
    asksForMultiplexing: Boolean(env["PLUGIN_MULTIPLEX_GRPC"]),
  };
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined || !/^[0-9]{1,5}$/.test(text)) return undefined;
  const port = Number(text);
  return port > 0 && port < 65_536 ? port : undefined;
}
