import type { ClientArguments } from "../../src/api/client-arguments";
import { resolveClientConfig } from "../../src/api/client-config";
import { type ArgumentName, PROVIDER_ARGUMENTS, toVariableName } from "../../src/queue/provider-arguments";
import { TERRAFORM_VOCABULARY } from "../../src/queue/vocabulary";
import { TOKEN } from "./support/make-client";
import { BASE_URL, findProblems, GIVEN, resolve } from "./support/resolve-config";

/** The result if an argument is unknown and nothing is wrong. */
const UNRESOLVED = { config: undefined, findings: [], warnings: [] };

describe("resolveClientConfig", () => {
  test("uses the documented defaults for missing arguments", () => {
    const config = resolve(GIVEN);
    expect({ ...config, token: config.token.reveal() }).toEqual({
      origin: "https://merge.example.com",
      host: "merge.example.com",
      basePath: "/v1",
      interfaceName: "first",
      interfaceReason: 'because the address ends in "/v1"',
      token: TOKEN,
      tokenSource: 'the provider argument "token"',
      vocabulary: { ...TERRAFORM_VOCABULARY, nameArgument: expect.any(Function) as unknown },
      requestTimeoutMs: 30_000,
      maxRetries: undefined,
      maxRequestsPerSecond: undefined,
      caFile: undefined,
      proxy: undefined,
    });
  });

  test("messages name an argument by its variable if that is where its value is", () => {
    const { vocabulary } = resolve({ token: TOKEN }, { MERGEQUEUE_BASE_URL: GIVEN.baseUrl });
    expect(vocabulary.nameArgument("base_url")).toBe("MERGEQUEUE_BASE_URL");
    expect(vocabulary.nameArgument("ca_file")).toBe("ca_file");
  });

  test("the id of a fork's workflow run takes the token's place, and has to be visible ASCII", () => {
    const forked = (forkedWorkflowRunId: string) =>
      resolveClientConfig({ baseUrl: BASE_URL, forkedWorkflowRunId }, {});
    const { config } = forked("123");
    expect([config?.forkedWorkflowRunId, config?.token.reveal()]).toEqual(["123", ""]);
    const message = "The id of the workflow run must have 1 to 100 visible ASCII characters.";
    for (const id of ["", "1 2", "1".repeat(101)]) expect(forked(id).findings).toEqual([{ message }]);
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
    const limits = { maxRetries: 3, maxRequestsPerSecond: 10, caFile: "mine.pem" };
    const explicit = { ...GIVEN, ...limits, requestTimeoutSeconds: 5, allowInsecureHttp: false };
    const env = Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, "broken \u0000"]));
    const tokenSource = 'the provider argument "token"';
    expect(resolve(explicit, env)).toMatchObject({ ...limits, tokenSource, requestTimeoutMs: 5_000 });
  });

  test("an empty environment variable counts as unset", () => {
    const env = Object.fromEntries(Object.keys(ENVIRONMENT).map((name) => [name, " "]));
    expect(resolve(GIVEN, env)).toMatchObject({ requestTimeoutMs: 30_000, caFile: undefined });
    expect(findProblems({}, env)).toHaveLength(2);
  });

  test("reports all problems at once", () => {
    const explicit = { baseUrl: "nowhere", token: "", requestTimeoutSeconds: 0, maxRetries: -1, caFile: "" };
    const paths = resolveClientConfig(explicit, {}).findings.map(({ argument }) => argument ?? "");
    expect(paths.sort()).toEqual(["base_url", "ca_file", "max_retries", "request_timeout_seconds", "token"]);
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
    const wrong = "https://merge.example.com/v3";
    const [fromEnvironment] = findProblems({ token: TOKEN }, { MERGEQUEUE_BASE_URL: wrong });
    expect(fromEnvironment).toMatch(/^base_url: MERGEQUEUE_BASE_URL: Its path ends/);
    const [explicit] = findProblems({ ...GIVEN, baseUrl: wrong }, { MERGEQUEUE_BASE_URL: BASE_URL });
    expect(explicit).toMatch(/^base_url: Its path ends/);
  });

  test("S-06: allowed plain http is a warning at base_url, except to this machine", () => {
    const allow = (given: ClientArguments) => resolveClientConfig({ ...given, allowInsecureHttp: true }, {});
    const remote = allow({ ...GIVEN, baseUrl: "http://h.example/v1" });
    expect(remote.config).toBeDefined();
    const message: unknown = expect.stringContaining("h.example");
    expect(remote.warnings).toEqual([{ argument: "base_url", message }]);
    for (const given of [{ ...GIVEN, baseUrl: "http://[::1]/v1" }, GIVEN, { token: TOKEN }])
      expect(allow(given).warnings).toEqual([]);
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
    const { baseUrl, token } = GIVEN;
    const given = { base_url: { token }, token: { baseUrl }, allow_insecure_http: GIVEN, ca_file: GIVEN };
    for (const [name, explicit] of Object.entries(given))
      expect(resolveClientConfig(explicit, ENVIRONMENT, [name as ArgumentName])).toEqual(UNRESOLVED);
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
    expect(resolveClientConfig(explicit, {}, unknown)).toEqual(UNRESOLVED);
    expect(findProblems({ ...GIVEN, baseUrl: "http://merge.example.com/v3" }, {}, unknown)).toHaveLength(1);
  });
});
