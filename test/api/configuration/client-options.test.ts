import { checkClientOptions } from "../../../src/api/configuration/client-options";
import { catchError } from "../../support/catch-error";
import { TOKEN } from "../support/make-client";
import { BASE_URL } from "../support/resolve-config";

describe("checkClientOptions", () => {
  test("takes address and token, and names the caller mergequeue", () => {
    const { config, source } = checkClientOptions({ baseUrl: BASE_URL, token: TOKEN });
    expect(config).toMatchObject({
      origin: "https://merge.example.com",
      basePath: "/v1",
      requestTimeoutMs: 30_000,
      maxRetries: undefined,
      tokenSource: 'the option "token"',
    });
    expect([config.token.reveal(), source]).toEqual([TOKEN, "mergequeue"]);
  });

  test("reads no environment unless one is given, and explicit options win over it", () => {
    const environment = {
      MERGEQUEUE_BASE_URL: "https://env.example.com/v1",
      MERGEQUEUE_TOKEN: "fake-token-env",
      HTTPS_PROXY: "http://proxy.example.com:3128",
    };
    const mixed = checkClientOptions({ baseUrl: BASE_URL, environment }).config;
    expect([mixed.host, mixed.tokenSource]).toEqual(["merge.example.com", "MERGEQUEUE_TOKEN"]);
    expect(mixed.proxy).toBe("http://proxy.example.com:3128");
    jest.replaceProperty(process, "env", { ...process.env, ...environment });
    expect(String(catchError(() => checkClientOptions({})))).toContain("baseUrl: It is missing.");
  });

  test("names every invalid option, and never repeats the token", () => {
    const given = { baseUrl: "http://merge.example.com/v1", token: "fake token", source: "" };
    const limits = { requestTimeoutSeconds: 0, maxRetries: 1.5 };
    const error = catchError(() => checkClientOptions({ ...given, ...limits }));
    const details = { field: "requestTimeoutSeconds" };
    expect(error).toMatchObject({ code: "invalid_configuration", details });
    const message = String(error);
    for (const part of [
      "baseUrl: Plain http would send",
      "you can allow http with allowInsecureHttp.",
      'token: The token (from the option "token") contains a character at position 5',
      "requestTimeoutSeconds: It is 0, but must be a whole number from 1 to 3600.",
      "maxRetries: It is 1.5",
      "source: It must have 1 to 100 visible ASCII characters.",
    ]) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain("fake token");
    expect(message).not.toMatch(/base_url|allow_insecure_http/);
  });

  test.each([
    [{ token: TOKEN }, /baseUrl: .* option, or pass environment: process\.env .*MERGEQUEUE_BASE_URL/],
    [{ baseUrl: BASE_URL, environment: {} }, /token: .*, or set the environment variable MERGEQUEUE_TOKEN/],
  ])("says how to set a missing option: %j", (options, message) => {
    expect(String(catchError(() => checkClientOptions(options)))).toMatch(message);
  });

  test("an invalid proxy of the environment names no option", () => {
    const error = catchError(() =>
      checkClientOptions({ baseUrl: BASE_URL, token: TOKEN, environment: { HTTPS_PROXY: "ftp://proxy" } }),
    );
    expect(error).toMatchObject({ code: "invalid_configuration", details: {} });
  });

  test("a wrong type or an unknown option is refused without showing its value", () => {
    const secret = 1_234_567_890;
    const types = { token: secret, maxRetries: "3", allowInsecureHttp: "yes", environment: null };
    const wrong = { baseURL: BASE_URL, ...types, caFile: undefined };
    const message = String(catchError(() => checkClientOptions(wrong as never)));
    for (const part of [
      "baseURL: There is no such option. The options are baseUrl, token,",
      "Did you mean baseUrl?",
      "token: It must be a string.",
      "maxRetries: It must be a number.",
      "allowInsecureHttp: It must be a boolean.",
      "environment: It must be an object.",
    ]) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain("caFile:");
    expect(message).not.toContain(String(secret));
  });

  const SOURCES = ["", "x".repeat(101), "a b", "é", "a\r\nx-evil: 1"];
  test.each(SOURCES)("S-11: a source like %j is refused", (source) => {
    const error = catchError(() => checkClientOptions({ baseUrl: BASE_URL, token: TOKEN, source }));
    expect(error).toMatchObject({ code: "invalid_configuration", details: { field: "source" } });
  });
});
