import { type RawServer, startRawServer } from "../../api/support/raw-server";

/** Makes a whole response that repeats the request's token. */
export type Echo = (token: string) => string;

function http(status: string, body: string, ...headers: readonly string[]): string {
  const head = [
    `HTTP/1.1 ${status}`,
    "connection: close",
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

const TEXT = "content-type: text/plain";
const JSON_TYPE = "content-type: application/json";
const QUEUE = { concurrency: 2, requiredStatuses: ["ci"] };
const toEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Responses that repeat a token, by the place of the token: unchanged or encoded. */
export const ECHOES: Readonly<Record<string, Echo>> = {
  "a refusal": (token) => http("400 Bad Request", `no such token: ${token}`, TEXT),
  "a refusal in JSON": (token) => http("401 Unauthorized", JSON.stringify({ error: { token } }), JSON_TYPE),
  "a percent-encoded one": (token) => http("403 Forbidden", `/login?t=${encodeURIComponent(token)}`, TEXT),
  "one in base64": (token) => http("400 Bad Request", base64(token), TEXT),
  "one across the cut of a long text": (token) => http("400 Bad Request", `${"x".repeat(490)}${token}`, TEXT),
  "a server error": (token) => http("500 Internal Server Error", `at ${token} (server.js:1)`, TEXT),
  "too many requests": (token) => http("429 Too Many Requests", token, TEXT, `retry-after: ${token}`),
  "a content type": (token) => http("200 OK", "x", `content-type: text/${token}`),
  "a header": (token) => http("400 Bad Request", "no", TEXT, `x-api-token: ${token}`, `date: ${token}`),
  "a redirect": (token) => http("302 Found", "", `location: http://127.0.0.1:9/${token}`),
  "a page": (token) => http("200 OK", `<!doctype html><title>${token}</title>`, "content-type: text/html"),
  "invalid JSON": (token) => http("200 OK", `token ${token}`, JSON_TYPE),
  "incomplete JSON": (token) => http("200 OK", `{"a":"${token}`, JSON_TYPE),
  "a setting of a wrong type": (token) =>
    http("200 OK", JSON.stringify({ enqueuedPullRequests: [], concurrency: token }), JSON_TYPE),
  "pull requests of a wrong type": (token) =>
    http("200 OK", JSON.stringify({ enqueuedPullRequests: [{ prNumber: token }] }), JSON_TYPE),
  "a pull request": (token) =>
    http(
      "200 OK",
      JSON.stringify({ ...QUEUE, enqueuedPullRequests: [{ prNumber: 7, prTitle: token }] }),
      JSON_TYPE,
    ),
  "a required status, part of it as an escape": (token) =>
    http(
      "200 OK",
      `{"enqueuedPullRequests":[],"requiredStatuses":["ci/${toEscape(token.charAt(0))}${token.slice(1)}"]}`,
      JSON_TYPE,
    ),
  "an unknown field": (token) =>
    http(
      "200 OK",
      JSON.stringify({ ...QUEUE, enqueuedPullRequests: [], later: { [token]: [token] } }),
      JSON_TYPE,
    ),
  "an invalid status": (token) => `HTTP/1.1 ${token}\r\n\r\n`,
  "an invalid header": (token) => `HTTP/1.1 200 OK\r\n${token}\r\n\r\n`,
  "a header with a control character": (token) => `HTTP/1.1 200 OK\r\nx: ${token}\u0000\r\n\r\n`,
  "an invalid chunk": (token) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${token}\r\n`,
  "an invalid protocol": (token) => `${token}\r\n\r\n`,
  "an incomplete response": (token) => http("200 OK", `{"a":"${token}"}`, JSON_TYPE).slice(0, -3),
};

/** A service that only repeats the tokens of requests. */
export interface EchoingService {
  /** For `base_url`. */
  readonly url: string;
  /** Returns the number of requests. */
  readonly count: () => number;
  /** Sets the next responses. At first, they are refusals with the token. */
  respondWith(echo: Echo): void;
  close(): Promise<void>;
}

/** Starts an echoing service on the loopback address. */
export async function startEchoingService(): Promise<EchoingService> {
  let echo: Echo = (token) => http("400 Bad Request", token, TEXT);
  let count = 0;
  const server: RawServer = await startRawServer((socket, received) => {
    const [, length] = /content-length: (\d+)/i.exec(received) ?? [];
    const body = received.slice(received.indexOf("\r\n\r\n") + 4);
    if (!received.includes("\r\n\r\n") || body.length < Number(length ?? 0)) return;
    count += 1;
    const [, token = ""] = /x-api-token: (.*)/i.exec(received) ?? [];
    // This response proves that the address serves the interface.
    socket.end(body === "{}" ? http("400 Bad Request", "repo is missing", TEXT) : echo(token.trim()));
  });
  return {
    url: `http://127.0.0.1:${server.port}/v1`,
    count: () => count,
    respondWith(next) {
      echo = next;
    },
    close: () => server.close(),
  };
}
