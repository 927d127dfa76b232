import type { HttpFault } from "./exchange";

/** Error codes of Node, OpenSSL and undici for which there are better words than their messages. */
const TEXTS: Readonly<Record<string, string>> = {
  ENOTFOUND: "the host name cannot be resolved",
  EAI_AGAIN: "the host name cannot be resolved at the moment",
  ECONNREFUSED: "the connection was refused",
  EHOSTUNREACH: "there is no route to the host",
  ENETUNREACH: "there is no route to the network",
  ETIMEDOUT: "no connection came about in time",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  ECONNRESET: "the connection broke off",
  EPIPE: "the connection broke off",
  UND_ERR_SOCKET: "the connection broke off",
  UND_ERR_RES_EXCEEDED_MAX_SIZE: "the answer is larger than this client reads",
  ERR_BUFFER_TOO_LARGE: "the answer, decompressed, is larger than this client reads",
};

/** Codes of a host where nothing answers: trying again seldom helps (promise F-01). */
const ABSENCE_CODES: ReadonlySet<string> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Codes of answers that are larger than the cap. */
const SIZE_CODES: ReadonlySet<string> = new Set(["UND_ERR_RES_EXCEEDED_MAX_SIZE", "ERR_BUFFER_TOO_LARGE"]);

/** How zlib names an answer that is not what its encoding says, or ends in the middle. */
const COMPRESSION_CODES = /^(Z_|ERR__ERROR_)/;

/** How Node names a failed TLS handshake, OpenSSL's own errors included. */
const HANDSHAKE_CODES = /^(EPROTO$|ERR_SSL_)/;

/** How OpenSSL names an answer to its greeting that is not TLS, plain http among others. */
const NO_TLS_CODES =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE)$/;

/** The first byte with which TLS refuses a request in plain http: an alert (RFC 8446, section 5.1). */
const TLS_ALERT = "\u0015";

/** Why an address with the wrong scheme is useless, whatever the host answers to it. */
export const TLS_EXPECTED = "the address begins with http, but the host speaks TLS at this port: write https";

const NO_TLS = "the address, or the proxy's, begins with https, but the host does not speak TLS at this port";

/** How OpenSSL and Node name a certificate that is not accepted. */
const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CA_MD_TOO_WEAK|EE_KEY_TOO_SMALL|CA_KEY_TOO_SMALL|HOSTNAME_MISMATCH|UNSPECIFIED$)/;

/** How undici words a proxy's answer to CONNECT that is not 200; there is no code for it. */
const PROXY_ANSWER = /Proxy response \((\d{3})\)/;

/**
 * Turns what a transport threw into a fault.
 * @param isSent - whether the request had begun to be written
 */
export function describeFault(error: unknown, isSent: boolean): HttpFault {
  const isRefusedByTls = forgetAnswer(error).startsWith(TLS_ALERT);
  const base = { kind: "fault", reason: "failed", isSent, isAbsent: false, cause: error } as const;
  // A request in plain http is no TLS: nothing can have processed it.
  if (isRefusedByTls) return { ...base, isSent: false, isPermanent: true, text: TLS_EXPECTED };
  const proxyStatus = Number(PROXY_ANSWER.exec(readMessage(error))?.[1] ?? 0);
  if (proxyStatus === 407) {
    const text = "the proxy wants credentials (407 Proxy Authentication Required)";
    return { ...base, reason: "proxy_refused", isPermanent: true, text };
  }
  if (proxyStatus > 0) {
    const text = `the proxy answered ${proxyStatus} instead of connecting`;
    const isPermanent = proxyStatus < 500 && proxyStatus !== 429;
    return { ...base, isPermanent, text };
  }
  const code = findCode(error);
  if (code !== undefined && CERTIFICATE_CODES.test(code)) {
    const text = `the certificate of the host was not accepted: ${readMessage(error)} (${code})`;
    return { ...base, isPermanent: true, text };
  }
  if (code !== undefined && HANDSHAKE_CODES.test(code)) {
    // OpenSSL's own text names its source files.
    if (NO_TLS_CODES.test(code)) return { ...base, isPermanent: true, text: `${NO_TLS} (${code})` };
    const text = `host and client found no way of speaking TLS with each other (${code})`;
    return { ...base, isPermanent: false, isAbsent: true, text };
  }
  if (code !== undefined && COMPRESSION_CODES.test(code)) {
    return { ...base, isPermanent: false, text: `the answer could not be decompressed (${code})` };
  }
  const reason = code !== undefined && SIZE_CODES.has(code) ? "too_large" : "failed";
  const known = code === undefined ? undefined : TEXTS[code];
  const text = known === undefined ? readMessage(error) : `${known} (${String(code)})`;
  // What the network does has a code; anything else is a mistake of the program and stays one when repeated.
  const isPermanent = code === undefined || code.startsWith("UND_ERR_INVALID") || reason === "too_large";
  const isAbsent = !isSent && code !== undefined && ABSENCE_CODES.has(code);
  return { ...base, reason, isPermanent, isAbsent, text };
}

/** What errors have in common; `instanceof` fails for those that Node makes outside the current context. */
interface ErrorLike {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly data?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null;
}

/**
 * undici attaches what it could not parse to its error, and printing that could print the token (promise S-03).
 * @returns what was attached; empty if nothing was
 */
function forgetAnswer(error: unknown): string {
  let answer = "";
  let link = error;
  for (let depth = 0; depth < 5 && isErrorLike(link); depth++) {
    if (typeof link.data === "string") answer = link.data;
    if (Object.hasOwn(link, "data")) Reflect.deleteProperty(link, "data");
    link = link.cause;
  }
  return answer;
}

/** Looks for a code that says more than undici's own, down the chain of causes. */
function findCode(error: unknown): string | undefined {
  let found: string | undefined;
  let link = error;
  // Causes can form a ring; nothing real is nested deeper.
  for (let depth = 0; depth < 5 && isErrorLike(link); depth++) {
    if (typeof link.code === "string") found = link.code;
    link = link.cause;
  }
  return found;
}

function readMessage(error: unknown): string {
  return isErrorLike(error) && typeof error.message === "string" && error.message !== ""
    ? error.message
    : String(error);
}
