import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { parse } from "yaml";
import type { CommandResult } from "../../../scripts/support/run-command";
import { evaluate, isTruthy, type Scope, toText, type Value } from "./expression";
import { RECIPES, type Runner } from "./runner";

type Variables = Readonly<Record<string, string>>;

/** A step of a job: an action, or a script. */
export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
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

/** The keys of jobs and steps that a run takes into account; the first two change nothing here. */
const JOB_KEYS = "runs-on concurrency if needs environment permissions outputs steps".split(" ");
const STEP_KEYS = "name id if uses with run env working-directory".split(" ");

/** How a job ended. */
export interface JobResult {
  /** Exit status of the first step that failed; 0 if none did. */
  readonly status: number;
  /** What all steps printed. */
  readonly output: string;
  /** The run's summary, as the steps wrote it. */
  readonly summary: string;
  /** Where the steps ran. */
  readonly directory: string;
}

/** Reads a workflow. @param directory - default: the recipes'. @throws Error if a run ignores any of it */
export async function readWorkflow(
  name: string,
  directory = join(RECIPES, "github-actions"),
): Promise<{ readonly text: string; readonly workflow: Workflow }> {
  const text = await readFile(join(directory, name), "utf8");
  const workflow = parse(text) as Workflow;
  for (const job of Object.values(workflow.jobs)) {
    const keys = [...Object.keys(job), ...job.steps.flatMap((step) => Object.keys(step))];
    const foreign = keys.filter((key) => ![...JOB_KEYS, ...STEP_KEYS].includes(key));
    if (foreign.length > 0) throw new Error(`The runner does not know ${foreign.join(", ")} in ${name}.`);
  }
  return { text, workflow };
}

/** How a job or a step ended, in the words of GitHub. */
type Result = "success" | "failure" | "skipped";

/** The functions after which a condition does not also ask whether everything before has succeeded. */
const STATUS_FUNCTION = /\b(?:success|failure|always|cancelled)\(/;

/** The contexts that conditions of jobs and of steps can read, and those for the texts of a step. */
const JOB_CONTEXTS = ["github", "needs", "vars", "inputs"];
const STEP_CONTEXTS = [...JOB_CONTEXTS, "env", "steps"];
const TEXT_CONTEXTS = [...STEP_CONTEXTS, "secrets"];

/** What is known of a job while it runs, and afterwards. */
interface JobState {
  readonly directory: string;
  env: Variables;
  /** Ends of the steps so far. */
  readonly ends: Result[];
  /** By the names of expressions: `steps.plan.outcome`, `steps.plan.outputs.report`. */
  readonly values: Map<string, string>;
}

/** A run of a workflow for one event, on one machine. */
export class WorkflowRun {
  readonly #workflow: Workflow;
  readonly #runner: Runner;
  /** What expressions see: `github.…`, `secrets.…`, and the results and outputs of jobs. */
  readonly #values: Map<string, string>;
  readonly #env: Variables;
  /** Files that jobs hand on, by the names of their artifacts. */
  readonly #artifacts = new Map<string, string>();

  /**
   * @param values - by the names of expressions, for example `github.event_name`
   * @param env - overrides the workflow's variables
   */
  constructor(workflow: Workflow, runner: Runner, values: Variables, env: Variables = {}) {
    const foreign = Object.keys(env).filter((name) => !(name in workflow.env));
    if (foreign.length > 0) throw new Error(`The workflow does not set ${foreign.join(", ")}.`);
    this.#workflow = workflow;
    this.#runner = runner;
    this.#values = new Map(Object.entries(values));
    this.#env = env;
  }

  /** Has another event start the same workflow. @param values - what differs from this event */
  follow(values: Variables): WorkflowRun {
    const all = { ...Object.fromEntries(this.#values), ...values };
    const next = new WorkflowRun(this.#workflow, this.#runner, all, this.#env);
    for (const [name, file] of this.#artifacts) next.#artifacts.set(name, file);
    return next;
  }

  /** Lists the jobs whose condition holds, among those that need no job or one that has run. */
  listJobs(): string[] {
    const jobs = Object.entries(this.#workflow.jobs);
    return jobs.filter(([, job]) => this.#isDue(job)).map(([name]) => name);
  }

  /**
   * Runs a job whose condition holds: checks out where it does so, then its steps in order, those whose
   * conditions hold.
   * @param main - text of main.ts, if another
   * @param program - text of a program that the checkout brings as `node_modules/.bin/mergequeue`
   */
  async runJob(name: string, main?: string, program?: string): Promise<JobResult> {
    const job = this.#workflow.jobs[name];
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    if (!this.#isDue(job)) throw new Error(`The job ${name} is skipped.`);
    const isCheckedOut = job.steps.some(({ uses }) => uses?.startsWith("actions/checkout@"));
    const directory = await (isCheckedOut
      ? this.#runner.checkOut(main, program)
      : this.#runner.makeDirectory());
    const files = await this.#runner.makeDirectory();
    const summary = join(files, "summary");
    await writeFile(summary, "");
    const state: JobState = { directory, env: {}, ends: [], values: new Map() };
    const scope = this.#scope(STEP_CONTEXTS, state.ends, state, job);
    const results: CommandResult[] = [];
    for (const step of job.steps) {
      const isRun = holds(step.if, scope);
      const result = isRun ? await this.#runStep(step, state, job, files) : undefined;
      if (result !== undefined) results.push(result);
      const failed: Result = result === undefined || result.status === 0 ? "success" : "failure";
      const end = isRun ? failed : "skipped";
      state.ends.push(end);
      if (step.id !== undefined) state.values.set(`steps.${step.id}.outcome`, end);
    }
    this.#values.set(`needs.${name}.result`, state.ends.includes("failure") ? "failure" : "success");
    for (const [key, value] of Object.entries(job.outputs ?? {})) {
      this.#values.set(`needs.${name}.outputs.${key}`, this.#resolve(value, state, job));
    }
    return {
      status: results.find(({ status }) => status !== 0)?.status ?? 0,
      output: results.map(({ output }) => output).join(""),
      summary: await readFile(summary, "utf8"),
      directory,
    };
  }

  /** Runs a script, checks out another branch, or hands one file on. All other actions do nothing here. */
  async #runStep(step: Step, state: JobState, job: Job, files: string): Promise<CommandResult | undefined> {
    const { path, "sparse-checkout": patterns } = step.with ?? {};
    if (step.uses?.startsWith("actions/checkout@") === true && typeof path === "string") {
      await this.#runner.checkOutSparsely(join(state.directory, path), String(patterns).trim().split("\n"));
    }
    const { name: artifact = "", path: file = "" } = step.with ?? {};
    if (step.uses?.startsWith("actions/upload-artifact@") === true)
      this.#artifacts.set(String(artifact), resolve(state.directory, String(file)));
    if (step.uses?.startsWith("actions/download-artifact@") === true) {
      const source = this.#artifacts.get(String(artifact)) ?? "";
      await copyFile(source, join(state.directory, basename(source)));
    }
    if (step.run === undefined) return undefined;
    const [outputs, variables] = [join(files, "outputs"), join(files, "variables")];
    await writeFile(outputs, "");
    await writeFile(variables, "");
    const given = Object.entries({ ...this.#workflow.env, ...step.env });
    const directory = this.#resolve(step["working-directory"] ?? "", state, job);
    const result = await this.#runner.runScript(resolve(state.directory, directory), step.run, {
      // What GitHub sets by itself.
      CI: "true",
      GITHUB_API_URL: this.#find("github.api_url"),
      GITHUB_REPOSITORY: this.#find("github.repository"),
      ...state.env,
      ...Object.fromEntries(given.map(([key, text]) => [key, this.#resolve(text, state, job)])),
      ...this.#env,
      GITHUB_WORKSPACE: state.directory,
      GITHUB_STEP_SUMMARY: join(files, "summary"),
      GITHUB_ENV: variables,
      GITHUB_OUTPUT: outputs,
      // Each job has a machine of its own.
      HOME: files,
      RUNNER_TEMP: files,
    });
    const set = (await readFile(variables, "utf8")).matchAll(/^(\w+)=(.*)$/gm);
    state.env = {
      ...state.env,
      ...Object.fromEntries([...set].map(([, key = "", value = ""]) => [key, value])),
    };
    // Values written as `NAME=VALUE`, or as `NAME<<DELIMITER`, lines, `DELIMITER`.
    const written = (await readFile(outputs, "utf8")).matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([^]*?)\n\3)$/gm);
    for (const [, key = "", short, , long = ""] of written) {
      state.values.set(`steps.${step.id ?? ""}.outputs.${key}`, short ?? long);
    }
    return result;
  }

  #isDue({ if: condition, needs }: Job): boolean {
    const needed = needs === undefined ? [] : [this.#values.get(`needs.${needs}.result`)];
    if (needed.includes(undefined)) return false;
    return holds(condition, this.#scope(JOB_CONTEXTS, needed as Result[]));
  }

  /** @param ends - of all before, for the status functions. @param state - of the job, in its steps */
  #scope(contexts: readonly string[], ends: readonly Result[], state?: JobState, job?: Job): Scope {
    const find = (path: string): Value => {
      const [context = "", name = "", property = ""] = path.split(".");
      if (!contexts.includes(context)) throw new Error(`${path} cannot be read here.`);
      if (context === "env") return state?.env[name] ?? null;
      if (context === "steps") {
        const isThere = job?.steps.some(({ id }) => id === name) === true;
        if (!isThere || !["outcome", "outputs"].includes(property)) throw new Error(`There is no ${path}.`);
        return state?.values.get(path) ?? null;
      }
      // Other events have neither inputs nor a pull request.
      const isOptional = ["inputs", "needs"].includes(context) || path.startsWith("github.event.");
      if (isOptional) return this.#values.get(path) ?? null;
      return this.#find(path);
    };
    const call = (name: string, args: readonly string[]): Value => {
      if (name === "always") return true;
      if (name === "cancelled") return false;
      if (name === "success")
        return ends.every((end) => end === "success" || (state !== undefined && end === "skipped"));
      if (name === "failure") return ends.includes("failure");
      const isPlain = args.every((path) => !/[*?[!]/.test(path));
      if (name !== "hashFiles" || state === undefined || !isPlain) {
        throw new Error(`The runner does not know ${name}(${args.join(", ")}) here.`);
      }
      const found = args.map((path) => join(state.directory, path)).filter((path) => existsSync(path));
      return found.length === 0 ? "" : hash("sha256", found.map((path) => readFileSync(path, "utf8")).join());
    };
    return { find, call };
  }

  #find(path: string): string {
    const value = this.#values.get(path);
    if (value === undefined) throw new Error(`Nothing is known of ${path}.`);
    return value;
  }

  #resolve(text: string, state: JobState, job: Job): string {
    const scope = this.#scope(TEXT_CONTEXTS, state.ends, state, job);
    return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) =>
      toText(evaluate(expression, scope)),
    );
  }
}

/** Tells whether a condition holds. Without a status function, everything before must have succeeded, too. */
function holds(condition: string | undefined, scope: Scope): boolean {
  const isMet = condition === undefined || isTruthy(evaluate(condition, scope));
  return isMet && (STATUS_FUNCTION.test(condition ?? "") || isTruthy(scope.call("success", [])));
}
