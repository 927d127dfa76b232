import { isLoopbackHost } from "../http/is-loopback-host";
import type { ServiceAnswer } from "../http/service-response";
import { answerText } from "../http/service-response";
import type { Service, ServiceRequest } from "../service/handle-request";
import { PAGE_DOCUMENT, PAGE_POLICY } from "./page-document";
import type { PageChoice } from "./read-page-model";
import { readPageModel } from "./read-page-model";

/** What both answers say about themselves. */
const COMMON_HEADERS = {
  // What it shows is old a second later, and a browser must never keep it.
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

/**
 * Answers the page for people (`/`) and what it shows (`/page.json`). Both only show: nothing can be changed here,
 * no token is needed, and none is in it. A request that was sent to another name than a loopback one is refused,
 * because a foreign website could have given its own name this machine's address to read along.
 * @returns undefined if the path is another one
 */
export function answerPage(service: Service, request: ServiceRequest): ServiceAnswer | undefined {
  const { path, method, headers } = request;
  if (path !== "/" && path !== "/page.json") return undefined;
  if (!isLoopbackHost(headers["host"])) {
    return answerText(
      403,
      "The page is shown to this machine only: open it at http://127.0.0.1 or localhost.",
    );
  }
  if (method !== "GET" && method !== "HEAD") {
    const answer = answerText(405, `${path} takes GET, not ${method}.`);
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
  // A page is open for hours without any other request: what is due by now shall have happened.
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
