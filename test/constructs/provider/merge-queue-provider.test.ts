import { TerraformStack, TerraformVariable, Testing } from "cdktf";
import fc from "fast-check";
import { resolveArguments } from "../../../src/api/client-arguments";
import { checkBaseUrl } from "../../../src/api/configuration/check-base-url";
import { MergeQueueProvider, type MergeQueueProviderProps } from "../../../src/constructs";
import { VERSION } from "../../../src/product";
import { TERRAFORM_VOCABULARY } from "../../../src/queue/vocabulary";
import { listFaults, synth } from "../synth";

const CANARY = "mqtest_canary_0123456789abcdefghij";

function makeStack(): TerraformStack {
  return new TerraformStack(Testing.app(), "stack");
}

function faultsOf(props: MergeQueueProviderProps): string[] {
  const stack = makeStack();
  new MergeQueueProvider(stack, "provider", { plugin: false, ...props });
  return listFaults(stack);
}

function errorsOf(provider: MergeQueueProvider): unknown[] {
  return provider.node.metadata
    .filter((entry) => entry.type === "@cdktf/error")
    .map((entry) => entry.data as unknown);
}

describe("MergeQueueProvider", () => {
  test("D-08: required_providers contains the source without a host, and exactly the package's version", () => {
    const stack = makeStack();
    new MergeQueueProvider(stack, "provider", { plugin: false });
    expect(synth(stack).terraform?.required_providers).toEqual({
      mergequeue: { source: "mergequeue/mergequeue", version: VERSION },
    });
    expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("every prop is emitted under its Terraform name, and omitted ones are not emitted", () => {
    const stack = makeStack();
    new MergeQueueProvider(stack, "provider", {
      baseUrl: "https://queue.example.com/v1",
      token: "${var.token}",
      requestTimeoutSeconds: 10,
      maxRetries: 0,
      maxRequestsPerSecond: 0.5,
      allowInsecureHttp: false,
      caFile: "/etc/ssl/company.pem",
      alias: "eu",
      allowTokenInStack: false,
      plugin: false,
    });
    expect(synth(stack).provider?.mergequeue[0]).toEqual({
      base_url: "https://queue.example.com/v1",
      token: "${var.token}",
      request_timeout_seconds: 10,
      max_retries: 0,
      max_requests_per_second: 0.5,
      allow_insecure_http: false,
      ca_file: "/etc/ssl/company.pem",
      alias: "eu",
    });
  });

  test("an alias can be set later, and queues refer to it", () => {
    const provider = new MergeQueueProvider(makeStack(), "provider", { plugin: false });
    expect(provider.alias).toBeUndefined();
    provider.alias = "eu";
    expect(provider.fqn).toBe("mergequeue.eu");
  });

  test("isMergeQueueProvider recognises only providers", () => {
    const stack = makeStack();
    for (const value of [undefined, null, {}, stack])
      expect(MergeQueueProvider.isMergeQueueProvider(value)).toBe(false);
  });
});

describe("token in a stack", () => {
  test("S-01: a literal stops the synthesis with an error that says what to do, and is never repeated or emitted", () => {
    const app = Testing.app();
    const stack = new TerraformStack(app, "stack");
    const provider = new MergeQueueProvider(stack, "provider", { token: CANARY, plugin: false });
    expect(errorsOf(provider)).toEqual([expect.stringContaining("set MERGEQUEUE_TOKEN") as string]);
    const output = [errorsOf(provider), synth(stack, false), Testing.synthHcl(stack)];
    expect(JSON.stringify(output)).not.toContain(CANARY);
    expect(app.synth.bind(app)).toThrow(/\[stack\/provider\] The token is plain text/);
    expect(listFaults(stack)).toEqual([expect.stringContaining("[stack/provider] The token is plain text")]);
  });

  test.each<[string, boolean, (stack: TerraformStack) => string, string]>([
    ["literal with allowTokenInStack", true, () => CANARY, CANARY],
    [
      "variable",
      false,
      (stack) => new TerraformVariable(stack, "t", { sensitive: true }).stringValue,
      "${var.t}",
    ],
    ["expression", false, () => "${var.t}", "${var.t}"],
  ])("a %s passes", (_, allowTokenInStack, write, token) => {
    const stack = makeStack();
    const props = { token: write(stack), allowTokenInStack, plugin: false };
    expect(errorsOf(new MergeQueueProvider(stack, "provider", props))).toEqual([]);
    expect(synth(stack).provider?.mergequeue).toEqual([{ token }]);
  });
});

describe("validation of MergeQueueProvider at synth", () => {
  test("all errors are reported at once, with the paths of their constructs and without values", () => {
    expect(
      faultsOf({
        baseUrl: "queue.example.com",
        token: "",
        requestTimeoutSeconds: 0,
        maxRetries: 1.5,
        maxRequestsPerSecond: Number.POSITIVE_INFINITY,
        allowInsecureHttp: "yes" as unknown as boolean,
        caFile: " ",
        alias: "2 many",
        allowTokenInStack: "yes" as unknown as boolean,
        ...{ basUrl: "x" },
      }),
    ).toEqual([
      '[stack/provider] baseUrl: Must be a whole address without a query, for example "https://queue.example.com/v1".',
      "[stack/provider] token: Must be a string that is not empty.",
      "[stack/provider] requestTimeoutSeconds: Must be a whole number from 1 to 3600.",
      "[stack/provider] maxRetries: Must be a whole number from 0 to 1000.",
      "[stack/provider] maxRequestsPerSecond: Must be a number from 0.1 to 1000.",
      "[stack/provider] allowInsecureHttp: Must be true or false.",
      "[stack/provider] caFile: Must be a string that is not empty.",
      "[stack/provider] allowTokenInStack: Must be true or false.",
      expect.stringContaining("[stack/provider] alias: Must be a Terraform name") as string,
      "[stack/provider] basUrl: There is no prop with this name. Did you mean baseUrl?",
    ]);
  });

  test("two providers without an alias, or with the same one, are an error at each", () => {
    const stack = makeStack();
    for (const id of ["provider", "second"]) new MergeQueueProvider(stack, id, { plugin: false });
    for (const id of ["eu", "us"]) new MergeQueueProvider(stack, id, { plugin: false, alias: "far" });
    new MergeQueueProvider(new TerraformStack(stack, "inner"), "other", { plugin: false });
    const end = "Give each provider its own alias, and pass each queue its provider.";
    expect(listFaults(stack)).toEqual([
      `[stack/provider] alias: stack/second has no alias either. ${end}`,
      `[stack/second] alias: stack/provider has no alias either. ${end}`,
      `[stack/eu] alias: stack/us has the same alias. ${end}`,
      `[stack/us] alias: stack/eu has the same alias. ${end}`,
    ]);
  });

  test.each<[MergeQueueProviderProps, number]>([
    [{ baseUrl: "http://queue.example.com/v1" }, 1],
    [{ baseUrl: "http://queue.example.com/v1", allowInsecureHttp: true }, 0],
    [{ baseUrl: "http://127.0.0.1:8080/v1" }, 0],
    [{ baseUrl: "${var.url}" }, 0],
  ])("a warning tells that the plan will refuse %j: %i", (props, count) => {
    const provider = new MergeQueueProvider(makeStack(), "far", { plugin: false, alias: "far", ...props });
    const warnings = provider.node.metadata.filter(({ type }) => type === "@cdktf/warn");
    expect(warnings).toHaveLength(count);
  });

  test("tokens and expressions pass", () => {
    const stack = makeStack();
    const input = new TerraformVariable(stack, "input", {});
    new MergeQueueProvider(stack, "provider", {
      baseUrl: `https://${input.stringValue}/v1`,
      token: input.stringValue,
      requestTimeoutSeconds: input.numberValue,
      allowInsecureHttp: input.booleanValue,
      caFile: "${path.module}/ca.pem",
      alias: undefined,
      plugin: false,
    });
    expect(listFaults(stack)).toEqual([]);
  });

  const numbers = ["requestTimeoutSeconds", "maxRetries", "maxRequestsPerSecond"] as const;
  const edges = fc.constantFrom(0, 0.1, 0.5, 1, 1.5, 1000, 1001, 3600, 3601, -1);

  test("S-27: exactly the numbers that the client refuses are refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...numbers), fc.oneof(edges, fc.double({ noNaN: true })), (name, value) => {
        fc.pre(!TOKEN_LIKE.test(String(value)));
        const { findings } = resolveArguments({ [name]: value }, {}, []);
        expect(faultsOf({ [name]: value })).toHaveLength(findings.length);
      }),
    );
  });

  /** The CDK's number tokens are doubles of this size. */
  const TOKEN_LIKE = /^-.*e\+2\d\d$/;

  test.each([
    ["https://queue.example.com/v1", true],
    ["HTTPS://queue.example.com/v1/", true],
    ["http://127.0.0.1:8080/api/v2", true],
    ["https://queue.example.com", true],
    ["queue.example.com/v1", false],
    ["ftp://queue.example.com/v1", false],
    ["https://queue.example.com/v1?a=b", false],
    ["/v1", false],
  ])("S-06: the client and synth agree whether %s is valid: %s", (baseUrl, isValid) => {
    const options = { allowInsecureHttp: !isValid, vocabulary: TERRAFORM_VOCABULARY };
    expect(checkBaseUrl(baseUrl, options).isValid).toBe(isValid);
    expect(faultsOf({ baseUrl })).toHaveLength(isValid ? 0 : 1);
  });
});
