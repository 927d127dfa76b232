import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { EnvHttpProxyAgent, Pool } from "undici";
import { isLoopbackHost } from "../configuration/host-rules";
import type { ProxySettings } from "../configuration/proxy-settings";
import { MAX_IN_FLIGHT } from "../retry/request-limiter";
import { makeConnectOptions } from "./connect-options";
import { decodeContent } from "./decode-content";
import { describeFault } from "./describe-fault";
import type { Exchange, HttpFault, HttpRequest, Transport } from "./exchange";

/** Where and how to connect. */
export interface TransportOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Roots to trust beside the built-in ones, in PEM form. */
  readonly ca?: string | undefined;
  /** The proxy for https. Plain http and this machine itself are always called directly. */
  readonly proxy?: ProxySettings | undefined;
  /** Bytes that an answer may have, compressed or not. Default: {@link MAX_RESPONSE_BYTES}. */
  readonly maxResponseBytes?: number;
}

/** Connections to one origin at most. A plan of 30 queues opens no more. */
export const MAX_CONNECTIONS = MAX_IN_FLIGHT;

/**
 * Bytes that an answer may have: 32 MiB. A request may have 20 MiB (interface, Limits), so that a queue
 * configured with one must be readable, with some ten thousand pull requests of a kilobyte beside it.
 */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which an idle connection is closed: below what load balancers grant (promise F-28). */
const KEEP_ALIVE_MS = 4_000;

const POOLS = new Map<string, Dispatcher>();

/**
 * Makes the transport over undici's `request`. All transports of the process with the same options share one
 * pool of at most {@link MAX_CONNECTIONS} keep-alive connections. Redirects are answers like any other: they
 * are never followed, because that would carry the token to another host (promise S-05).
 */
export function createUndiciTransport(options: TransportOptions): Transport {
  const key = toPoolKey(options);
  return async (request) => {
    let pool = POOLS.get(key);
    if (pool === undefined) POOLS.set(key, (pool = openPool(options)));
    return send(pool, options, request);
  };
}

/**
 * Closes the connections of all transports with these options, once requests on their way have ended. Later
 * requests open new ones.
 */
export async function closeConnections(options: TransportOptions): Promise<void> {
  const key = toPoolKey(options);
  const pool = POOLS.get(key);
  POOLS.delete(key);
  // What has been asked for before is not undici's yet; it has waited longer for the same.
  await turn;
  await pool?.close();
}

/** Closes all connections of the process at once; requests on their way fail. Later requests open new ones. */
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
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A server's own hint may shorten the time, never lengthen it.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxResponseSize: options.maxResponseBytes ?? MAX_RESPONSE_BYTES,
    // These count from chunk to chunk and so bound nothing; the attempt's signal does (promise F-06).
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
    // The agent would fill what is undefined from the process's environment.
    httpProxy: "",
    httpsProxy: options.proxy.url,
    noProxy: options.proxy.noProxy,
    requestTls: { ...connect },
    proxyTls: { ...connect },
  });
}

/** The turn in which undici has taken back the connections of all answers so far. */
let turn: Promise<unknown> = Promise.resolve();

async function send(
  pool: Dispatcher,
  { origin, maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES }: TransportOptions,
  request: HttpRequest,
): Promise<Exchange> {
  const { method, path, headers, body, signal } = request;
  // undici takes a connection back a turn after its answer: who goes on at once would open another one.
  await turn;
  if (signal.aborted) return cutOff(false);
  return new Promise((resolve) => {
    // What undici does not accept, too, it tells the collector.
    pool.dispatch(
      { origin, method, path, headers, body: body ?? null },
      new AnswerCollector(signal, maxBytes, resolve),
    );
  });
}

/** Collects one answer, and ends the exchange when it is whole, when it fails, or when the signal aborts. */
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
    signal.addEventListener("abort", this.#cutOff);
  }

  /** Whether the request may have begun to be written. */
  get #isSent(): boolean {
    return this.#controller !== undefined;
  }

  /** Runs right before the first byte is written: nothing else tells a request that was lost from one never sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#signal.aborted) controller.abort(CUT_OFF);
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
    // Begun after undici has said so to itself.
    turn = Promise.resolve().then(async () => nextTurn());
    const encodings = readHeader(this.#headers, "content-encoding") ?? "";
    try {
      const text = decodeContent(Buffer.concat(this.#chunks), encodings, this.#maxBytes)
        .toString()
        .replace(/^\uFEFF/, "");
      this.#finish({ kind: "answer", status: this.#status, text, ...pickHeaders(this.#headers) });
    } catch (error) {
      this.#finish(describeFault(error, true));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#finish(this.#signal.aborted ? cutOff(this.#isSent) : describeFault(error, this.#isSent));
  }

  /** A request that waits for its connection is not undici's to end: it ends once the connection has come about. */
  readonly #cutOff = (): void => {
    this.#finish(cutOff(this.#isSent));
    this.#controller?.abort(CUT_OFF);
  };

  /** A signal that lives on, as one of a whole process does, holds nothing of the exchange afterwards. */
  #finish(exchange: Exchange): void {
    this.#signal.removeEventListener("abort", this.#cutOff);
    this.#end(exchange);
  }
}

/** Why undici is to end a request. */
const CUT_OFF = new Error("The request was cut off.");

function cutOff(isSent: boolean): HttpFault {
  const text = isSent ? "no whole answer came in time" : "no connection came about in time";
  return { kind: "fault", reason: "cut_off", isSent, isPermanent: false, isAbsent: false, text };
}

function pickHeaders(headers: IncomingHttpHeaders): {
  contentType: string | undefined;
  retryAfter: string | undefined;
  date: string | undefined;
  location: string | undefined;
} {
  return {
    contentType: readHeader(headers, "content-type"),
    retryAfter: readHeader(headers, "retry-after"),
    date: readHeader(headers, "date"),
    location: readHeader(headers, "location"),
  };
}

/** A header that was sent twice counts as its first value. */
function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}
