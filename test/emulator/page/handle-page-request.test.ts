import { hash } from "node:crypto";
import type { ServiceResponse } from "../../../src/emulator/http/service-response";
import { handlePageRequest } from "../../../src/emulator/page/handle-page-request";
import type { PageModel } from "../../../src/emulator/page/page-model";
import { createBusyState } from "./busy-state";
import { createStillService } from "./page-server";

const service = createStillService(createBusyState());

function ask(
  path: string,
  method = "GET",
  host: string | undefined = "127.0.0.1:8080",
): ServiceResponse | undefined {
  return handlePageRequest(service, { path, method, headers: { host }, body: new Uint8Array() });
}

function requireResponse(response: ServiceResponse | undefined): ServiceResponse {
  if (response === undefined) throw new Error("the page did not respond");
  return response;
}

describe("handlePageRequest", () => {
  test("serves the document at / and its data at /page.json", () => {
    const page = requireResponse(ask("/"));
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    const data = requireResponse(ask("/page.json"));
    expect(data.status).toBe(200);
    expect(data.headers["content-type"]).toBe("application/json");
    const model = JSON.parse(data.body) as PageModel;
    expect(model.queues.map(({ id }) => id)).toEqual([
      "git.example.com/platform/api/release/2.x",
      "github.com/acme/web/main",
      "github.com/acme/docs/main",
    ]);
    expect(page.body).toContain(`data-version="${model.pageVersion}"`);
  });

  test.each(["/v1/getQueue", "/control/state", "/page", "/page.json/", "/index.html", ""])(
    "does not handle the path %j",
    (path) => {
      expect(ask(path)).toBeUndefined();
    },
  );

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "get"])("takes no %s", (method) => {
    for (const path of ["/", "/page.json"]) {
      const response = requireResponse(ask(path, method));
      expect(response.status).toBe(405);
      expect(response.headers["allow"]).toBe("GET, HEAD");
    }
  });

  test.each(["127.0.0.1:8080", "127.0.0.1", "127.1.2.3:1", "localhost:8080", "LOCALHOST", "[::1]:8080"])(
    "S-19: is shown for the host %s",
    (host) => {
      expect(ask("/", "GET", host)?.status).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "evil.example:8080",
    "127.0.0.1.evil.example",
    "localhost.evil.example:8080",
    "evil.example:127.0.0.1",
    "127.0.0.1:8080@evil.example",
    "10.0.0.1",
    "0.0.0.0",
    "[::]",
    "127.0.0.1:",
    "",
  ])("S-19: is not served under the foreign name %j, which a website could point to this machine", (host) => {
    for (const path of ["/", "/page.json"]) {
      const response = requireResponse(ask(path, "GET", host));
      expect(response.status).toBe(403);
      expect(response.body).not.toContain("acme");
    }
  });

  test("S-19: is not served to a request without a host", () => {
    const response = handlePageRequest(service, {
      path: "/",
      method: "GET",
      headers: {},
      body: new Uint8Array(),
    });
    expect(response?.status).toBe(403);
  });

  test("S-01: does not contain the token", () => {
    const text = JSON.stringify([
      ask("/"),
      ask("/page.json"),
      ask("/", "POST"),
      ask("/", "GET", "evil.example"),
    ]);
    expect(text).not.toContain(service.token);
  });

  test("the document does not depend on the contents of the queues", () => {
    const other = createStillService({ ...createBusyState(), queues: new Map() });
    const request = { path: "/", method: "GET", headers: { host: "localhost" }, body: new Uint8Array() };
    expect(handlePageRequest(other, request)?.body).toBe(ask("/")?.body);
  });

  test("the content security policy allows exactly the script and the style of the document, by their hashes", () => {
    const { body, headers } = requireResponse(ask("/"));
    const policy = headers["content-security-policy"]?.split("; ") ?? [];
    const digest = (element: string): string => {
      const texts = [...body.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, "g"))];
      expect(texts).toHaveLength(1);
      return hash("sha256", texts[0]?.[1] ?? "", "base64");
    };
    expect(policy).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${digest("script")}'`,
      `style-src 'sha256-${digest("style")}'`,
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  test("browsers neither cache it nor guess its type", () => {
    for (const path of ["/", "/page.json"]) {
      expect(ask(path)?.headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
      });
    }
  });

  test("the document does not load anything from other hosts", () => {
    const addresses = [...(ask("/")?.body ?? "").matchAll(/(?:\s(?:href|src)=|url\()"?([^"\s>]+)/g)];
    expect(addresses.map(([, address]) => address?.split(",", 1)[0])).toEqual([
      "data:image/svg+xml",
      "/page.json",
    ]);
  });
});
