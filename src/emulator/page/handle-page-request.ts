import { isLoopbackHeader } from "../http/is-loopback-header";
import { type ServiceResponse, textResponse } from "../http/service-response";
import type { Service, ServiceRequest } from "../service/handle-request";
import { drawPage } from "./draw-page";
import { readChoice } from "./page-choice";
import { PAGE_POLICY, printPage } from "./page-document";

/**
 * Serves the page, read-only and without a token. Other host names than loopback ones are refused because of DNS
 * rebinding.
 * @returns undefined for other paths
 */
export function handlePageRequest(service: Service, request: ServiceRequest): ServiceResponse | undefined {
  const { path, method, headers, query } = request;
  if (path !== "/") return undefined;
  if (!isLoopbackHeader(headers["host"])) {
    return textResponse(
      403,
      "The page is available to this machine only. Open it at http://127.0.0.1 or http://localhost.",
    );
  }
  if (method !== "GET" && method !== "HEAD") {
    const answer = textResponse(405, `${path} takes GET, not ${method}.`);
    return { ...answer, headers: { ...answer.headers, allow: "GET, HEAD" } };
  }
  // There may be no other request for hours, so let due changes happen.
  service.engine.tick();
  const { state } = service.engine;
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
    body: printPage(drawPage(state, service.options, readChoice(query)), state.nowMs),
  };
}
