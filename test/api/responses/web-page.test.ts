import { response } from "../support/exchanges";
import { findFailure, judge } from "../support/interpret";

const PAGE = { contentType: "text/html" };

describe("a web page", () => {
  test.each([
    ["its type", response(200, "{}", { contentType: "text/html; charset=utf-8" })],
    ["its type", response(200, "", { contentType: "application/xhtml+xml" })],
    ["its beginning", response(200, "  <!DOCTYPE html><p>Sign in", { contentType: "text/plain" })],
    ["its beginning", response(200, "<html>", { contentType: undefined })],
  ])("F-20: recognised by %s, is a wrong address, and a write may have been applied", (_how, page) => {
    expect(judge(page)).toEqual(Array(3).fill("wrong_address"));
    expect(findFailure("getQueue", page).isEffectPossible).toBe(false);
    expect(findFailure("createQueue", page).isEffectPossible).toBe(true);
  });

  test("F-20: the message has the content type and the first 80 characters", () => {
    const text = `<html>${"x".repeat(200)}`;
    const { why } = findFailure("getQueue", response(200, text, { contentType: "text/html" }));
    expect(why).toBe(`the response was 200 with a body of type "text/html": "${text.slice(0, 80)}…"`);
  });

  test("F-20: a page with any status is a wrong address, and its beginning is shown", () => {
    for (const status of [400, 401, 403, 404, 413, 501]) {
      expect(judge(response(status, "<html>", PAGE))).toEqual(Array(3).fill("wrong_address"));
      expect(findFailure("createQueue", response(status, "<html>", PAGE)).isEffectPossible).toBe(false);
    }
    const { why } = findFailure("getQueue", response(501, "<html>Unsupported method", PAGE));
    expect(why).toBe('the response was 501 with a body of type "text/html": "<html>Unsupported method"');
  });

  test("F-20: a page with a 5xx status is repeated if that status is, and then is a wrong address", () => {
    expect(judge(response(503, "<html>", PAGE))).toEqual([
      "wrong_address, again",
      "wrong_address, again",
      "outcome_unknown",
    ]);
    expect(judge(response(520, "<html>", PAGE))).toEqual(Array(3).fill("wrong_address"));
    expect(findFailure("createQueue", response(520, "<html>", PAGE)).isEffectPossible).toBe(true);
  });

  test("F-20: a page does not change the meaning of 407 and 429", () => {
    expect(judge(response(407, "<html>", PAGE))).toEqual(Array(3).fill("proxy_refused"));
    expect(judge(response(429, "<html>", PAGE))).toEqual(Array(3).fill("rate_limited, again"));
  });

  test.each([
    "Client sent an HTTP request to an HTTPS server.\n",
    "<html><center>The plain HTTP request was sent to HTTPS port</center></html>",
  ])("F-01: plain http to a port that speaks TLS says so: %j", (text) => {
    expect(judge(response(400, text))).toEqual(Array(3).fill("wrong_address"));
    expect(findFailure("getQueue", response(400, text)).why).toMatch(
      /^the address begins with http, but the host speaks TLS at this port: use https/,
    );
  });
});
