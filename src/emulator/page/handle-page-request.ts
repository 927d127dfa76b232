import { isLoopbackHost } from "../http/is-loopback-host";
import { type ServiceResponse, textResponse } from "../http/service-response";
import type { Service, ServiceRequest } from "../service/handle-request";
import { PAGE_DOCUMENT, PAGE_POLICY } from "./page-document";
import { type PageChoice, readPageModel } from "./read-page-model";

const COMMON_HEADERS = {
  // Its content changes every second.
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

/**
 * Serves the page (`/`) and its data (`/page.json`), read-only and without a token. Other host names than loopback
 * ones are refused because of DNS rebinding.
 * @returns undefined for other paths
 */
export function handlePageRequest(service: Service, request: ServiceRequest): ServiceResponse | undefined {
  const { path, method, headers } = request;
  if (path !== "/" && path !== "/page.json") return undefined;
  if (!isLoopbackHost(headers["host"])) {
    return textResponse(
      403,
      "The page is available to this machine only. Open it at http://127.0.0.1 or http://localhost.",
    );
  }
  if (method !== "GET" && method !== "HEAD") {
    const answer = textResponse(405, `${path} takes GET, not ${method}.`);
    return { ...answer, headers: { ...answer.headers, allow: "GET, HEAD" } };
  }
  if (path === "/") {
    return {
      status: 200,
      headers: {
        ...COMMON_HEADERS,
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": PAGE_POLICY,
      },
      body: PAGE_DOCUMENT,
    };
  }
  // There may be no other request for hours, so let due changes happen.
  service.engine.tick();
  return {
    status: 200,
    headers: { ...COMMON_HEADERS, "content-type": "application/json" },
    body: JSON.stringify(readPageModel(service.engine.state, service.options, readChoice(request.query))),
  };
}

function readChoice(query: string | undefined): PageChoice {
  const parameters = new URLSearchParams(query);
  return {
    queue: parameters.get("queue") ?? undefined,
    showsAllWaiting: parameters.get("waiting") === "all",
  };
}
