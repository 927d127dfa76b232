import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommandResult, runCommand } from "../../../scripts/support/run-command";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { ROOT } from "./registry-pages";

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

/** Joins all TypeScript blocks of a page as a reader pastes them: later blocks go above the last line of the first. */
export function assembleProgram(page: string): string {
  const [program = "", ...fragments] = listBlocks(page, "ts");
  const [beginning, end, ...rest] = program.split("\napp.synth();\n");
  if (end !== "" || rest.length > 0) throw new Error("the first example does not end with its synthesis");
  return [beginning, ...fragments, "app.synth();\n"].join("\n");
}

/** Runs the type checker on a program that uses the built package. */
export async function checkTypes(program: string): Promise<CommandResult> {
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: { types: ["node"], skipLibCheck: true },
    files: ["main.ts"],
    include: [],
  };
  return inProject(program, async (project) => {
    await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
    return runCommand(join(ROOT, "node_modules/.bin/tsc"), ["-p", project], { cwd: ROOT });
  });
}

/**
 * Runs a program against the built package.
 * @returns its stack `queues`
 * @throws Error with the program's output if it fails
 */
export async function synthesize(program: string): Promise<SynthesizedStack> {
  return inProject(program, async (project) => {
    const output = join(project, "cdktf.out");
    const result = await runCommand(join(ROOT, "node_modules/.bin/tsx"), ["main.ts"], {
      cwd: project,
      env: scrubEnvironment(project, { CDKTF_OUTDIR: output }),
    });
    if (result.status !== 0) throw new Error(result.output);
    return JSON.parse(await readFile(join(output, "stacks/queues/cdk.tf.json"), "utf8")) as SynthesizedStack;
  });
}

async function inProject<T>(program: string, use: (project: string) => Promise<T>): Promise<T> {
  // Inside the project, so that the package finds itself by its own name, as a user's project finds it.
  await mkdir(join(ROOT, ".scratch"), { recursive: true });
  const project = await mkdtemp(join(ROOT, ".scratch/page-"));
  try {
    await writeFile(join(project, "main.ts"), program);
    return await use(project);
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}
