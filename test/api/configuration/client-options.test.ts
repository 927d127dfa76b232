import { checkBaseUrl } from "../../../src/api/configuration/check-base-url";
import { checkClientOptions } from "../../../src/api/configuration/client-options";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";
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
    expect(mixed.proxy?.url).toBe("http://proxy.example.com:3128");
    jest.replaceProperty(process, "env", { ...process.env, ...environment });
    expect(String(catchError(() => checkClientOptions({})))).toContain("baseUrl: It is missing.");
  });

  test("names every invalid option, and never repeats the token", () => {
    const error = catchError(() =>
      checkClientOptions({
        baseUrl: "http://merge.example.com/v1",
        token: "fake token",
        requestTimeoutSeconds: 0,
        maxRetries: 1.5,
        source: "",
        environment: { HTTPS_PROXY: "socks5://proxy" },
      }),
    );
    expect(error).toMatchObject({
      code: "invalid_configuration",
      details: { field: "requestTimeoutSeconds" },
    });
    const message = String(error);
    for (const part of [
      "baseUrl: Plain http would send",
      "allowInsecureHttp allows it",
      'token: The token (from the option "token") contains a character at position 5',
      "requestTimeoutSeconds: It is 0, but must be a whole number from 1 to 3600.",
      "maxRetries: It is 1.5",
      "HTTPS_PROXY must be",
      "source: It must have 1 to 100 visible ASCII characters.",
    ]) {
      expect(message).toContain(part);
    }
    expect(message).not.toContain("fake token");
    expect(message).not.toMatch(/base_url|allow_insecure_http/);
  });

  test.each([
    [
      { token: TOKEN },
      /baseUrl: It is missing\. Give it, or pass environment: process\.env .*MERGEQUEUE_BASE_URL/,
    ],
    [
      { baseUrl: BASE_URL, environment: {} },
      /token: It is missing\. Give it, or set the environment variable MERGEQUEUE_TOKEN/,
    ],
  ])("says how to set a missing option: %j", (options, message) => {
    expect(String(catchError(() => checkClientOptions(options)))).toMatch(message);
  });

  test("an invalid proxy of the environment names no option", () => {
    const error = catchError(() =>
      checkClientOptions({ baseUrl: BASE_URL, token: TOKEN, environment: { HTTPS_PROXY: "proxy" } }),
    );
    expect(error).toMatchObject({ code: "invalid_configuration", details: {} });
  });

  test("a wrong type or an unknown option is refused without showing its value", () => {
    const secret = 1_234_567_890;
    const wrong = {
      baseURL: BASE_URL,
      token: secret,
      maxRetries: "3",
      allowInsecureHttp: "yes",
      environment: null,
      caFile: undefined,
    };
    const error = catchError(() => checkClientOptions(wrong as never));
    const message = String(error);
    expect(message).toContain("baseURL: There is no such option; there are baseUrl, token,");
    expect(message).toContain("Did you mean baseUrl?");
    expect(message).toContain("token: It must be a string.");
    expect(message).toContain("maxRetries: It must be a number.");
    expect(message).toContain("allowInsecureHttp: It must be a boolean.");
    expect(message).toContain("environment: It must be an object.");
    expect(message).not.toContain("caFile:");
    expect(message).not.toContain(String(secret));
  });

  test.each(["", "x".repeat(101), "a b", "é", "a\r\nx-evil: 1"])(
    "S-11: a source like %j is refused",
    (source) => {
      const error = catchError(() => checkClientOptions({ baseUrl: BASE_URL, token: TOKEN, source }));
      expect(error).toMatchObject({ code: "invalid_configuration", details: { field: "source" } });
    },
  );
});

const ACCEPTED: [text: string, origin: string, path: string][] = [
  ["https://merge.example.com/v1", "https://merge.example.com", "/v1"],
  ["https://merge.example.com/v1/", "https://merge.example.com", "/v1"],
  ["https://merge.example.com/api/queue/v1", "https://merge.example.com", "/api/queue/v1"],
  ["https://merge.example.com:8443/v1", "https://merge.example.com:8443", "/v1"],
  ["https://merge.example.com:443/v1", "https://merge.example.com", "/v1"],
  ["HTTPS://Merge.Example.COM/v1", "https://merge.example.com", "/v1"],
  ["https://bücher.example/v1", "https://xn--bcher-kva.example", "/v1"],
  ["https://日本.example/v1", "https://xn--wgv71a.example", "/v1"],
  ["https://10.1.2.3/v1", "https://10.1.2.3", "/v1"],
  ["https://[2001:db8::1]/v1", "https://[2001:db8::1]", "/v1"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080", "/v1"],
  ["http://127.1/v1", "http://127.0.0.1", "/v1"],
  ["http://2130706433/v1", "http://127.0.0.1", "/v1"],
  ["http://0x7f000001/v1", "http://127.0.0.1", "/v1"],
  ["http://１２７.0.0.1/v1", "http://127.0.0.1", "/v1"],
  ["http://127.255.255.254/v1", "http://127.255.255.254", "/v1"],
  ["http://localhost:3000/v1", "http://localhost:3000", "/v1"],
  ["http://LOCALHOST./v1", "http://localhost.", "/v1"],
  ["http://queue.localhost/v1", "http://queue.localhost", "/v1"],
  ["http://[::1]:8080/v1", "http://[::1]:8080", "/v1"],
  ["http://[::ffff:127.0.0.1]/v1", "http://[::ffff:7f00:1]", "/v1"],
];

const REFUSED: [text: string, reason: RegExp][] = [
  ["", /whole address/],
  ["merge.example.com/v1", /whole address/],
  ["//merge.example.com/v1", /whole address/],
  ["https:merge.example.com/v1", /whole address/],
  ["https://", /whole address/],
  ["https://merge.example.com:99999/v1", /whole address/],
  ["https://256.1.1.1/v1", /whole address/],
  ["ftp://merge.example.com/v1", /must begin with "https:\/\/", not with "ftp:\/\/"/],
  ["ws://merge.example.com/v1", /not with "ws:\/\/"/],
  ["file:///v1", /not with "file:\/\/"/],
  ["https://user@merge.example.com/v1", /user or a password/],
  ["https://user:hunter2@merge.example.com/v1", /user or a password/],
  ["https://@merge.example.com/v1", /user or a password/],
  ["https://merge.example.com@evil.example/v1", /user or a password/],
  ["https://merge.example.com/v1?token=hunter2", /query/],
  ["https://merge.example.com/v1?", /query/],
  ["https://merge.example.com/v1#top", /fragment/],
  ["https://merge.example.com\\@evil.example/v1", /backslashes/],
  ["https://merge.exam\nple.com/v1", /white space/],
  [" https://merge.example.com/v1", /white space/],
  ["https://merge.example.com", /path must end in "\/v1".*"\/"/],
  ["https://merge.example.com/v2", /path must end in "\/v1".*"\/v2"/],
  ["https://merge.example.com/V1", /path must end in "\/v1"/],
  ["https://merge.example.com/apiv1", /path must end in "\/v1"/],
  ["https://merge.example.com/v1//", /path must end in "\/v1"/],
  ["https://merge.example.com/v1/../v2", /path must end in "\/v1"/],
  ["http://merge.example.com/v1", /clear text/],
  ["http://10.0.0.1/v1", /clear text/],
  ["http://localhost.example.com/v1", /clear text/],
  ["http://128.0.0.1/v1", /clear text/],
  ["http://127.0.0.1.example.com/v1", /clear text/],
  ["http://[::ffff:10.0.0.1]/v1", /clear text/],
];

/** Always refused. */
const NEVER: [text: string, reason: RegExp][] = [
  ["http://0.0.0.0/v1", /is not the address of a machine/],
  ["https://0/v1", /is not the address of a machine/],
  ["https://[::]/v1", /is not the address of a machine/],
  ["http://169.254.169.254/v1", /metadata/],
  ["https://169.254.169.254/latest/v1", /metadata/],
  ["https://2852039166/v1", /metadata/],
  ["https://0xA9FEA9FE/v1", /metadata/],
  ["https://0251.0376.0251.0376/v1", /metadata/],
  ["https://169.254.169.254./v1", /metadata/],
  ["https://[::ffff:169.254.169.254]/v1", /metadata/],
  ["https://[fd00:ec2::254]/v1", /metadata/],
  ["https://[fe80::1]/v1", /metadata/],
  ["https://100.100.100.200/v1", /metadata/],
  ["https://metadata.google.internal/v1", /metadata/],
  ["https://METADATA.google.internal./v1", /metadata/],
];

describe("checkBaseUrl", () => {
  test.each(ACCEPTED)("S-06: %s is accepted", (text, origin, basePath) => {
    const check = checkBaseUrl(text, false, TERRAFORM_VOCABULARY);
    expect(check).toEqual({ isValid: true, origin, host: new URL(origin).host, basePath, isInsecure: false });
  });

  test.each([...REFUSED, ...NEVER])("S-06: %p is refused", (text, reason) => {
    expect(checkBaseUrl(text, false, TERRAFORM_VOCABULARY)).toEqual({
      isValid: false,
      message: expect.stringMatching(reason) as unknown,
    });
  });

  test.each(NEVER)("S-06: %s is refused even if plain http is allowed", (text, reason) => {
    expect(checkBaseUrl(text, true, TERRAFORM_VOCABULARY)).toEqual({
      isValid: false,
      message: expect.stringMatching(reason) as unknown,
    });
  });

  test("S-06: plain http to another machine needs permission, and is marked", () => {
    expect(checkBaseUrl("http://merge.example.com/v1", true, TERRAFORM_VOCABULARY)).toMatchObject({
      isValid: true,
      isInsecure: true,
    });
    expect(checkBaseUrl("http://127.0.0.1/v1", true, TERRAFORM_VOCABULARY)).toMatchObject({
      isValid: true,
      isInsecure: false,
    });
  });

  test("S-06: an address that is refused for its password is not repeated", () => {
    for (const text of ["https://user:hunter2@h/v1", "https://h/v1?token=hunter2", "hunter2 https://h/v1"]) {
      expect(JSON.stringify(checkBaseUrl(text, false, TERRAFORM_VOCABULARY))).not.toContain("hunter2");
    }
  });
});
