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
  /** Root certificates in PEM form to trust, in addition to the built-in roots of Node.js. */
  readonly ca?: string | undefined;
  /** Address of the proxy, http or https, perhaps with a user and a password. Default: none. */
  readonly proxy?: string | undefined;
  /** Maximum bytes of a response, compressed and decompressed. Default: {@link MAX_RESPONSE_BYTES}. */
  readonly maxResponseBytes?: number;
}

/** 32 MiB, enough for a queue with the largest settings (interface, Limits) and 10,000 pull requests. */
export const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** Milliseconds after which to close idle connections. Load balancers close idle connections later. */
const KEEP_ALIVE_MS = 4_000;

const POOLS = new Map<string, Dispatcher>();

/** Equal options share a pool. Redirects are not followed, so that the token does not go elsewhere. */
export function createUndiciTransport(options: TransportOptions): Transport {
  const key = toPoolKey(options);
  return async (request) => {
    let pool = POOLS.get(key);
    if (pool === undefined) POOLS.set(key, (pool = openPool(options)));
    return send(pool, options, request);
  };
}

/** Closes all connections with these options as soon as their requests end. Later requests open new ones. */
export async function closeConnections(options: TransportOptions): Promise<void> {
  const key = toPoolKey(options);
  const pool = POOLS.get(key);
  POOLS.delete(key);
  // Earlier requests wait for the same turn, so undici gets them before it closes.
  await turn;
  await pool?.close();
}

/** Closes all connections of the process at once. Requests in progress fail. Later requests reconnect. */
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
    // These limit only each chunk. The attempt's signal limits the whole.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
    connect: { ...connect },
  };
  if (proxy === undefined) return new Pool(origin, common);
  return new ProxyAgent({ ...common, uri: proxy, requestTls: { ...connect }, proxyTls: { ...connect } });
}

/** Resolves once undici has put the connections of all earlier responses back into its pool. */
let turn: Promise<unknown> = Promise.resolve();

async function send(
  pool: Dispatcher,
  { origin, maxResponseBytes: maxBytes = MAX_RESPONSE_BYTES }: TransportOptions,
  { method, path, headers, body, signal }: HttpRequest,
): Promise<Exchange> {
  // undici frees a connection one turn after its response, so an immediate request would open another.
  await turn;
  if (signal.aborted) return createCancelledFault({ isSent: false });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let controller: Dispatcher.DispatchController | undefined;
    let response: { readonly status: number; readonly headers: IncomingHttpHeaders } = {
      status: 0,
      headers: {},
    };
    /** Removes the listener, so that a long-lived signal keeps no reference to the exchange. */
    const finish = (exchange: Exchange): void => {
      signal.removeEventListener("abort", cancel);
      resolve(exchange);
    };
    /** Ends the exchange without undici, which cancels a request only once it has a connection. */
    const cancel = (): void => {
      finish(createCancelledFault({ isSent: controller !== undefined }));
      controller?.abort(CANCELLED);
    };
    signal.addEventListener("abort", cancel);
    const handler: Dispatcher.DispatchHandler = {
      // Called right before the first byte: distinguishes a lost request from one that was never sent.
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
  // Some servers leave out the zlib header, whose first byte ends in the bits 1000.
  [
    "deflate",
    (bytes, options) => ((Number(bytes[0]) & 15) === 8 ? inflateSync : inflateRawSync)(bytes, options),
  ],
]);

/** Decompresses content. Keeps unknown encodings. @throws an error of zlib, also above `maxBytes` */
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

/** Maximum milliseconds to open a connection, including TLS. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Requires TLS 1.2, and always verifies certificates, even if `NODE_TLS_REJECT_UNAUTHORIZED` is 0. */
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
    // It is unset, or the file cannot be read, about which Node.js itself only warns.
  }
}

/** The types of Node.js lack `addCACert`, which `createSecureContext` itself calls. */
interface AddingContext extends SecureContext {
  readonly context: { readonly addCACert: (pem: string) => void };
}
