import { hash } from "node:crypto";
import type { ServiceResponse } from "../../../src/emulator/http/delivery";
import { handlePageRequest } from "../../../src/emulator/page/handle-page-request";
import { createBusyState } from "./busy-state";
import { createStillService } from "./page-server";

const service = createStillService(createBusyState());

function ask(method = "GET", query = ""): ServiceResponse {
  return handlePageRequest(service, { path: "/", method, query, headers: {}, body: new Uint8Array() });
}

test("serves the page, with what was chosen", () => {
  const page = ask();
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).toContain('<main id="main" data-shown="git.example.com/platform/api/release/2.x">');
  const { body } = ask("GET", "queue=github.com%2Facme%2Fdocs%2Fmain");
  expect(body).toContain('<main id="main" data-shown="github.com/acme/docs/main">');
});

test.each(["POST", "PUT", "DELETE", "OPTIONS", "get"])(
  "S-01: takes no %s, and never contains the token",
  (method) => {
    const response = ask(method);
    expect(response.status).toBe(405);
    expect(response.headers["allow"]).toBe("GET, HEAD");
    expect(JSON.stringify([ask(), response])).not.toContain(service.token);
  },
);

test("the content security policy allows exactly the script and the style of the document, by their hashes", () => {
  const { body, headers } = ask();
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
  expect(ask().headers).toMatchObject({
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
  });
});

test("the document loads nothing, and links only to itself and to pull requests at their code host", () => {
  const addresses = [...ask().body.matchAll(/(?:\s(?:href|src)=|url\()"?([^"\s>]+)/g)];
  const starts = addresses.map(
    ([, address = ""]) => /^(?:data:image|#|\?|https:..git.example.com.platform)/.exec(address)?.[0],
  );
  expect(new Set(starts)).toEqual(new Set(["data:image", "#", "?", "https://git.example.com/platform"]));
});
