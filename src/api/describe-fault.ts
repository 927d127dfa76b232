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
  EPROTO: "there is no TLS at this port, or none that this client speaks",
};

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
  forgetAnswer(error);
  const proxyStatus = Number(PROXY_ANSWER.exec(readMessage(error))?.[1] ?? 0);
  if (proxyStatus === 407) {
    const text = "the proxy wants credentials (407 Proxy Authentication Required)";
    return { kind: "fault", reason: "proxy_refused", isSent, isPermanent: true, text, cause: error };
  }
  if (proxyStatus > 0) {
    const text = `the proxy answered ${proxyStatus} instead of connecting`;
    const isPermanent = proxyStatus < 500 && proxyStatus !== 429;
    return { kind: "fault", reason: "failed", isSent, isPermanent, text, cause: error };
  }
  const code = findCode(error);
  if (code !== undefined && CERTIFICATE_CODES.test(code)) {
    const text = `the certificate of the host was not accepted: ${readMessage(error)} (${code})`;
    return { kind: "fault", reason: "failed", isSent, isPermanent: true, text, cause: error };
  }
  const reason = code === "UND_ERR_RES_EXCEEDED_MAX_SIZE" ? "too_large" : "failed";
  const known = code === undefined ? undefined : TEXTS[code];
  const text = known === undefined ? readMessage(error) : `${known} (${String(code)})`;
  // What the network does has a code; anything else is a mistake of the program and stays one when repeated.
  const isPermanent = code === undefined || code.startsWith("UND_ERR_INVALID") || reason === "too_large";
  return { kind: "fault", reason, isSent, isPermanent, text, cause: error };
}

/** What errors have in common; `instanceof` fails for those that Node makes outside the current context. */
interface ErrorLike {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null;
}

/** undici hangs what it could not parse on its error, and whoever prints that may print the token (promise S-03). */
function forgetAnswer(error: unknown): void {
  let link = error;
  for (let depth = 0; depth < 5 && isErrorLike(link); depth++) {
    if (Object.hasOwn(link, "data")) Reflect.deleteProperty(link, "data");
    link = link.cause;
  }
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
