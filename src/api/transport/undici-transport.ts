import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createSecureContext, type SecureContext } from "node:tls";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { type Dispatcher, Pool, ProxyAgent } from "undici";
import { describeFault } from "../describe-fault";
import type { Exchange, HttpFault, HttpRequest, Transport } from "../exchange";
import { checkCertificate } from "./check-certificate";

export interface TransportOptions {
  readonly origin: string;
  /** Further trusted roots in PEM form, in addition to those of Node.js. */
  readonly ca?: string | undefined;
  /** Address of the proxy, http or https, perhaps with a user and a password. Default: none. */
  readonly proxy?: string | undefined;
  /** Bytes that a response may have, compressed or not. Default: {@link MAX_RESPONSE_BYTES}. */
  readonly maxResponseBytes?: number;
}

/** 32 MiB: fits a queue configured by the largest request (interface, Limits) with 10,000 pull requests. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which an idle connection is closed: before load balancers do. */
const KEEP_ALIVE_MS = 4_000;

const POOLS = new Map<string, Dispatcher>();

/** All with the same options share one pool. Redirects are never followed: they would send the token away. */
export function createUndiciTransport(options: TransportOptions): Transport {
  const key = toPoolKey(options);
  return async (request) => {
    let pool = POOLS.get(key);
    if (pool === undefined) POOLS.set(key, (pool = openPool(options)));
    return send(pool, options, request);
  };
}

/** Closes the connections of all transports with these options after their requests. Later ones reconnect. */
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

function openPool({ origin, ca, proxy, maxResponseBytes }: TransportOptions): Dispatcher {
  const { protocol } = new URL(origin);
  const connect = makeConnectOptions(protocol, ca);
  const common = {
    pipelining: 1,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // A server's hint may shorten the time, but not extend it.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxResponseSize: maxResponseBytes ?? MAX_RESPONSE_BYTES,
    // These apply to each chunk, so they limit nothing; the attempt's signal does.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { ...connect },
  };
  if (proxy === undefined) return new Pool(origin, common);
  return new ProxyAgent({ ...common, uri: proxy, requestTls: { ...connect }, proxyTls: { ...connect } });
}

/** Resolves when undici has returned the connections of all responses so far to its pool. */
let turn: Promise<unknown> = Promise.resolve();

async function send(
  pool: Dispatcher,
  { origin, maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES }: TransportOptions,
  { method, path, headers, body, signal }: HttpRequest,
): Promise<Exchange> {
  // undici returns a connection one turn after its response: an immediate request would open another.
  await turn;
  if (signal.aborted) return createCancelledFault({ isSent: false });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let response: { readonly status: number; readonly headers: IncomingHttpHeaders } = {
      status: 0,
      headers: {},
    };
    /** A long-lived signal then keeps no reference to the exchange. */
    const finish = (exchange: Exchange): void => {
      signal.removeEventListener("abort", cancel);
      resolve(exchange);
    };
    /** Ends the exchange at once: undici cancels a request waiting for a connection only after connecting. */
    const cancel = (): void => {
      finish(createCancelledFault({ isSent: controller !== undefined }));
      controller?.abort(CANCELLED);
    };
    signal.addEventListener("abort", cancel);
    const handler: Dispatcher.DispatchHandler = {
      // Called right before the first byte is written: tells a lost request from one that was never sent.
      onRequestStart: (started) => {
        if (signal.aborted) started.abort(CANCELLED);
        else controller = started;
      },
      onResponseStart: (_controller, status, received) => {
        response = { status, headers: received };
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        // Starts after undici has processed the end, too.
        turn = Promise.resolve().then(async () => nextTurn());
        finish(toExchange(response.status, response.headers, Buffer.concat(chunks), maxBytes));
      },
      // undici also reports requests that it does not accept.
      onResponseError: (_controller, error) => {
        const sending = { isSent: controller !== undefined };
        finish(signal.aborted ? createCancelledFault(sending) : describeFault(error, sending));
      },
    };
    pool.dispatch({ origin, method, path, headers, body: body ?? null }, handler);
  });
}

function toExchange(status: number, headers: IncomingHttpHeaders, body: Buffer, maxBytes: number): Exchange {
  try {
    const bytes = decodeContent(body, readHeader(headers, "content-encoding") ?? "", maxBytes);
    const text = bytes.toString().replace(/^\uFEFF/, "");
    const isMangled = text.includes("\uFFFD") && !isUtf8(bytes);
    const names = ["content-type", "retry-after", "date", "location", "x-request-id"];
    const [contentType, retryAfter, date, location, requestId] = names.map((name) =>
      readHeader(headers, name),
    );
    return { kind: "response", status, text, isMangled, contentType, retryAfter, date, location, requestId };
  } catch (error) {
    return describeFault(error, { isSent: true });
  }
}

type Decode = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Buffer;

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ["identity", (bytes) => Buffer.from(bytes)],
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["br", brotliDecompressSync],
  // Some servers send it without the zlib header, whose first byte ends in the bits 1000.
  [
    "deflate",
    (bytes, options) => ((Number(bytes[0]) & 15) === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ],
]);

/** Proxies compress unasked. Unknown encodings stay as is. @throws Error of zlib, also above `maxBytes` */
export function decodeContent(content: Buffer, encodings: string, maxBytes: number): Buffer {
  if (content.length === 0) return content;
  const names = encodings.split(",").map((name) => name.trim().toLowerCase());
  return names.reverse().reduce((bytes, name) => {
    const decode = DECODERS.get(name);
    return decode === undefined ? bytes : decode(bytes, { maxOutputLength: maxBytes });
  }, content);
}

const CANCELLED = new Error("The request was cancelled.");

function createCancelledFault({ isSent }: Pick<HttpFault, "isSent">): HttpFault {
  const text = isSent ? "no complete response arrived in time" : "no connection was made in time";
  return { kind: "fault", reason: "cancelled", isSent, isPermanent: false, isUnreachable: false, text };
}

function readHeader(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : value?.[0];
}

/** Milliseconds that a connection may take to open, TLS included. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Certificates are always verified, whatever `NODE_TLS_REJECT_UNAUTHORIZED` says; at least TLS 1.2. */
function makeConnectOptions(protocol: string, ca: string | undefined) {
  const options = { timeout: CONNECT_TIMEOUT_MS, autoSelectFamily: true, rejectUnauthorized: true };
  if (protocol !== "https:") return options;
  // One context for all connections. The option `ca` would replace the roots, and parsing them again is slow.
  const secureContext: AddingContext = createSecureContext({ minVersion: "TLSv1.2" });
  if (ca !== undefined) addAuthorities(secureContext, ca);
  return { ...options, secureContext, checkServerIdentity: checkCertificate };
}

function addAuthorities({ context }: AddingContext, ca: string): void {
  context.addCACert(ca);
  // eslint-disable-next-line no-restricted-syntax -- Node.js reads it, but Node.js 20 then forgets it in this context.
  const extra = process.env["NODE_EXTRA_CA_CERTS"] ?? "";
  try {
    context.addCACert(readFileSync(extra, "utf8"));
  } catch {
    // Unset, or a file that cannot be read: Node.js itself only warns about that.
  }
}

/** `createSecureContext` calls the method itself; the types of Node.js leave it out. */
interface AddingContext extends SecureContext {
  readonly context: { readonly addCACert: (pem: string) => void };
}
