import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { RECIPES, type Runner } from "./runner";

type Variables = Readonly<Record<string, string>>;

/** A step of a job: an action, or a script. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly env?: Variables;
  readonly "working-directory"?: string;
}

/** A job of a workflow. */
export interface Job {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions?: Variables;
  readonly outputs?: Variables;
  readonly steps: readonly Step[];
}

/** A workflow of GitHub Actions, as far as the recipes use them. */
export interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Variables;
  readonly env: Variables;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, Job>>;
}

/** How a job ended. */
export interface JobResult {
  /** Exit status of the step that failed; 0 if none did. */
  readonly status: number;
  /** What all steps printed. */
  readonly output: string;
  /** The run's summary, as the steps wrote it. */
  readonly summary: string;
  /** Where the steps ran. */
  readonly directory: string;
}

/** Reads a workflow. @param directory - default: that of the recipes */
export async function readWorkflow(
  name: string,
  directory = join(RECIPES, "github-actions"),
): Promise<{ readonly text: string; readonly workflow: Workflow }> {
  const text = await readFile(join(directory, name), "utf8");
  return { text, workflow: parse(text) as Workflow };
}

/** A run of a workflow for one event, on one machine. */
export class WorkflowRun {
  readonly #workflow: Workflow;
  readonly #runner: Runner;
  /** What expressions see: `github.…`, `secrets.…`, and what jobs and steps have put out. */
  readonly #values: Map<string, string>;
  readonly #env: Variables;

  /**
   * @param values - by the names of expressions, for example `github.event_name`
   * @param env - overrides the workflow's variables
   */
  constructor(workflow: Workflow, runner: Runner, values: Variables, env: Variables) {
    const foreign = Object.keys(env).filter((name) => !(name in workflow.env));
    if (foreign.length > 0) throw new Error(`The workflow does not set ${foreign.join(", ")}.`);
    this.#workflow = workflow;
    this.#runner = runner;
    this.#values = new Map(Object.entries(values));
    this.#env = env;
  }

  /** Lists the jobs that run for the event. */
  listJobs(): string[] {
    const chosen = Object.entries(this.#workflow.jobs).filter(([, job]) => this.#holds(job.if));
    const names = chosen.map(([name]) => name);
    return chosen
      .filter(([, { needs }]) => needs === undefined || names.includes(needs))
      .map(([name]) => name);
  }

  /**
   * Runs a job: checks out where it does so, then its scripts in order.
   * @param main - text of main.ts, if another
   * @param program - text of a program that the checkout brings as `node_modules/.bin/mergequeue`
   */
  async runJob(name: string, main?: string, program?: string): Promise<JobResult> {
    const job = this.#workflow.jobs[name];
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    const isCheckedOut = job.steps.some(({ uses }) => uses?.startsWith("actions/checkout@"));
    const directory = await (isCheckedOut
      ? this.#runner.checkOut(main, program)
      : this.#runner.makeDirectory());
    const files = await this.#runner.makeDirectory();
    const [summary, outputs, variables] = [
      join(files, "summary"),
      join(files, "outputs"),
      join(files, "variables"),
    ];
    await writeFile(summary, "");
    let env: Variables = {};
    let result: JobResult = { status: 0, output: "", summary: "", directory };
    for (const step of job.steps) {
      const { path, "sparse-checkout": patterns } = step.with ?? {};
      if (step.uses?.startsWith("actions/checkout@") === true && typeof path === "string") {
        await this.#runner.checkOutSparsely(join(directory, path), String(patterns).trim().split("\n"));
      }
      if (step.run === undefined) continue;
      await writeFile(outputs, "");
      await writeFile(variables, "");
      const { status, output } = await this.#runner.runScript(
        resolve(directory, this.#resolve(step["working-directory"] ?? "")),
        step.run,
        {
          ...this.#defaults(),
          ...env,
          ...this.#resolveAll({ ...this.#workflow.env, ...step.env }),
          ...this.#env,
          GITHUB_WORKSPACE: directory,
          GITHUB_STEP_SUMMARY: summary,
          GITHUB_ENV: variables,
          GITHUB_OUTPUT: outputs,
          // Each job has a machine of its own.
          HOME: files,
          RUNNER_TEMP: files,
        },
      );
      const written = await readFile(summary, "utf8");
      result = { status, output: result.output + output, summary: written, directory };
      // A failed job has its outputs, too.
      if (status !== 0) break;
      const set = (await readFile(variables, "utf8")).matchAll(/^(\w+)=(.*)$/gm);
      env = { ...env, ...Object.fromEntries([...set].map(([, key = "", value = ""]) => [key, value])) };
      for (const [key, value] of Object.entries(env)) this.#values.set(`env.${key}`, value);
      this.#keepOutputs(`steps.${step.id ?? ""}.outputs`, await readFile(outputs, "utf8"));
    }
    for (const [key, value] of Object.entries(job.outputs ?? {})) {
      // A step that did not run, or chose not to, has no outputs.
      const isWritten = this.#values.has(value.slice("${{ ".length, -" }}".length));
      if (isWritten) this.#values.set(`needs.${name}.outputs.${key}`, this.#resolve(value));
    }
    return result;
  }

  /** What GitHub sets by itself. */
  #defaults(): Variables {
    return {
      CI: "true",
      GITHUB_API_URL: this.#find("github.api_url"),
      GITHUB_REPOSITORY: this.#find("github.repository"),
    };
  }

  #find(expression: string): string {
    const value = this.#values.get(expression);
    if (value === undefined) throw new Error(`Nothing is known of ${expression}.`);
    return value;
  }

  #resolveAll(texts: Variables): Variables {
    return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, this.#resolve(text)]));
  }

  #resolve(text: string): string {
    return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) => this.#find(expression));
  }

  /** Values written as `NAME<<DELIMITER`, lines, `DELIMITER`. */
  #keepOutputs(prefix: string, text: string): void {
    for (const [, name = "", , value = ""] of text.matchAll(/^(\w+)<<(.+)\n([^]*?)\n\2$/gm)) {
      this.#values.set(`${prefix}.${name}`, value);
    }
  }

  /** Comparisons with `==` and `!=` that are joined by `&&`. */
  #holds(condition: string | undefined): boolean {
    return (condition?.split(" && ") ?? []).every((part) => {
      const [, left = "", operator = "", right = ""] = /^(\S+) (==|!=) (\S+)$/.exec(part) ?? [];
      const [a, b] = [left, right].map((term) => /^'(.*)'$/.exec(term)?.[1] ?? this.#values.get(term) ?? "");
      return operator === "==" ? a === b : operator === "!=" && a !== b;
    });
  }
}
