import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import * as cdktf from "cdktf";
import * as ts from "typescript";
import type { MergeQueueProviderProps } from "../../../src/constructs";
import * as constructs from "../../../src/constructs";
import { readStacks } from "../../../src/stack/read-stacks";
import type { StackQueue } from "../../../src/stack/stack-reading";
import { makeScratch } from "../../support/make-scratch";

/** Runs an exported program, and reads what the stack that it synthesizes declares. */
export async function synthExported(source: string): Promise<readonly StackQueue[]> {
  return (await readStacks(runProgram(source), { environment: {} })).queues;
}

/** Runs an exported program, and returns the file of the stack that it synthesizes. */
export async function synthExportedFile(source: string): Promise<string> {
  return readFile(join(runProgram(source), "stacks/queues/cdk.tf.json"), "utf8");
}

/** Runs it as a project would, but in another output directory, which it returns, and places no plugin. */
function runProgram(source: string): string {
  const outdir = makeScratch();
  class App extends cdktf.App {
    constructor() {
      super({ outdir });
    }
  }
  class MergeQueueProvider extends constructs.MergeQueueProvider {
    constructor(scope: cdktf.TerraformStack, id: string, props: MergeQueueProviderProps = {}) {
      super(scope, id, { ...props, plugin: false });
    }
  }
  const modules = new Map<string, object>([
    ["cdktf", { App, TerraformStack: cdktf.TerraformStack }],
    ["terraform-provider-mergequeue", { MergeQueue: constructs.MergeQueue, MergeQueueProvider }],
  ]);
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  const program = compileFunction(outputText, ["require", "exports"]) as (
    require: (name: string) => object | undefined,
    exports: object,
  ) => void;
  program((name) => modules.get(name), {});
  return outdir;
}
