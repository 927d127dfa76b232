import type { Method } from "../wire/operation";

export interface HttpRequest {
  readonly method: Method;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** A response that is complete according to HTTP. */
export interface HttpResponse {
  readonly kind: "response";
  readonly status: number;
  readonly contentType?: string | undefined;
  readonly retryAfter?: string | undefined;
  readonly date?: string | undefined;
  readonly location?: string | undefined;
  /** The header `X-Request-Id`, by which the service's operator finds the request. */
  readonly requestId?: string | undefined;
  /** Body, read as UTF-8. Invalid bytes become U+FFFD. */
  readonly text: string;
  /** Whether the body had invalid bytes. Default: false. */
  readonly isMangled?: boolean;
}

/** An exchange without a complete response. */
export interface HttpFault {
  readonly kind: "fault";
  /**
   * `failed`: the connection, TLS or HTTP failed. `cancelled`: the signal aborted. `too_large`: the response
   * is above the size limit. `proxy_refused`: the proxy requires credentials. `exhausted`: this machine
   * allows no further connection.
   */
  readonly reason: "failed" | "cancelled" | "too_large" | "proxy_refused" | "exhausted";
  /** Whether any byte of the request may have been sent. If false, the service cannot have processed it. */
  readonly isSent: boolean;
  /** Whether another attempt would certainly fail, for example because the certificate is untrusted. */
  readonly isPermanent: boolean;
  /** Whether the host is unknown, refuses connections or fails handshakes. Such faults often last (F-01). */
  readonly isUnreachable: boolean;
  /** The problem, as a clause: `the connection was refused (ECONNREFUSED)`. */
  readonly text: string;
  /** Error code of Node.js or undici, such as `ECONNREFUSED` or `CERT_HAS_EXPIRED`. */
  readonly code?: string;
  readonly cause?: unknown;
}

export type Exchange = HttpResponse | HttpFault;

/** Sends one request once. Never rejects and never follows a redirect. */
export type Transport = (request: HttpRequest) => Promise<Exchange>;
