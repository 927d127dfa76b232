import type { Method } from "../wire/operation";

/** One HTTP request. */
export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** A response that is complete as far as HTTP can tell. */
export interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly location?: string | undefined;
  /** The header `X-Request-Id`: by it, the service's operator finds the request. */
  readonly requestId?: string | undefined;
  /** Body, read as UTF-8; invalid bytes become U+FFFD. */
  readonly text: string;
  /** Whether it had invalid bytes. Default: false. */
  readonly isMangled?: boolean;
}

/** An exchange without a complete response. */
export interface HttpFault {
  readonly kind: "fault";
  /**
   * `failed`: connection, TLS or HTTP failed; `cancelled`: by the signal; `too_large`: the response exceeds
   * the size limit; `proxy_refused`: it requires credentials; `exhausted`: this machine cannot connect more.
   */
  readonly reason: "failed" | "cancelled" | "too_large" | "proxy_refused" | "exhausted";
  /** False if provably no byte of the request was sent, so that it cannot have been processed. */
  readonly isSent: boolean;
  /** Whether a repeat is known to fail, too, as with an untrusted certificate. */
  readonly isPermanent: boolean;
  /** An unknown name, a refused connection, a failed handshake: rarely temporary, but for restarts (F-01). */
  readonly isUnreachable: boolean;
  /** What went wrong, as a clause: `the connection was refused (ECONNREFUSED)`. */
  readonly text: string;
  /** Error code of Node.js or undici, if any, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code?: string;
  readonly cause?: unknown;
}

/** The result of a request. */
export type Exchange = HttpResponse | HttpFault;

/** Sends one request once. Never rejects and never follows a redirect. */
export type Transport = (request: HttpRequest) => Promise<Exchange>;
