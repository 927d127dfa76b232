import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { checkCertificate } from "./check-certificate";

/** Milliseconds that a connection may take to open, TLS included (promise F-29). */
const CONNECT_TIMEOUT_MS = 10_000;

/** How connections are opened, as undici's `connect` option. */
export interface ConnectOptions {
  readonly timeout: number;
  readonly autoSelectFamily: boolean;
  readonly rejectUnauthorized: boolean;
  /** Only for https. */
  readonly secureContext?: SecureContext;
  /** Only for https. */
  readonly checkServerIdentity?: typeof checkCertificate;
}

/**
 * Returns how connections are opened (promises S-08 and F-29): certificates are always verified, whatever
 * `NODE_TLS_REJECT_UNAUTHORIZED` says; TLS 1.2 is the minimum; only the roots built into Node.js and those of `ca` are
 * trusted; IPv4 and IPv6 are tried in parallel.
 * @param protocol - of the origin: `https:` or `http:`
 * @param ca - additional roots in PEM form
 */
export function makeConnectOptions(protocol: string, ca: string | undefined): ConnectOptions {
  const options = { timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, rejectUnauthorized: true };
  if (protocol !== "https:") return options;
  const roots = ca === undefined ? [...rootCertificates] : [...rootCertificates, ca];
  // One context for all connections: parsing 140 roots takes longer than the handshake.
  const secureContext = createSecureContext({ ca: roots, minVersion: "TLSv1.2" });
  return { ...options, secureContext, checkServerIdentity: checkCertificate };
}
