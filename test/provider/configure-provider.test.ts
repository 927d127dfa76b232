import { join } from "node:path";
import type { Environment } from "../../src/api/client-arguments";
import type { Diagnostic } from "../../src/plugin/diagnostic";
import { TfNumber } from "../../src/plugin/tf-number";
import { toObjectType } from "../../src/plugin/to-object-type";
import { makeObject, UNKNOWN, type Value } from "../../src/plugin/value";
import { formatPath } from "../../src/plugin/value-error";
import { configureProvider, validateProvider } from "../../src/provider/configure-provider";
import { createProviderDefinition, PROVIDER_SCHEMA } from "../../src/provider/provider-definition";
import { QUEUE_RESOURCE } from "../../src/provider/queue-resource/queue-resource";
import { makeScratch } from "../support/make-scratch";
import { CONTEXT } from "./support/play-provider";

type Attributes = { readonly [name: string]: Value };

const TOKEN = "mq-canary-0123456789abcdef";
const ENV = { MERGEQUEUE_BASE_URL: "https://queue.example.com/v1", MERGEQUEUE_TOKEN: TOKEN };

function toConfig(attributes: Attributes) {
  return makeObject(toObjectType(PROVIDER_SCHEMA.attributes), attributes);
}

async function configure(attributes: Attributes, env: Environment = {}, terraformVersion = "1.11.4") {
  const secrets: string[] = [];
  const host = { env, addSecret: (secret: string) => void secrets.push(secret) };
  const response = await configureProvider({ config: toConfig(attributes), terraformVersion }, host, CONTEXT);
  expect(JSON.stringify(response.diagnostics)).not.toContain(TOKEN);
  return { ...response, secrets };
}

function validate(attributes: Attributes, env: Environment = {}): readonly Diagnostic[] {
  return validateProvider(toConfig(attributes), { env, addSecret: () => undefined });
}

function listPaths(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ severity, path = [] }) => `${severity} ${formatPath(path)}`);
}

describe("validateProvider", () => {
  test("C-01: passes without any argument or environment", () => {
    expect(validate({})).toEqual([]);
  });

  test("C-20: passes while arguments are unknown", () => {
    const names = Object.keys(PROVIDER_SCHEMA.attributes);
    expect(validate(Object.fromEntries(names.map((name) => [name, UNKNOWN])))).toEqual([]);
  });

  test("C-21: collects everything that is wrong, at its argument, without the token", () => {
    const diagnostics = validate({
      base_url: "http://queue.example.com/v3",
      token: "line\nbreak-canary",
      request_timeout_seconds: TfNumber.of(0),
      max_retries: TfNumber.parse("1.5"),
      max_requests_per_second: TfNumber.parse("1e999"),
    });
    expect([...new Set(listPaths(diagnostics))].sort()).toEqual([
      "error base_url",
      "error max_requests_per_second",
      "error max_retries",
      "error request_timeout_seconds",
      "error token",
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain("canary");
  });
});

describe("configureProvider", () => {
  test("Pulumi, which plans a replaced resource twice, is recognized by the version that it reports", async () => {
    const terraform = await configure({}, ENV);
    const pulumi = await configure({}, ENV, "1.0.0+pulumi-terraform-bridge");
    expect([terraform, pulumi].map(({ data }) => data?.claims.areRepeated)).toEqual([false, true]);
  });

  test("makes what talks to the service, from the environment", async () => {
    const { data, diagnostics, secrets } = await configure({}, ENV);
    expect(diagnostics).toEqual([]);
    expect(data?.reconciler?.api).toMatchObject({
      host: "queue.example.com",
      tokenSource: "MERGEQUEUE_TOKEN",
    });
    expect(data?.reconciler?.api).toBe(data?.api);
    expect(data?.unknownArguments).toEqual([]);
    expect(secrets).toEqual([TOKEN]);
  });

  test("configured arguments win over the environment", async () => {
    const { data } = await configure({ base_url: "https://other.example.com/v1", token: "another" }, ENV);
    expect(data?.reconciler?.api.host).toBe("other.example.com");
    expect(data?.reconciler?.api.tokenSource).toContain("token");
    expect(data?.reconciler?.api.tokenSource).not.toContain("MERGEQUEUE_TOKEN");
  });

  test.each(["base_url", "token"])(
    "C-70: an unknown %s never falls back to the environment",
    async (name) => {
      const { data, diagnostics } = await configure({ [name]: UNKNOWN }, ENV);
      expect(diagnostics).toEqual([]);
      expect(data).toMatchObject({ reconciler: undefined, unknownArguments: [name] });
    },
  );

  test("a missing argument gives an error at its path", async () => {
    const { data, diagnostics } = await configure({});
    expect(data).toBeUndefined();
    expect(listPaths(diagnostics)).toEqual(["error base_url", "error token"]);
  });

  test("S-06: plain http that is allowed is a warning", async () => {
    const given = { base_url: "http://queue.example.com/v1", allow_insecure_http: true };
    const { data, diagnostics } = await configure(given, ENV);
    expect(data?.reconciler).toBeDefined();
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  test("a file of authorities that cannot be read is an error at ca_file", async () => {
    const { data, diagnostics } = await configure({ ca_file: join(makeScratch(), "none.pem") }, ENV);
    expect(data).toBeUndefined();
    expect(listPaths(diagnostics)).toEqual(["error ca_file"]);
  });

  test("C-72: each configuring makes its own data", async () => {
    const [first, second] = [await configure({}, ENV), await configure({}, ENV)];
    expect(first.data?.reconciler).not.toBe(second.data?.reconciler);
    expect(first.data?.seenQueues).not.toBe(second.data?.seenQueues);
  });
});

/** Lists every description in a part of the definition, with its path. */
function listDescriptions(part: unknown, path: string): string[] {
  if (typeof part === "string") return path.endsWith(".description") ? [`${path}: ${part}`] : [];
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, inner]) => listDescriptions(inner, `${path}.${name}`));
}

describe("createProviderDefinition", () => {
  const definition = createProviderDefinition({ env: ENV, addSecret: () => undefined });

  test("offers the resource under its public name, and describes errors", () => {
    expect(definition.type).toBe("mergequeue");
    expect(definition.resources).toEqual({ mergequeue_queue: QUEUE_RESOURCE });
    expect(definition.describeError?.("x").severity).toBe("error");
  });

  test("every schema, attribute, function and parameter is described in sentences", () => {
    const descriptions = listDescriptions(definition, "");
    expect(descriptions.length).toBeGreaterThan(200);
    expect(descriptions.filter((text) => !/^\S+: [A-Z`].*\.$/su.test(text))).toEqual([]);
  });
});
