import type { SecureContext } from "node:tls";
import { createSecureContext, rootCertificates } from "node:tls";
import { checkCertificate } from "./check-certificate";

/** Milliseconds that setting up a connection may take, TLS included (promise F-29). */
const CONNECT_TIMEOUT_MS = 10_000;

/** How connections are made; the shape is that of undici's `connect` option. */
export interface ConnectOptions {
  readonly timeout: number;
  readonly autoSelectFamily: boolean;
  readonly rejectUnauthorized: boolean;
  /** Only for https, as the following. */
  readonly secureContext?: SecureContext;
  readonly checkServerIdentity?: typeof checkCertificate;
}

/**
 * Answers how connections are made (promises S-08 and F-29): certificates are always verified, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says; TLS 1.2 at least; trusted are the roots built into Node and those of
 * `ca`, nothing that the environment adds; IPv4 and IPv6 are tried side by side.
 * @param protocol - of the origin, as a URL has it: `https:` or `http:`
 * @param ca - further roots in PEM form
 */
export function makeConnectOptions(protocol: string, ca: string | undefined): ConnectOptions {
  const options = { timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, rejectUnauthorized: true };
  if (protocol !== "https:") return options;
  const roots = ca === undefined ? [...rootCertificates] : [...rootCertificates, ca];
  // One context for all connections: reading 140 roots takes longer than the handshake.
  const secureContext = createSecureContext({ ca: roots, minVersion: "TLSv1.2" });
  return { ...options, secureContext, checkServerIdentity: checkCertificate };
}
