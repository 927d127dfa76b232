import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../../scripts/support/run-command";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { makeScratchInProject } from "../../support/make-scratch";
import { readText } from "./registry-pages";

/** The parts of a synthesized stack that the tests check. */
export interface SynthesizedStack {
  readonly provider: object;
  readonly resource: { readonly [type: string]: { readonly [name: string]: object } };
  readonly data?: { readonly [type: string]: { readonly [name: string]: object } };
  readonly terraform: { readonly required_providers: object };
}

/** Lists the blocks of one language in a page, in order. */
export function listBlocks(page: string, language: string): string[] {
  return [...page.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text ?? "");
}

/** Joins a page's TypeScript blocks as a reader pastes them: later ones above the last line of the first. */
export function assembleProgram(page: string): string {
  const [program = "", ...fragments] = listBlocks(page, "ts");
  const [beginning, end, ...rest] = program.split("\napp.synth();\n");
  if (end !== "" || rest.length > 0) throw new Error("the first example does not end with its synthesis");
  return [beginning, ...fragments, "app.synth();\n"].join("\n");
}

/** Completes the README's construct with what it leaves out around it. */
export function assembleReadme(): string {
  const [construct = ""] = listBlocks(readText("README.md"), "ts");
  return `import { App, TerraformStack } from "cdktf";
import { MergeQueue, MergeQueueProvider } from "terraform-provider-mergequeue";

const app = new App();
const stack = new TerraformStack(app, "queues");
new MergeQueueProvider(stack, "mergequeue");
${construct}
app.synth();
`;
}

/** Runs the programs named after it. CDKTF reads the variable for each app. */
const RUNNER = `
const { writeFileSync } = require("node:fs");
for (const name of process.argv.slice(2)) {
  process.env.CDKTF_OUTDIR = name + ".out";
  try {
    require("./" + name);
  } catch (error) {
    writeFileSync(name + ".error", String(error.message));
  }
}
`;

/**
 * Runs programs against the built package, one after another in one process.
 * @returns for each, its stack `queues`, or the message of the error that it ends with
 */
export async function synthesizeAll<Name extends string>(
  programs: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, SynthesizedStack | string>>> {
  const project = makeScratchInProject();
  const names = Object.keys(programs) as Name[];
  for (const name of names) await writeFile(join(project, `${name}.ts`), programs[name]);
  await writeFile(join(project, "run.cjs"), RUNNER);
  const result = await runCommand(process.execPath, ["--require", "tsx/cjs", "run.cjs", ...names], {
    cwd: project,
    env: scrubEnvironment(project),
  });
  if (result.status !== 0) throw new Error(result.output);
  const results = names.map(async (name) => [name, await readResult(join(project, name))] as const);
  return Object.fromEntries(await Promise.all(results)) as Record<Name, SynthesizedStack | string>;
}

async function readResult(program: string): Promise<SynthesizedStack | string> {
  if (existsSync(`${program}.error`)) return readFile(`${program}.error`, "utf8");
  const text = await readFile(join(`${program}.out`, "stacks/queues/cdk.tf.json"), "utf8");
  return JSON.parse(text) as SynthesizedStack;
}
