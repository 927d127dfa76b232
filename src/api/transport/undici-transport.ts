import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSecureContext, rootCertificates } from "node:tls";
import { type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { isLoopbackHost } from "../configuration/host-rules";
import type { ProxySettings } from "../configuration/proxy-settings";
import { checkCertificate } from "./check-certificate";
import { decodeContent } from "./decode-content";
import { describeFault } from "./describe-fault";
import type { Exchange, HttpFault, HttpRequest, HttpResponse, Transport } from "./exchange";

/** Where and how to connect. */
export interface TransportOptions {
  readonly origin: string;
  /** Trusted roots beside the built-in ones, in PEM form. */
  readonly ca?: string | undefined;
  /** The proxy for https. Plain http and loopback addresses never use it. */
  readonly proxy?: ProxySettings | undefined;
  /** Bytes that a response may have, compressed or not. Default: {@link MAX_RESPONSE_BYTES}. */
  readonly maxResponseBytes?: number;
}

/** 32 MiB: enough for a queue configured by the largest request (interface, Limits) with ten thousand pull requests. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which an idle connection is closed: before load balancers do (promise F-28). */
const KEEP_ALIVE_MS = 4_000;

const POOLS = new Map<string, Dispatcher>();

/**
 * Creates the transport with undici. All transports of the process with the same options share one pool of keep-alive
 * connections, one for each request in progress: the limiter of the requests limits them, too. Redirects are never followed,
 * because that would send the token to another host (promise S-05).
 */
export function createUndiciTransport(options: TransportOptions): Transport {
  const key = toPoolKey(options);
  return async (request) => {
    let pool = POOLS.get(key);
    if (pool === undefined) POOLS.set(key, (pool = openPool(options)));
    return send(pool, options, request);
  };
}

/** Closes the connections of all transports with these options after their requests. Later requests open new ones. */
export async function closeConnections(options: TransportOptions): Promise<void> {
  const key = toPoolKey(options);
  const pool = POOLS.get(key);
  POOLS.delete(key);
  // Earlier requests wait for the same turn; undici gets them before it closes.
  await turn;
  await pool?.close();
}

/** Closes all connections of the process at once; requests in progress fail. Later requests open new ones. */
export async function closeAllConnections(): Promise<void> {
  const pools = [...POOLS.values()];
  POOLS.clear();
  await Promise.all(pools.map(async (pool) => pool.destroy()));
}

function toPoolKey({ origin, ca, proxy, maxResponseBytes }: TransportOptions): string {
  return JSON.stringify([origin, ca, proxy, maxResponseBytes]);
}

function openPool(options: TransportOptions): Dispatcher {
  const { protocol, hostname } = new URL(options.origin);
  const connect = makeConnectOptions(protocol, options.ca);
  const common = {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A server's hint may shorten the time, but not extend it.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxResponseSize: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    // These apply to each chunk, so they limit nothing; the attempt's signal does (promise F-06).
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { ...connect },
  };
  if (options.proxy === undefined || protocol !== "https:" || isLoopbackHost(hostname)) {
    return new Pool(options.origin, common);
  }
  return new EnvHttpProxyAgent({
    ...common,
    // The agent would read an undefined option from the environment of the process.
    httpProxy: "",
    httpsProxy: options.proxy.url,
    noProxy: options.proxy.noProxy,
    requestTls: { ...connect },
    proxyTls: { ...connect },
  });
}

/** Resolves when undici has returned the connections of all responses so far to its pool. */
let turn: Promise<unknown> = Promise.resolve();

async function send(
  pool: Dispatcher,
  { origin, maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES }: TransportOptions,
  request: HttpRequest,
): Promise<Exchange> {
  const { method, path, headers, body, signal } = request;
  // undici returns a connection one turn after its response: an immediate request would open another connection.
  await turn;
  if (signal.aborted) return createCancelledFault(false);
  return new Promise((resolve) => {
    // undici also reports requests that it does not accept to the collector.
    pool.dispatch(
      { origin, method, path, headers, body: body ?? null },
      new AnswerCollector(signal, maxBytes, resolve),
    );
  });
}

class AnswerCollector implements Dispatcher.DispatchHandler {
  readonly #signal: AbortSignal;
  readonly #maxBytes: number;
  readonly #end: (exchange: Exchange) => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(signal: AbortSignal, maxBytes: number, end: (exchange: Exchange) => void) {
    this.#signal = signal;
    this.#maxBytes = maxBytes;
    this.#end = end;
    signal.addEventListener("abort", this.#cancel);
  }

  /** Whether the request may have begun to be written. */
  get #isSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Called right before the first byte is written. Only this tells a lost request from one that was never sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#signal.aborted) controller.abort(CANCELLED);
    else this.#controller = controller;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    // Starts after undici has processed the end, too.
    turn = Promise.resolve().then(async () => nextTurn());
    const encodings = readHeader(this.#headers, "content-encoding") ?? "";
    try {
      const bytes = decodeContent(Buffer.concat(this.#chunks), encodings, this.#maxBytes);
      const text = bytes.toString().replace(/^\uFEFF/, "");
      const isMangled = text.includes("\uFFFD") && !isUtf8(bytes);
      const headers = pickHeaders(this.#headers);
      this.#finish({ kind: "response", status: this.#status, text, isMangled, ...headers });
    } catch (error) {
      this.#finish(describeFault(error, true));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(
      this.#signal.aborted ? createCancelledFault(this.#isSent) : describeFault(error, this.#isSent),
    );
  }

  /** Ends the exchange at once. undici cancels a request that waits for a connection only after connecting. */
  readonly #cancel = (): void => {
    this.#finish(createCancelledFault(this.#isSent));
    this.#controller?.abort(CANCELLED);
  };

  /** Ends the exchange. A long-lived signal then keeps no reference to it. */
  #finish(exchange: Exchange): void {
    this.#signal.removeEventListener("abort", this.#cancel);
    this.#end(exchange);
  }
}

const CANCELLED = new Error("The request was cancelled.");

function createCancelledFault(isSent: boolean): HttpFault {
  const text = isSent ? "no complete response arrived in time" : "no connection was made in time";
  return { kind: "fault", reason: "cancelled", isSent, isPermanent: false, isUnreachable: false, text };
}

function pickHeaders(
  headers: IncomingHttpHeaders,
): Pick<HttpResponse, "contentType" | "retryAfter" | "date" | "location"> {
  return {
    contentType: readHeader(headers, "content-type"),
    retryAfter: readHeader(headers, "retry-after"),
    date: readHeader(headers, "date"),
    location: readHeader(headers, "location"),
  };
}

/** Returns a header; if it was sent twice, its first value. */
function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Milliseconds that a connection may take to open, TLS included (promise F-29). */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Returns how connections are opened, as undici's `connect` option (promises S-08 and F-29): certificates are always
 * verified, whatever `NODE_TLS_REJECT_UNAUTHORIZED` says; TLS 1.2 is the minimum; only the roots built into Node.js and
 * those of `ca` are trusted; IPv4 and IPv6 are tried in parallel.
 */
function makeConnectOptions(protocol: string, ca: string | undefined) {
  const options = { timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, rejectUnauthorized: true };
  if (protocol !== "https:") return options;
  const roots = ca === undefined ? [...rootCertificates] : [...rootCertificates, ca];
  // One context for all connections: parsing 140 roots takes longer than the handshake.
  const secureContext = createSecureContext({ ca: roots, minVersion: "TLSv1.2" });
  return { ...options, secureContext, checkServerIdentity: checkCertificate };
}
