import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { EnvHttpProxyAgent, Pool } from "undici";
import { makeConnectOptions } from "./connect-options";
import { describeFault } from "./describe-fault";
import type { Exchange, HttpFault, HttpRequest, Transport } from "./exchange";
import { isLoopbackHost } from "./host-rules";
import type { ProxySettings } from "./proxy-settings";
import { MAX_IN_FLIGHT } from "./request-limiter";

/** Where and how to connect. */
export interface TransportOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Roots to trust beside the built-in ones, in PEM form. */
  readonly ca?: string | undefined;
  /** The proxy for https. Plain http and this machine itself are always called directly. */
  readonly proxy?: ProxySettings | undefined;
  /** Bytes that an answer may have. Default: {@link MAX_RESPONSE_BYTES}. */
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
    return send(pool, options.origin, request);
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

async function send(pool: Dispatcher, origin: string, request: HttpRequest): Promise<Exchange> {
  const { method, path, headers, body, signal } = request;
  let isSent = false;
  const tracked = pool.compose((dispatch) => (options, handler) => {
    return dispatch(
      options,
      notifyStart(handler, () => {
        isSent = true;
      }),
    );
  });

  async function exchange(): Promise<Exchange> {
    try {
      const answer = await tracked.request({ origin, method, path, headers, body: body ?? null, signal });
      const text = await answer.body.text();
      // undici takes a connection back a turn later: who goes on at once would open another one.
      await nextTurn();
      return { kind: "answer", status: answer.statusCode, text, ...pickHeaders(answer.headers) };
    } catch (error) {
      return signal.aborted ? cutOff(isSent) : describeFault(error, isSent);
    }
  }

  // undici settles a request that still waits for its connection only when the connection has come about.
  return unlessAborted(exchange(), signal, () => cutOff(isSent));
}

function cutOff(isSent: boolean): HttpFault {
  const text = isSent ? "no whole answer came in time" : "no connection came about in time";
  return { kind: "fault", reason: "cut_off", isSent, isPermanent: false, text };
}

/**
 * Answers what comes first: the end of some work, or what `onAbort` answers once the signal has aborted. A signal that
 * lives on, as one of a whole process does, holds nothing of the work afterwards.
 */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, onAbort: () => T): Promise<T> {
  if (signal.aborted) return onAbort();
  return new Promise((resolve, reject) => {
    const listener = (): void => {
      resolve(onAbort());
    };
    signal.addEventListener("abort", listener);
    void work.then(resolve, reject).finally(() => {
      signal.removeEventListener("abort", listener);
    });
  });
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

/** The methods that undici's compose guarantees on a handler. */
type ComposedHandler = Required<
  Pick<
    Dispatcher.DispatchHandler,
    "onRequestStart" | "onResponseStart" | "onResponseData" | "onResponseEnd" | "onResponseError"
  >
>;

/**
 * Wraps a handler so that `onStart` runs right before the first byte of the request is written. Nothing else
 * tells a request that was lost from one that was never sent.
 */
function notifyStart(handler: Dispatcher.DispatchHandler, onStart: () => void): Dispatcher.DispatchHandler {
  const inner = handler as ComposedHandler;
  return {
    onRequestStart: (controller, context) => {
      onStart();
      inner.onRequestStart(controller, context);
    },
    onResponseStart: (...parameters) => {
      inner.onResponseStart(...parameters);
    },
    onResponseData: (...parameters) => {
      inner.onResponseData(...parameters);
    },
    onResponseEnd: (...parameters) => {
      inner.onResponseEnd(...parameters);
    },
    onResponseError: (...parameters) => {
      inner.onResponseError(...parameters);
    },
  };
}
