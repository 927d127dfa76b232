import { inspect } from "node:util";
import {
  type ClientArguments,
  describeFinding,
  type Environment,
} from "../../../src/api/configuration/client-arguments";
import { type ClientConfig, resolveClientConfig } from "../../../src/api/configuration/client-config";
import { type ArgumentName, PROVIDER_ARGUMENTS, toVariableName } from "../../../src/queue/provider-arguments";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";

const BASE_URL = "https://merge.example.com/v1";
const TOKEN = "fake-token-1234567890";
const GIVEN: ClientArguments = { baseUrl: BASE_URL, token: TOKEN };

function resolve(
  explicit: ClientArguments,
  env: Environment = {},
  unknown: ArgumentName[] = [],
): ClientConfig {
  const { config, findings } = resolveClientConfig(explicit, env, unknown);
  if (config === undefined) throw new Error(JSON.stringify(findings));
  return config;
}

function findProblems(
  explicit: ClientArguments,
  env: Environment = {},
  unknown: ArgumentName[] = [],
): string[] {
  const { config, findings } = resolveClientConfig(explicit, env, unknown);
  expect(config === undefined).toBe(findings.length > 0);
  return findings.map((finding) => `${finding.argument ?? ""}: ${describeFinding(finding)}`);
}

describe("resolveClientConfig", () => {
  test("uses the documented defaults for missing arguments", () => {
    const config = resolve(GIVEN);
    expect({ ...config, token: config.token.reveal() }).toEqual({
      origin: "https://merge.example.com",
      host: "merge.example.com",
      basePath: "/v1",
      token: TOKEN,
      tokenSource: 'the provider argument "token"',
      vocabulary: TERRAFORM_VOCABULARY,
      requestTimeoutMs: 30_000,
      maxRetries: undefined,
      maxRequestsPerSecond: undefined,
      caFile: undefined,
      proxy: undefined,
    });
  });

  const ENVIRONMENT = {
    MERGEQUEUE_BASE_URL: "http://127.0.0.1:1234/v1",
    MERGEQUEUE_TOKEN: " env-token ",
    MERGEQUEUE_REQUEST_TIMEOUT_SECONDS: "12",
    MERGEQUEUE_MAX_RETRIES: "0",
    MERGEQUEUE_MAX_REQUESTS_PER_SECOND: "2.5",
    MERGEQUEUE_ALLOW_INSECURE_HTTP: "1",
    MERGEQUEUE_CA_FILE: "/etc/ca.pem",
  };

  test("takes every argument from its environment twin", () => {
    expect(PROVIDER_ARGUMENTS.map(({ attribute }) => toVariableName(attribute))).toEqual(
      Object.keys(ENVIRONMENT),
    );
    const config = resolve({}, ENVIRONMENT);
    expect(config).toMatchObject({
      host: "127.0.0.1:1234",
      tokenSource: "MERGEQUEUE_TOKEN",
      requestTimeoutMs: 12_000,
      maxRetries: 0,
      maxRequestsPerSecond: 2.5,
      caFile: "/etc/ca.pem",
    });
    expect(config.token.reveal()).toBe("env-token");
  });

  test("an explicit value wins over its environment variable, even an invalid one", () => {
    const explicit = {
      ...GIVEN,
      requestTimeoutSeconds: 5,
      maxRetries: 3,
      maxRequestsPerSecond: 10,
      allowInsecureHttp: false,
      caFile: "mine.pem",
    };
    const env = Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, "broken \u0000"]));
    expect(resolve(explicit, env)).toMatchObject({
      tokenSource: 'the provider argument "token"',
      requestTimeoutMs: 5_000,
      maxRetries: 3,
      maxRequestsPerSecond: 10,
      caFile: "mine.pem",
    });
  });

  test("an empty environment variable counts as unset", () => {
    const env = Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, " "]));
    expect(resolve(GIVEN, env)).toMatchObject({ requestTimeoutMs: 30_000, caFile: undefined });
    expect(findProblems({}, env)).toHaveLength(2);
  });

  test("reports all problems at once", () => {
    const explicit = { baseUrl: "nowhere", token: "", requestTimeoutSeconds: 0, maxRetries: -1, caFile: "" };
    const paths = resolveClientConfig(explicit, { HTTPS_PROXY: "?" }).findings.map(
      ({ argument }) => argument ?? "",
    );
    expect(paths.sort()).toEqual([
      "",
      "base_url",
      "ca_file",
      "max_retries",
      "request_timeout_seconds",
      "token",
    ]);
  });

  test("a missing argument is named with both ways to set it", () => {
    const problems = findProblems({}).join("\n");
    expect(problems).toMatch(/base_url: .*MERGEQUEUE_BASE_URL/);
    expect(problems).toMatch(/token: .*MERGEQUEUE_TOKEN/);
  });

  test.each<[string, ClientArguments]>([
    ["request_timeout_seconds", { requestTimeoutSeconds: 0 }],
    ["max_retries", { maxRetries: -1 }],
    ["max_requests_per_second", { maxRequestsPerSecond: 1001 }],
    ["ca_file", { caFile: "" }],
  ])("%s outside its bounds is refused: %p", (name, argument) => {
    expect(findProblems({ ...GIVEN, ...argument })).toEqual([
      expect.stringMatching(`^${name}: It is .*, but must be`),
    ]);
  });

  test.each([
    ["REQUEST_TIMEOUT_SECONDS", "ten"],
    ["REQUEST_TIMEOUT_SECONDS", "1e3"],
    ["REQUEST_TIMEOUT_SECONDS", "-1"],
    ["MAX_RETRIES", "0x10"],
    ["MAX_REQUESTS_PER_SECOND", "Infinity"],
    ["ALLOW_INSECURE_HTTP", "yes"],
    ["ALLOW_INSECURE_HTTP", "TRUE"],
    ["ALLOW_INSECURE_HTTP", "constructor"],
  ])("MERGEQUEUE_%s=%s is refused by name and value", (name, text) => {
    expect(findProblems(GIVEN, { [`MERGEQUEUE_${name}`]: text })).toEqual([
      expect.stringContaining(`${name.toLowerCase()}: MERGEQUEUE_${name}: It is "${text}", but must be `),
    ]);
  });

  test.each([
    ["true", true],
    ["1", true],
    ["false", false],
    ["0", false],
  ])("MERGEQUEUE_ALLOW_INSECURE_HTTP=%s means %p", (text, isAllowed) => {
    const explicit = { ...GIVEN, baseUrl: "http://merge.example.com/v1" };
    const { findings, warnings } = resolveClientConfig(explicit, { MERGEQUEUE_ALLOW_INSECURE_HTTP: text });
    expect([findings.length, warnings.length]).toEqual(isAllowed ? [0, 1] : [1, 0]);
  });

  test("an address that is refused names the variable that it comes from", () => {
    const [fromEnvironment] = findProblems(
      { token: TOKEN },
      { MERGEQUEUE_BASE_URL: "https://merge.example.com" },
    );
    expect(fromEnvironment).toMatch(/^base_url: MERGEQUEUE_BASE_URL: Its path must/);
    const [explicit] = findProblems(
      { ...GIVEN, baseUrl: "https://merge.example.com" },
      { MERGEQUEUE_BASE_URL: BASE_URL },
    );
    expect(explicit).toMatch(/^base_url: Its path must/);
  });

  test("S-06: allowed plain http is a warning at base_url, except to this machine", () => {
    const remote = resolveClientConfig(
      { ...GIVEN, baseUrl: "http://h.example/v1", allowInsecureHttp: true },
      {},
    );
    expect(remote.config).toBeDefined();
    expect(remote.warnings).toEqual([
      { argument: "base_url", message: expect.stringContaining("h.example") as unknown },
    ]);
    const local = resolveClientConfig({ ...GIVEN, baseUrl: "http://[::1]/v1", allowInsecureHttp: true }, {});
    expect(local.warnings).toEqual([]);
    expect(resolveClientConfig({ ...GIVEN, allowInsecureHttp: true }, {}).warnings).toEqual([]);
    expect(resolveClientConfig({ token: TOKEN, allowInsecureHttp: true }, {}).warnings).toEqual([]);
  });

  test.each([
    ["short", /fewer than 8 characters, so it is not a secret/],
    ["1234567", /fewer than 8 characters, so it is not a secret/],
    ["12345678", /fewer than 16 characters, so it can be guessed/],
    [" 123456789012345\n", /fewer than 16 characters, so it can be guessed/],
  ])("S-04: of the token %j warns that it is too short", (token, message) => {
    const { findings, warnings } = resolveClientConfig({ ...GIVEN, token }, {});
    expect(findings).toEqual([]);
    expect(warnings).toEqual([{ argument: "token", message: expect.stringMatching(message) as unknown }]);
    expect(resolveClientConfig({ ...GIVEN, token: "1234567890123456" }, {}).warnings).toEqual([]);
  });

  test("C-70: an unknown argument is neither read from the environment nor reported as missing", () => {
    for (const name of ["base_url", "token", "allow_insecure_http", "ca_file"] as const) {
      const given: ClientArguments = {
        ...(name === "base_url" ? {} : { baseUrl: BASE_URL }),
        ...(name === "token" ? {} : { token: TOKEN }),
      };
      expect(resolveClientConfig(given, ENVIRONMENT, [name])).toEqual({
        config: undefined,
        findings: [],
        warnings: [],
      });
    }
  });

  test("C-70: an unknown limit falls back to its default, never to the environment", () => {
    const unknown: ArgumentName[] = ["request_timeout_seconds", "max_retries", "max_requests_per_second"];
    expect(resolve(GIVEN, ENVIRONMENT, unknown)).toMatchObject({
      requestTimeoutMs: 30_000,
      maxRetries: undefined,
      maxRequestsPerSecond: undefined,
    });
  });

  test("C-70: while allow_insecure_http is unknown, plain http is not wrong yet, but a wrong path is", () => {
    const unknown: ArgumentName[] = ["allow_insecure_http"];
    const explicit = { ...GIVEN, baseUrl: "http://merge.example.com/v1" };
    expect(resolveClientConfig(explicit, {}, unknown)).toEqual({
      config: undefined,
      findings: [],
      warnings: [],
    });
    expect(findProblems({ ...GIVEN, baseUrl: "http://merge.example.com/" }, {}, unknown)).toHaveLength(1);
  });
});

describe("the token", () => {
  test.each(["fake token", "fäke", "fake\ntoken", "\u{1f511}", "fake\u0000"])(
    "S-11: %p is refused and not repeated",
    (token) => {
      const problems = findProblems({ ...GIVEN, token });
      expect(problems).toEqual([expect.stringMatching(/^token: .*visible ASCII/)]);
      expect(problems.join()).not.toContain(token);
    },
  );

  test("S-11: white space around it is removed", () => {
    expect(resolve({ ...GIVEN, token: `\t${TOKEN}\r\n` }).token.reveal()).toBe(TOKEN);
  });

  test("an explicit empty token is refused and does not fall back to the environment", () => {
    expect(findProblems({ ...GIVEN, token: " " }, { MERGEQUEUE_TOKEN: TOKEN })).toEqual([
      expect.stringMatching(/^token: The token is empty/),
    ]);
  });

  test("S-03: printing the configuration in any way does not show it", () => {
    const config = resolve(GIVEN);
    const prints = [
      inspect(config, { depth: 9, showHidden: true }),
      JSON.stringify(config),
      String(config.token),
    ];
    for (const print of prints) {
      expect(print).not.toContain(TOKEN);
      expect(print).toContain("(sensitive)");
    }
  });
});

describe("MERGEQUEUE_ALLOWED_HOSTS", () => {
  const env = { MERGEQUEUE_TOKEN: TOKEN };

  test.each([
    ["merge.example.com"],
    ["other.example, MERGE.example.com"],
    ["other.example merge.example.com"],
    ["merge.example.com:443"],
    [""],
  ])("S-07: %p allows the token of the environment", (hosts) => {
    expect(findProblems({ baseUrl: BASE_URL }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: hosts })).toEqual([]);
  });

  test.each([
    " , ",
    "other.example",
    "example.com",
    "merge.example.com:8443",
    "merge.example.com.evil.example",
    "*",
    "a b://",
  ])("S-07: %p withholds the token of the environment", (hosts) => {
    expect(findProblems({ baseUrl: BASE_URL }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: hosts })).toEqual([
      expect.stringMatching(/^base_url: .* is not sent to merge\.example\.com: /),
    ]);
  });

  test("S-07: a host with a port means that port only, one without means 443", () => {
    const baseUrl = "https://merge.example.com:8443/v1";
    expect(findProblems({ baseUrl }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: "merge.example.com:8443" })).toEqual(
      [],
    );
    for (const hosts of ["merge.example.com", "merge.example.com:443", "merge.example.com:80"]) {
      expect(findProblems({ baseUrl }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: hosts })).toEqual([
        expect.stringContaining("Add merge.example.com:8443 to it"),
      ]);
    }
  });

  test("S-07: an allowed host gets the token by https only, whatever allow_insecure_http says", () => {
    const insecure = { allowInsecureHttp: true };
    for (const [baseUrl, hosts] of [
      ["http://merge.example.com/v1", "merge.example.com"],
      ["http://merge.example.com/v1", "merge.example.com:80"],
      ["http://merge.example.com:443/v1", "merge.example.com"],
    ] as const) {
      expect(findProblems({ baseUrl, ...insecure }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: hosts })).toEqual([
        expect.stringMatching(/^base_url: It begins with http, .* only by https\.$/),
      ]);
    }
  });

  test.each([
    ["http://127.0.0.1:4567/v1", "127.0.0.1:4567", 0],
    ["http://[::1]:4567/v1", "[::1]:4567", 0],
    ["http://localhost/v1", "localhost:80", 0],
    ["http://localhost/v1", "localhost", 1],
    ["http://127.0.0.1:4567/v1", "127.0.0.1", 1],
  ])("S-07: http to this machine is allowed at the named port: %s for %s", (baseUrl, hosts, count) => {
    const problems = findProblems({ baseUrl }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: hosts });
    expect(problems).toHaveLength(count);
  });

  test("S-07: an entry that is not a host is ignored", () => {
    expect(
      findProblems({ baseUrl: BASE_URL }, { ...env, MERGEQUEUE_ALLOWED_HOSTS: "[:, merge.example.com" }),
    ).toEqual([]);
  });

  test("S-07: the allowed hosts do not restrict a token of the configuration", () => {
    expect(findProblems(GIVEN, { MERGEQUEUE_ALLOWED_HOSTS: "other.example" })).toEqual([]);
  });
});

describe("the proxy", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])(
    "F-31: a stray %% in the user or password of %s is a problem that names the variable, not its value",
    (name) => {
      for (const user of ["ada:100%sure", "a%da:sure", "ada:%ff"]) {
        const [problem] = findProblems(GIVEN, { [name]: `http://${user}@proxy:3128` });
        expect(problem).toContain(`${name} has a "%" in its user or password`);
        expect(problem).not.toContain("sure");
      }
      expect(findProblems(GIVEN, { [name]: "http://ada:100%25sure@proxy:3128" })).toEqual([]);
    },
  );

  test("F-31: HTTPS_PROXY and NO_PROXY are read, lower-case spellings first", () => {
    const env = {
      HTTPS_PROXY: "http://upper:1",
      https_proxy: "http://lower:1",
      NO_PROXY: "a",
      no_proxy: "b",
    };
    expect(resolve(GIVEN, env).proxy).toEqual({ url: "http://lower:1", noProxy: "b" });
    expect(resolve(GIVEN, { HTTPS_PROXY: "https://upper:1", https_proxy: " ", NO_PROXY: "a" }).proxy).toEqual(
      {
        url: "https://upper:1",
        noProxy: "a",
      },
    );
    expect(resolve(GIVEN, { HTTPS_PROXY: "http://upper:1" }).proxy).toEqual({
      url: "http://upper:1",
      noProxy: "",
    });
    expect(resolve(GIVEN, { HTTP_PROXY: "http://other:1" }).proxy).toBeUndefined();
  });

  test.each(["proxy:3128", "socks5://u:hunter2@proxy", "not a url hunter2"])(
    "F-31: %p is refused without repeating it",
    (value) => {
      const problems = findProblems(GIVEN, { HTTPS_PROXY: value });
      expect(problems).toEqual([expect.stringContaining("HTTPS_PROXY must be")]);
      expect(problems.join()).not.toContain("hunter2");
    },
  );
});
