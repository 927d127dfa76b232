import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { App, TerraformStack } from "cdktf";
import type { MergeQueueProps } from "../../../src/constructs";
import { findProviderBundle } from "../../../src/distribution/find-provider-bundle";
import { makeScratch } from "../../support/make-scratch";
import { writeBuiltProvider } from "../../support/write-built-provider";
import { findSynthError, WEB } from "../synth";
import { type CdkFamily, loadCdktf, loadCdktn } from "./cdk-family";
import { declareApp } from "./declare-app";

jest.mock("../../../src/distribution/find-provider-bundle");

/** What each library writes of itself, its version as installed. */
const LIBRARY_VERSION = /"version": "0\.(?:21|24)\.0"/g;

let cdktf: CdkFamily;
let cdktn: CdkFamily;

beforeAll(() => {
  jest.mocked(findProviderBundle).mockReturnValue(writeBuiltProvider(makeScratch("two libraries-")));
  cdktf = loadCdktf();
  cdktn = loadCdktn();
});

/**
 * Reads all files below a directory, by path, without the parts that differ between the libraries: version
 * and white space.
 */
function readResult(directory: string): ReadonlyMap<string, string> {
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(directory, path)).isFile())
    .sort();
  return new Map(
    files.map((path) => {
      const text = readFileSync(join(directory, path), "utf8").replaceAll(LIBRARY_VERSION, '"version": "x"');
      // cdktf breaks the line within an empty object or list.
      return [path, text.replaceAll(/([[{])\s+(?=[\]}])/g, "$1")];
    }),
  );
}

/** Invalid declarations, by their error. */
const REFUSED: Readonly<Record<string, (stack: TerraformStack, family: CdkFamily) => void>> = {
  "several wrong props": (stack, { constructs }) => {
    const wrong = { repo: "web", targetBranch: "", concurrency: 0, mode: "many" };
    new constructs.MergeQueue(stack, "main", wrong as MergeQueueProps);
    new constructs.MergeQueue(stack, "next", { ...WEB, additionalSettings: { "bad name": 1 } });
    new constructs.DataMergeQueuePullRequest(stack, "pull_request", WEB);
  },
  "queues that break a policy": (stack, { constructs }) => {
    constructs.QueueDefaults.of(stack).add({ directMergeMode: "always" });
    constructs.QueuePolicy.of(stack)
      .require(constructs.QueueRules.requiredStatuses())
      .forbid(constructs.QueueRules.directMerge());
    new constructs.MergeQueue(stack, "main", WEB);
  },
  "a token in the stack": (stack, { constructs }) => {
    new constructs.MergeQueueProvider(stack, "mergequeue", { token: "mqtest_text", plugin: false });
  },
};

/** Returns what a family makes of a stack: the synthesized text, or what it refuses. */
function describeOutcome(
  family: CdkFamily,
  declare: (stack: TerraformStack, family: CdkFamily) => void,
): unknown {
  const app: App = family.cdk.Testing.app({ outdir: makeScratch() });
  const stack = new family.cdk.TerraformStack(app, "stack");
  declare(stack, family);
  const error = findSynthError(app);
  const all = stack.node
    .findAll()
    .flatMap(({ node: { metadata, path } }) => metadata.map((one) => ({ path, ...one })));
  return { notes: all.map(({ path, type, data }) => ({ path, type, data: data as unknown })), error };
}

describe("the constructs under cdktn", () => {
  test("D-03: an app with every construct synthesizes to the same files as under cdktf, and to the same HCL", () => {
    const [under, expected] = [cdktn, cdktf].map((family) => {
      const outdir = makeScratch();
      const app = declareApp(family, outdir);
      app.synth();
      return { app, files: readResult(outdir) };
    });
    expect(under?.files).toEqual(expected?.files);
    const paths = [...(expected?.files.keys() ?? [])];
    expect(paths.filter((path) => path.endsWith("/cdk.tf.json"))).toHaveLength(5);
    expect(paths.some((path) => path.startsWith("stacks/data/terraform.d/plugins/"))).toBe(true);
    const [hcl, expectedHcl] = [cdktn, cdktf].map(({ cdk }, index) => {
      const nodes = [under, expected][index]?.app.node.findAll() ?? [];
      const stacks = nodes.filter((node) => cdk.TerraformStack.isStack(node));
      return stacks.map((stack) => String(cdk.Testing.synthHcl(stack)));
    });
    expect(hcl).toEqual(expectedHcl);
    expect(expectedHcl).toHaveLength(5);
  });

  test.each(Object.entries(REFUSED))("refuses %s with the same message", (_, declare) => {
    const [under, expected] = [cdktn, cdktf].map((family) => describeOutcome(family, declare));
    expect(under).toEqual(expected);
    expect(expected).toHaveProperty("error", expect.stringMatching(/\w/));
  });

  test("recognizes the constructs of the other library by their marks", () => {
    const [ours, theirs] = [cdktf, cdktn].map(({ cdk, constructs }) => {
      const stack = new cdk.TerraformStack(cdk.Testing.app(), "stack");
      return {
        provider: new constructs.MergeQueueProvider(stack, "provider", { plugin: false }),
        queue: new constructs.MergeQueue(stack, "queue", WEB),
      };
    });
    expect(cdktf.constructs.MergeQueue.isMergeQueue(theirs?.queue)).toBe(true);
    expect(cdktn.constructs.MergeQueue.isMergeQueue(ours?.queue)).toBe(true);
    expect(cdktf.constructs.MergeQueueProvider.isMergeQueueProvider(theirs?.provider)).toBe(true);
    expect(cdktn.constructs.MergeQueueProvider.isMergeQueueProvider(ours?.provider)).toBe(true);
  });
});

describe("the file that names the CDK library", () => {
  test("D-03: its twin exports the same names, each from the other library", () => {
    const cdk = jest.requireActual<Readonly<Record<string, unknown>>>("../../../src/constructs/cdk");
    const twin = jest.requireActual<Readonly<Record<string, unknown>>>("../../../src/constructs/cdk.cdktn");
    expect(Object.keys(twin).sort()).toEqual(Object.keys(cdk).sort());
    const library = jest.requireActual<Readonly<Record<string, unknown>>>("cdktn");
    for (const [name, value] of Object.entries(twin)) {
      if (name !== "Construct") expect([name, value]).toEqual([name, library[name]]);
    }
  });
});
