import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { App, TerraformStack } from "cdktf";
import { findProviderBundle } from "../../../src/distribution/find-provider-bundle";
import { catchError } from "../../support/catch-error";
import { makeScratch } from "../../support/make-scratch";
import { writeBuiltProvider } from "../../support/write-built-provider";
import { type CdkFamily, loadCdktf, loadCdktn } from "./cdk-family";
import { declareApp } from "./declare-app";

jest.mock("../../../src/distribution/find-provider-bundle");

/** What each library writes of itself, its version as installed. */
const LIBRARY_VERSION = /"version": "0\.(?:21|24)\.0"/g;

const QUEUE = { repo: "github.com/acme/web", targetBranch: "main" };

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
    new constructs.MergeQueue(stack, "main", {
      repo: "web",
      targetBranch: "",
      concurrency: 0,
      mode: "many" as "single",
    });
    new constructs.MergeQueue(stack, "next", { ...QUEUE, additionalSettings: { "bad name": 1 } });
    new constructs.DataMergeQueuePullRequest(stack, "pull_request", QUEUE);
  },
  "queues that break a policy": (stack, { constructs }) => {
    constructs.QueueDefaults.of(stack).add({ directMergeMode: "always" });
    constructs.QueuePolicy.of(stack)
      .require(constructs.QueueRules.requiredStatuses())
      .forbid(constructs.QueueRules.directMerge());
    new constructs.MergeQueue(stack, "main", QUEUE);
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
  const error = catchError(app.synth.bind(app));
  const notes = stack.node
    .findAll()
    .flatMap(({ node }) =>
      node.metadata.map(({ type, data }) => ({ path: node.path, type, data: data as unknown })),
    );
  return { notes, error: (error as Error).message };
}

describe("the constructs under cdktn", () => {
  test("D-03: an app with every construct synthesizes to the same files as under cdktf", () => {
    const [under, expected] = [cdktn, cdktf].map((family) => {
      const outdir = makeScratch();
      declareApp(family, outdir).synth();
      return readResult(outdir);
    });
    expect(under).toEqual(expected);
    const paths = [...(expected?.keys() ?? [])];
    expect(paths.filter((path) => path.endsWith("/cdk.tf.json"))).toHaveLength(5);
    expect(paths.some((path) => path.startsWith("stacks/data/terraform.d/plugins/"))).toBe(true);
  });

  test("D-03: and to the same HCL", () => {
    const [under, expected] = [cdktn, cdktf].map((family) => {
      const app = declareApp(family, makeScratch());
      const stacks = app.node.findAll().filter((node) => family.cdk.TerraformStack.isStack(node));
      return stacks.map((stack) => String(family.cdk.Testing.synthHcl(stack)));
    });
    expect(under).toEqual(expected);
    expect(expected).toHaveLength(5);
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
        queue: new constructs.MergeQueue(stack, "queue", QUEUE),
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
