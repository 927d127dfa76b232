import * as cdktf from "cdktf";
import * as constructs from "constructs";
import { ModuleKind, transpileModule } from "typescript";
import * as entry from "../../src/constructs";
import { listFaults, synth } from "../constructs/synth";
import { makeScratch } from "../support/make-scratch";
import { assembleProgram, listBlocks } from "./support/page-program";
import { listMatches, readText } from "./support/registry-pages";

const GUIDE = readText("docs/guides/fleets.md");

let directory = "";

beforeAll(() => {
  directory = makeScratch();
});

/** Runs the page's program, optionally with one string replaced, and returns its stack. */
function run(search = "", replacement = ""): cdktf.TerraformStack {
  const program = assembleProgram(GUIDE).replace("app.synth();", "");
  expect(program).toContain(search);
  const { outputText } = transpileModule(`${program.replace(search, replacement)}\nexport { stack };`, {
    compilerOptions: { module: ModuleKind.CommonJS },
  });
  const exported: { stack?: cdktf.TerraformStack } = {};
  class App extends cdktf.App {
    constructor() {
      super({ outdir: directory });
    }
  }
  const modules: Readonly<Record<string, object>> = {
    cdktf: { ...cdktf, App },
    constructs,
    "terraform-provider-mergequeue": entry,
  };
  // The program of a page of ours, so that it runs against the sources.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const execute = new Function("exports", "require", outputText) as (
    exports: object,
    require: (name: string) => object | undefined,
  ) => void;
  execute(exported, (name) => modules[name]);
  if (exported.stack === undefined) throw new Error("the program has no stack");
  return exported.stack;
}

describe("docs/guides/fleets.md", () => {
  const [wrongDefault = "", brokenRule = "", warning = ""] = listBlocks(GUIDE, "");

  test("its examples synthesize the stacks that it describes", () => {
    const queues = synth(run()).resource?.mergequeue_queue ?? {};
    const identify = (name: string): object => ({
      repo: { host: "github.com", owner: "acme", name },
      target_branch: "main",
    });
    const inherited = { mode: "single", required_statuses: ["ci/build", "ci/test"], merge_method: "squash" };
    expect(queues["web"]).toEqual({ ...identify("web"), ...inherited, concurrency: 4 });
    expect(queues["api"]).toEqual({ ...identify("api"), ...inherited, concurrency: 2 });
    const ledger = Object.entries(queues).find(([name]) => name.startsWith("payments_ledger"))?.[1];
    expect(ledger).toEqual({
      ...identify("ledger"),
      batch: false,
      concurrency: 1,
      required_statuses: ["ci/build", "ci/audit"],
    });
  });

  test("it shows how a wrong default is reported", () => {
    const faults = listFaults(run("concurrency: 1, requiredStatuses", "concurrency: 0, requiredStatuses"));
    expect(faults).toContain(wrongDefault.trim());
  });

  test("it shows how a broken rule is reported", () => {
    expect(listFaults(run("concurrency: 2 }", "concurrency: 12 }"))).toContain(brokenRule.trim());
  });

  test("it shows how values that only Terraform knows are reported", () => {
    const stack = run("concurrency: 2 }", 'concurrency: "${var.n}" as never }');
    listFaults(stack);
    const [warned] = stack.node.findChild("api").node.metadata;
    expect(warned?.data).toBe(warning.trim());
  });

  test("its table lists exactly the existing rules", () => {
    expect(listMatches(GUIDE, /^\| `QueueRules\.(\w+)/gm)).toEqual(Object.keys(entry.QueueRules));
  });

  test("it names everything that a rule can read", () => {
    const view: Record<keyof entry.QueueView, true> = {
      path: true,
      repo: true,
      targetBranch: true,
      settings: true,
      knownStatuses: true,
      additionalSettings: true,
      deletionPolicy: true,
      onExisting: true,
      timeouts: true,
      isKnown: true,
    };
    const policies = GUIDE.slice(GUIDE.indexOf("## Policies"));
    const missing = Object.keys(view).filter((name) => !new RegExp(`\\b${name}\\b`).test(policies));
    expect(missing).toEqual([]);
  });
});
