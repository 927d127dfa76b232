import type { HttpFault } from "./exchange";

/** What an error code means. `text` is a clause. If `reason` is absent, the reason is `failed`. */
interface KnownCode extends Pick<HttpFault, "text"> {
  readonly isUnreachable?: true;
  readonly reason?: "too_large" | "exhausted";
}

const TIMED_OUT: KnownCode = { text: "no connection was made in time", isUnreachable: true };
const BROKEN_OFF: KnownCode = { text: "the connection broke off" };
const EXHAUSTED: KnownCode = { text: "this machine cannot open another connection", reason: "exhausted" };

/** Error codes of Node.js and undici, with clearer texts than their messages. */
const KNOWN_CODES: ReadonlyMap<string, KnownCode> = new Map([
  ["ENOTFOUND", { text: "the host name cannot be resolved", isUnreachable: true }],
  ["EAI_AGAIN", { text: "the host name cannot be resolved at the moment", isUnreachable: true }],
  ["ECONNREFUSED", { text: "the connection was refused", isUnreachable: true }],
  ["EHOSTUNREACH", { text: "there is no route to the host", isUnreachable: true }],
  ["ENETUNREACH", { text: "there is no route to the network", isUnreachable: true }],
  ["ETIMEDOUT", TIMED_OUT],
  ["UND_ERR_CONNECT_TIMEOUT", TIMED_OUT],
  ["ECONNRESET", BROKEN_OFF],
  ["EPIPE", BROKEN_OFF],
  ["UND_ERR_SOCKET", BROKEN_OFF],
  ["EMFILE", EXHAUSTED],
  ["ENFILE", EXHAUSTED],
  ["EADDRNOTAVAIL", EXHAUSTED],
  [
    "UND_ERR_RES_EXCEEDED_MAX_SIZE",
    { text: "the response is larger than this client accepts", reason: "too_large" },
  ],
  [
    "ERR_BUFFER_TOO_LARGE",
    { text: "the decompressed response is larger than this client accepts", reason: "too_large" },
  ],
]);

/** Error codes of zlib for content that is incomplete or has another encoding. */
const COMPRESSION_CODES = /^(Z_|ERR__ERROR_)/;

/** Error codes of a failed TLS handshake, including {@link NO_TLS_CODES}. */
export const HANDSHAKE_CODES = /^(EPROTO$|ERR_SSL_)/;

/** Error codes of an https request to a port without TLS. */
export const NO_TLS_CODES =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE)$/;

/** The first byte of a TLS server's response to plain http: an alert (RFC 8446, section 5.1). */
const TLS_ALERT = "\u0015";

export const TLS_EXPECTED = "the address begins with http, but the host speaks TLS at this port: use https";

const NO_TLS = "the service or proxy address begins with https, but the host does not speak TLS at this port";

export const CERTIFICATE_CODES =
  /^(CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|CA_MD_TOO_WEAK|EE_KEY_TOO_SMALL|CA_KEY_TOO_SMALL|HOSTNAME_MISMATCH|UNSPECIFIED$)/;

/** undici's message if a proxy refuses CONNECT. The error has no code. */
const PROXY_ANSWER = /Proxy response \((\d{3})\)/;

/** Converts a transport error. `isSent`: whether a part of the request may have been sent. */
export function describeFault(error: unknown, { isSent }: Pick<HttpFault, "isSent">): HttpFault {
  const { code, response } = inspectCauses(error);
  const message = readMessage(error);
  const base = {
    kind: "fault",
    reason: "failed",
    isSent,
    isPermanent: true,
    isUnreachable: false,
    ...(code === undefined ? {} : { code }),
    cause: error,
  } as const;
  // A server that expects TLS cannot have processed plain http.
  if (response.startsWith(TLS_ALERT)) return { ...base, isSent: false, text: TLS_EXPECTED };
  const proxyStatus = Number(PROXY_ANSWER.exec(message)?.[1] ?? 0);
  if (proxyStatus === 407) {
    const text = "the proxy requires credentials (407 Proxy Authentication Required)";
    return { ...base, reason: "proxy_refused", text };
  }
  if (proxyStatus > 0) {
    const text = `the proxy answered ${proxyStatus} instead of connecting`;
    return { ...base, isPermanent: proxyStatus < 500 && proxyStatus !== 429, text };
  }
  // A network failure has a code. Any other error is a bug, and a repeat would fail, too.
  if (code === undefined) return { ...base, text: message };
  if (CERTIFICATE_CODES.test(code)) {
    return { ...base, text: `the certificate of the host was not accepted: ${message} (${code})` };
  }
  // OpenSSL's message names its source files.
  if (NO_TLS_CODES.test(code)) return { ...base, text: `${NO_TLS} (${code})` };
  if (HANDSHAKE_CODES.test(code)) {
    const text = `host and client have no TLS version or cipher in common (${code})`;
    return { ...base, isPermanent: false, isUnreachable: true, text };
  }
  if (COMPRESSION_CODES.test(code)) {
    return { ...base, isPermanent: false, text: `the response could not be decompressed (${code})` };
  }
  const known = KNOWN_CODES.get(code);
  if (known === undefined) return { ...base, isPermanent: code.startsWith("UND_ERR_INVALID"), text: message };
  const { text, isUnreachable, reason = "failed" } = known;
  const effect = { isPermanent: reason === "too_large", isUnreachable: !isSent && isUnreachable === true };
  return { ...base, ...effect, reason, text: `${text} (${code})` };
}

/** Fields of an error. `instanceof` does not recognise errors that Node.js creates in another context. */
type ErrorLike = Readonly<Partial<Record<"code" | "message" | "cause" | "data", unknown>>>;

function isErrorLike(value: unknown): value is ErrorLike {
  return typeof value === "object" && value !== null;
}

/** Reads the code and the response of an error. Deletes the response, because it may contain the token. */
function inspectCauses(error: unknown): { readonly code: string | undefined; readonly response: string } {
  let code: string | undefined;
  let response = "";
  let link = error;
  // Causes can form a cycle; real ones are not nested deeper.
  for (let depth = 0; depth < 5 && isErrorLike(link); depth++) {
    if (typeof link.code === "string") code = link.code;
    if (typeof link.data === "string") response = link.data;
    if (Object.hasOwn(link, "data")) Reflect.deleteProperty(link, "data");
    link = link.cause;
  }
  return { code, response };
}

function readMessage(error: unknown): string {
  const message = isErrorLike(error) ? error.message : undefined;
  return typeof message === "string" && message !== "" ? message : String(error);
}
