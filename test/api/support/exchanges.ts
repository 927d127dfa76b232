import type { HttpFault, HttpResponse } from "../../../src/api/exchange";

/** The queue that requests are about. */
export const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

/** A response of the service: status, text and headers. */
export function response(status: number, text = "", more: Partial<HttpResponse> = {}): HttpResponse {
  const contentType = status < 300 ? "application/json" : "application/plain-text";
  return { kind: "response", status, contentType, text, ...more };
}

/** A 200 response of `/getQueue` without pull requests. */
export function queueResponse(fields: Readonly<Record<string, unknown>> = {}): HttpResponse {
  return response(200, JSON.stringify({ concurrency: 2, enqueuedPullRequests: [], ...fields }));
}

/** A status after which a read is repeated. */
export const BUSY = response(503, "busy");

/** A connection that was refused: nothing was sent. */
export const REFUSED: HttpFault = {
  kind: "fault",
  reason: "failed",
  isSent: false,
  isPermanent: false,
  isUnreachable: true,
  text: "the connection was refused (ECONNREFUSED)",
};

/** A connection that broke off after the request was sent. */
export const LOST: HttpFault = {
  ...REFUSED,
  isSent: true,
  isUnreachable: false,
  text: "the connection broke off (ECONNRESET)",
};

/** A fault of a transport whose signal cancels the exchange. */
export function cancelled(isSent: boolean): HttpFault {
  return { ...LOST, reason: "cancelled", isSent, text: "no complete response arrived in time" };
}
