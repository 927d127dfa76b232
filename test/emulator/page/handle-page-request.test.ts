import { hash } from "node:crypto";
import type { ServiceResponse } from "../../../src/emulator/http/service-response";
import { handlePageRequest } from "../../../src/emulator/page/handle-page-request";
import { createBusyState } from "./busy-state";
import { createStillService } from "./page-server";

const service = createStillService(createBusyState());

function ask(
  path: string,
  method = "GET",
  host: string | undefined = "127.0.0.1:8080",
  query?: string,
): ServiceResponse | undefined {
  const request = { path, method, headers: { host }, body: new Uint8Array() };
  return handlePageRequest(service, query === undefined ? request : { ...request, query });
}

function requireResponse(response: ServiceResponse | undefined): ServiceResponse {
  if (response === undefined) throw new Error("the page did not respond");
  return response;
}

describe("handlePageRequest", () => {
  test("serves the page, with what was chosen", () => {
    const page = requireResponse(ask("/"));
    expect(page.status).toBe(200);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body).toContain('<main data-shown="git.example.com/platform/api/release/2.x">');
    const { body } = requireResponse(ask("/", "GET", "localhost", "queue=github.com%2Facme%2Fdocs%2Fmain"));
    expect(body).toContain('<main data-shown="github.com/acme/docs/main">');
  });

  test.each(["/v1/getQueue", "/control/state", "/page", "/page.json", "/index.html", ""])(
    "does not handle the path %j",
    (path) => {
      expect(ask(path)).toBeUndefined();
    },
  );

  test.each(["POST", "PUT", "DELETE", "OPTIONS", "get"])("takes no %s", (method) => {
    const response = requireResponse(ask("/", method));
    expect(response.status).toBe(405);
    expect(response.headers["allow"]).toBe("GET, HEAD");
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
    const response = requireResponse(ask("/", "GET", host));
    expect(response.status).toBe(403);
    expect(response.body).not.toContain("acme");
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
    const text = JSON.stringify([ask("/"), ask("/", "POST"), ask("/", "GET", "evil.example")]);
    expect(text).not.toContain(service.token);
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
    expect(ask("/")?.headers).toMatchObject({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
    });
  });

  test("the document loads nothing, and links only to itself and to pull requests at their code host", () => {
    const addresses = [...(ask("/")?.body ?? "").matchAll(/(?:\s(?:href|src)=|url\()"?([^"\s>]+)/g)];
    const starts = addresses.map(
      ([, address = ""]) => /^(?:data:image|\?|https:..git.example.com.platform)/.exec(address)?.[0],
    );
    expect(new Set(starts)).toEqual(new Set(["data:image", "?", "https://git.example.com/platform"]));
  });
});
