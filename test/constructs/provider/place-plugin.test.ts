import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import { join } from "node:path";
import { App, TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { MergeQueue, MergeQueueProvider, type MergeQueueProviderProps } from "../../../src/constructs";
import { DistributionError } from "../../../src/distribution/distribution-error";
import * as bundle from "../../../src/distribution/find-provider-bundle";
import { packageDirectories } from "../../../src/distribution/layout";
import { VERSION } from "../../../src/product";
import { catchError } from "../../support/catch-error";
import { makeScratch } from "../../support/make-scratch";
import { writeBuiltProvider } from "../../support/write-built-provider";

let root: string;

beforeEach(() => {
  root = makeScratch("place plugin-");
  jest.spyOn(bundle, "findProviderBundle").mockReturnValue(writeBuiltProvider(root));
});

function makeApp(): App {
  return new App({ outdir: join(root, "cdktf.out") });
}

function pluginsOf(stack: string): string {
  return join(root, "cdktf.out", "stacks", stack, "terraform.d", "plugins");
}

function makeStack(app: Construct, id: string, ...providers: MergeQueueProviderProps[]): TerraformStack {
  const stack = new TerraformStack(app, id);
  for (const [index, props] of providers.entries()) new MergeQueueProvider(stack, `provider-${index}`, props);
  return stack;
}

describe("the plugin at synth", () => {
  test("D-07: an app's synth places it in each stack's own directory", () => {
    const app = makeApp();
    makeStack(app, "queues", {});
    app.synth();
    for (const directory of packageDirectories(VERSION)) {
      const names = readdirSync(join(pluginsOf("queues"), directory));
      expect(names).toContain(`terraform-provider-mergequeue_v${VERSION}`);
    }
  });

  test("a nested stack gets its own; it is placed if one of several providers wants it", () => {
    const app = makeApp();
    const outer = makeStack(app, "outer", { plugin: false });
    makeStack(outer, "inner", {});
    makeStack(app, "several", { plugin: false }, { alias: "two" });
    app.synth();
    const names = ["inner", "outer", "several"].filter((name) => existsSync(pluginsOf(name)));
    expect(names).toEqual(["inner", "several"]);
  });

  test("plugin: false leaves it out and removes the one that an earlier synth placed", () => {
    const first = makeApp();
    makeStack(first, "queues", {});
    makeStack(first, "fresh", { plugin: false });
    first.synth();
    expect(existsSync(pluginsOf("fresh"))).toBe(false);
    const second = makeApp();
    makeStack(second, "queues", { plugin: false });
    second.synth();
    for (const directory of packageDirectories(VERSION))
      expect(existsSync(join(pluginsOf("queues"), directory))).toBe(false);
  });

  test("it is not placed for an invalid stack", () => {
    const app = makeApp();
    new MergeQueue(makeStack(app, "queues", {}), "main", { repo: "nonsense", targetBranch: "main" });
    expect(app.synth.bind(app)).toThrow("repo:");
    expect(existsSync(pluginsOf("queues"))).toBe(false);
  });

  test("an unbuilt provider ends the synthesis with an error that says what to do", () => {
    jest.mocked(bundle.findProviderBundle).mockImplementation(() => {
      throw new DistributionError("provider_not_built", 'Run "npm run build".');
    });
    const app = makeApp();
    makeStack(app, "queues", {});
    expect(catchError(app.synth.bind(app))).toMatchObject({ code: "provider_not_built" });
    const directory = join(__dirname, "../../../src/constructs/provider");
    expect(bundle.findProviderBundle).toHaveBeenCalledWith(directory);
  });
});

test("D-09: on Windows, the plugin is not placed, and one warning per stack says what to do", () => {
  jest.spyOn(os, "platform").mockReturnValue("win32");
  const app = makeApp();
  const stack = makeStack(app, "queues", {}, { alias: "two" });
  app.synth();
  app.synth();
  expect(existsSync(pluginsOf("queues"))).toBe(false);
  const warnings = stack.node.findAll().flatMap(({ node }) => node.metadata);
  expect(warnings.filter(({ type }) => type === "@cdktf/warn").map(({ data }) => String(data))).toEqual([
    expect.stringContaining("Windows Subsystem for Linux"),
  ]);
});
