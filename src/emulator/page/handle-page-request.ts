import { type ServiceResponse, textResponse } from "../http/service-response";
import type { Service, ServiceRequest } from "../service/handle-request";
import { drawPage } from "./draw-page";
import { readChoice } from "./page-choice";
import { PAGE_POLICY, printPage } from "./page-document";

/** Serves the page, read-only and without a token. */
export function handlePageRequest(
  { engine, options }: Service,
  { method, query }: ServiceRequest,
): ServiceResponse {
  if (method !== "GET" && method !== "HEAD") {
    const answer = textResponse(405, `/ takes GET, not ${method}.`);
    return { ...answer, headers: { ...answer.headers, allow: "GET, HEAD" } };
  }
  const { state } = engine;
  return {
    status: 200,
    headers: {
      // Its content changes every second.
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
    },
    body: printPage(drawPage(state, options, readChoice(query)), state.nowMs),
  };
}
