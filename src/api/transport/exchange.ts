/** One HTTP request, ready to be sent. */
export interface HttpRequest {
  /** HTTP method. */
  readonly method: "POST" | "GET";
  /** Absolute path at the transport's origin, with the query. */
  readonly path: string;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, sent as UTF-8; undefined: none. */
  readonly body: string | undefined;
  /** Cuts the exchange off, wherever it is. */
  readonly signal: AbortSignal;
}

/** An answer that arrived as a whole, as far as HTTP can tell. */
export interface HttpAnswer {
  readonly kind: "answer";
  readonly status: number;
  /** Value of `content-type`. */
  readonly contentType?: string | undefined;
  /** Value of `retry-after`. */
  readonly retryAfter?: string | undefined;
  /** Value of `date`. */
  readonly date?: string | undefined;
  /** Value of `location`. */
  readonly location?: string | undefined;
  /** Body, read as UTF-8; bytes that are none become U+FFFD. */
  readonly text: string;
}

/** An exchange that came to nothing. */
export interface HttpFault {
  readonly kind: "fault";
  /**
   * `failed`: connection, TLS or HTTP broke; `cut_off`: the signal ended it; `too_large`: the answer is larger
   * than the cap; `proxy_refused`: the proxy wants credentials.
   */
  readonly reason: "failed" | "cut_off" | "too_large" | "proxy_refused";
  /** False if provably not one byte of the request was sent, so that nobody can have processed it. */
  readonly isSent: boolean;
  /** Whether trying again is known to be useless, as with a certificate that is not trusted. */
  readonly isPermanent: boolean;
  /**
   * Whether nothing was found that could answer: an unknown name, a refused connection, a failed TLS handshake. That
   * seldom changes within minutes, except while a service that was there before restarts (promise F-01).
   */
  readonly isAbsent: boolean;
  /** What went wrong, for people: a clause such as `the connection was refused (ECONNREFUSED)`. */
  readonly text: string;
  /** The error behind it. */
  readonly cause?: unknown;
}

/** What became of a request. */
export type Exchange = HttpAnswer | HttpFault;

/** The seam to HTTP: sends one request once. Never rejects and never follows a redirect. */
export type Transport = (request: HttpRequest) => Promise<Exchange>;
