import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import {
  DataMergeQueue,
  MergeQueue,
  MergeQueueProvider,
  type MergeQueueProviderProps,
} from "../../../src/constructs";
import type * as NullBindings from "../../../src/constructs/local-exec/null-bindings";
import { makeScratch } from "../../support/make-scratch";
import { listFaults, WEB } from "../synth";
import { makeStack, pickQueue, synth } from "./support/declare";

describe('MergeQueueProvider with via: "local-exec"', () => {
  const outdir = makeScratch();

  test("requires only hashicorp/null, under its own alias", () => {
    const stack = makeStack({ baseUrl: "https://q.example.com/v1" });
    new MergeQueueProvider(stack, "eu", { via: "local-exec", alias: "eu" });
    new MergeQueue(stack, "main", WEB);
    const { provider, terraform, resource } = synth(stack);
    expect(terraform.required_providers).toEqual({ null: { source: "null", version: "3.2.4" } });
    const [main, eu] = ["mergequeue_local_exec", "mergequeue_local_exec_eu"];
    expect(provider).toEqual({ null: [{ alias: main }, { alias: eu }] });
    const listProviders = (parts: object): unknown[] =>
      Object.values(parts).map((each: { provider?: unknown }) => each.provider);
    expect(listProviders(resource.null_resource)).toEqual([`null.${main}`, `null.${main}`]);
    // Built into Terraform.
    expect(listProviders(resource.terraform_data)).toEqual([undefined]);
  });

  test("synthesizes without Terraform on the PATH", () => {
    const stack = makeStack();
    new MergeQueue(stack, "main", { ...WEB, requiredStatuses: ["a"] });
    const path = jest.replaceProperty(process, "env", { ...process.env, PATH: "" });
    expect(listFaults(stack)).toEqual([]);
    path.restore();
  });

  test("queues choose the null provider of an alias that is set later", () => {
    const stack = makeStack({ alias: "us" });
    const eu = new MergeQueueProvider(stack, "eu", { via: "local-exec", alias: "e" });
    new MergeQueue(stack, "main", { ...WEB, provider: eu });
    eu.alias = "eu";
    expect(eu.alias).toBe("eu");
    expect(pickQueue(stack).main["provider"]).toBe("null.mergequeue_local_exec_eu");
  });

  test("does not place a plugin beside the stack, and removes one that was placed there", () => {
    const app = new App({ outdir });
    const stack = new TerraformStack(app, "stack");
    new MergeQueueProvider(stack, "provider", { via: "local-exec" });
    new MergeQueue(stack, "main", WEB);
    app.synth();
    expect(existsSync(join(outdir, "stacks/stack/terraform.d"))).toBe(false);
    // What mergequeue plan reads.
    const text = readFileSync(join(outdir, "stacks/stack/cdk.tf.json"), "utf8");
    const main = { "//": { mergequeue_queue: { provider: "mergequeue", target_branch: "main" } } };
    expect(JSON.parse(text)).toMatchObject({
      provider: { null: [{ "//": { mergequeue: {} } }] },
      resource: { null_resource: { main } },
    });
  });

  test.each<[string, MergeQueueProviderProps, string]>([
    ["an unknown way", { via: "ssh" as never }, 'via: Must be "plugin" or "local-exec".'],
    ["a command without it", { via: "plugin", command: "x" }, 'command: Needs via: "local-exec".'],
    ["a shell without it", { via: undefined, interpreter: ["x"] }, 'interpreter: Needs via: "local-exec".'],
    [
      "a token, even of a variable",
      { token: "${var.t}" },
      'token: With via: "local-exec", Terraform would store it',
    ],
    ["a command of Terraform's", { command: "${var.x}" }, "command: Must be a command line known"],
    ["an empty command", { command: " " }, "command: Must be a command line known"],
    ["an empty shell", { interpreter: [] }, "interpreter: Must be a list of strings"],
  ])("S-15: refuses %s", (_what, props, message) => {
    const faults = listFaults(makeStack({ plugin: false, ...props }));
    expect(faults).toEqual([expect.stringContaining(message)]);
  });

  test("refuses HCL, in which the CDK cannot write provisioners", () => {
    const stack = new TerraformStack(new App({ hclOutput: true }), "stack");
    new MergeQueueProvider(stack, "provider", { via: "local-exec" });
    expect(listFaults(stack)).toEqual([expect.stringContaining('via: "local-exec" needs JSON output')]);
  });

  test("refuses data sources, which cannot be read", () => {
    const stack = makeStack();
    new DataMergeQueue(stack, "look", WEB);
    const fault =
      'provider: The provider stack/provider uses via: "local-exec", and this mode cannot read data sources.';
    expect(listFaults(stack)).toEqual([expect.stringContaining(fault)]);
  });

  test("says which package is missing if the null provider is not installed", () => {
    jest.isolateModules(() => {
      jest.doMock("@cdktf/provider-null", () => {
        throw new Error("Cannot find module");
      });
      const path = "../../../src/constructs/local-exec/null-bindings";
      const { createNullProvider } = jest.requireActual<typeof NullBindings>(path);
      const make = () => createNullProvider(makeStack(), "null", "a");
      expect(make).toThrow("npm install @cdktf/provider-null@11");
    });
    jest.dontMock("@cdktf/provider-null");
  });
});
