import { copyFile, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import type { CommandResult } from "../../../scripts/support/run-command";
import { host, runner, service } from "./recipe-stage";
import { RECIPES } from "./runner";

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
  /** Everything that the steps printed. */
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

/** The contexts that conditions of jobs and of steps can read, and those for the texts of a step. */
const JOB_CONTEXTS = ["github", "needs", "vars", "inputs"];
const STEP_CONTEXTS = [...JOB_CONTEXTS, "env", "steps"];
const TEXT_CONTEXTS = [...STEP_CONTEXTS, "secrets"];

/** An expression's strings, the functions that the workflows call, and names. */
const TERM = /'([^']*)'|(always|cancelled)\(\)|[A-Za-z_][\w.-]*/g;

/** Evaluates an expression. @throws Error for everything that the workflows of this project do not use */
function evaluate(expression: string, find: (path: string) => string): unknown {
  if (/[^\s!=|&()]/.test(expression.replaceAll(TERM, "")))
    throw new Error(`The runner does not know ${expression}.`);
  const code = expression.replaceAll(TERM, (term, text?: string, status?: string) =>
    status === undefined ? JSON.stringify(text ?? find(term)) : String(status === "always"),
  );
  return runInNewContext(code);
}

/** What is known of a job while it runs, and afterwards. */
interface JobState {
  readonly job: Job;
  readonly directory: string;
  /** Directory outside the checkout. */
  readonly files: string;
  hasFailed: boolean;
  /** Variables that steps set for later ones. */
  env: Variables;
  /** The run's values and the outputs of steps, by their names in expressions. */
  readonly values: Map<string, string>;
}

/** A run of a workflow for one event, on one machine. */
export class WorkflowRun {
  readonly #workflow: Workflow;
  /** The values of expressions: `github.…`, `secrets.…`, and the results and outputs of jobs. */
  readonly #values: Map<string, string>;
  readonly #env: Variables;
  /** Files that jobs hand on, by the names of their artifacts. */
  readonly #artifacts = new Map<string, string>();

  /**
   * Has an event start a workflow. An event without a branch of its own belongs to main.
   * @param values - by the names of expressions, for example `github.event_name`
   * @param env - overrides the workflow's variables
   */
  constructor(workflow: Workflow, values: Variables, env: Variables = {}) {
    const hosts = new URL(service.url).host;
    this.#workflow = workflow;
    this.#values = new Map(
      Object.entries({
        "github.api_url": host.url,
        "github.repository": "acme/queues",
        "github.server_url": "https://github.example.com",
        "github.run_id": "1",
        "github.ref": "refs/heads/main",
        "vars.MERGEQUEUE_BASE_URL": service.url,
        "vars.MERGEQUEUE_ALLOWED_HOSTS": hosts,
        "vars.TF_HTTP_ADDRESS": `${host.url}/state/queues`,
        ...values,
      }),
    );
    const own = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_ALLOWED_HOSTS: hosts };
    this.#env = { ...("MERGEQUEUE_BASE_URL" in workflow.env ? own : {}), ...env };
    const foreign = Object.keys(this.#env).filter((name) => !(name in workflow.env));
    if (foreign.length > 0) throw new Error(`The workflow does not set ${foreign.join(", ")}.`);
  }

  /** Has another event start the same workflow. @param values - the differences from this event */
  follow(values: Variables): WorkflowRun {
    const all = { ...Object.fromEntries(this.#values), ...values };
    const next = new WorkflowRun(this.#workflow, all, this.#env);
    for (const [name, file] of this.#artifacts) next.#artifacts.set(name, file);
    return next;
  }

  /** Lists the jobs whose condition holds, among those that need no job or one that has run. */
  listJobs(): string[] {
    const due = Object.entries(this.#workflow.jobs).filter(([, job]) => {
      const result = job.needs === undefined ? "success" : this.#values.get(`needs.${job.needs}.result`);
      return result !== undefined && this.#holds(job.if, JOB_CONTEXTS, result === "failure");
    });
    return due.map(([name]) => name);
  }

  /**
   * Runs a job that {@link listJobs} lists: checks out if a step does, and then runs in order the steps whose
   * condition holds.
   * @param main - replaces the text of main.ts
   * @param program - text of a program that the checkout brings as `node_modules/.bin/mergequeue`
   */
  async runJob(name: string, main?: string, program?: string): Promise<JobResult> {
    const job = this.#workflow.jobs[name];
    if (job === undefined || !this.listJobs().includes(name)) throw new Error(`The job ${name} is skipped.`);
    const isCheckedOut = job.steps.some(({ uses }) => uses?.startsWith("actions/checkout@"));
    const directory = await (isCheckedOut ? runner.checkOut(main, program) : runner.makeDirectory());
    const files = await runner.makeDirectory();
    await writeFile(join(files, "summary"), "");
    const state: JobState = {
      job,
      directory,
      files,
      hasFailed: false,
      env: {},
      values: new Map(this.#values),
    };
    const results: CommandResult[] = [];
    for (const step of job.steps) {
      if (!this.#holds(step.if, STEP_CONTEXTS, state.hasFailed, state)) continue;
      const result = await this.#runStep(step, state);
      if (result !== undefined) results.push(result);
      state.hasFailed ||= (result?.status ?? 0) !== 0;
    }
    this.#values.set(`needs.${name}.result`, state.hasFailed ? "failure" : "success");
    for (const [key, value] of Object.entries(job.outputs ?? {})) {
      this.#values.set(`needs.${name}.outputs.${key}`, this.#resolve(value, state));
    }
    return {
      status: results.find(({ status }) => status !== 0)?.status ?? 0,
      output: results.map(({ output }) => output).join(""),
      summary: await readFile(join(files, "summary"), "utf8"),
      directory,
    };
  }

  /** Runs a script, checks out another branch, or hands one file on. All other actions do nothing here. */
  async #runStep(step: Step, state: JobState): Promise<CommandResult | undefined> {
    const { directory, files } = state;
    const { path, name: artifact, "sparse-checkout": patterns } = step.with ?? {};
    const isAction = (name: string): boolean => step.uses?.startsWith(`actions/${name}@`) === true;
    if (isAction("checkout") && typeof path === "string")
      await runner.checkOutSparsely(join(directory, path), String(patterns).trim().split("\n"));
    if (isAction("upload-artifact")) this.#artifacts.set(String(artifact), resolve(directory, String(path)));
    if (isAction("download-artifact")) {
      const source = this.#artifacts.get(String(artifact)) ?? "";
      await copyFile(source, join(directory, basename(source)));
    }
    if (step.run === undefined) return undefined;
    const [outputs, variables] = [join(files, "outputs"), join(files, "variables")];
    await writeFile(outputs, "");
    await writeFile(variables, "");
    const given = Object.entries({ ...this.#workflow.env, ...step.env });
    const cwd = resolve(directory, this.#resolve(step["working-directory"] ?? "", state));
    const result = await runner.runScript(cwd, step.run, {
      // GitHub sets these by itself.
      CI: "true",
      GITHUB_API_URL: host.url,
      GITHUB_REPOSITORY: "acme/queues",
      ...state.env,
      ...Object.fromEntries(given.map(([key, text]) => [key, this.#resolve(text, state)])),
      ...this.#env,
      GITHUB_WORKSPACE: directory,
      GITHUB_STEP_SUMMARY: join(files, "summary"),
      GITHUB_ENV: variables,
      GITHUB_OUTPUT: outputs,
      // Each job has a machine of its own.
      HOME: files,
      RUNNER_TEMP: files,
    });
    for (const [, key = "", value = ""] of (await readFile(variables, "utf8")).matchAll(/^(\w+)=(.*)$/gm)) {
      state.env = { ...state.env, [key]: value };
      state.values.set(`env.${key}`, value);
    }
    // Values written as `NAME=VALUE`, or as `NAME<<DELIMITER`, lines, `DELIMITER`.
    const written = (await readFile(outputs, "utf8")).matchAll(/^([\w-]+)(?:=(.*)|<<(.+)\n([^]*?)\n\3)$/gm);
    for (const [, key = "", short, , long = ""] of written) {
      state.values.set(`steps.${step.id ?? ""}.outputs.${key}`, short ?? long);
    }
    return result;
  }

  /** Tells whether a condition holds. Without a status function, everything before must have succeeded. */
  #holds(condition = "", contexts: readonly string[], hasFailed: boolean, state?: JobState): boolean {
    if (hasFailed && !/\b(?:always|cancelled)\(/.test(condition)) return false;
    return condition === "" || Boolean(evaluate(condition, (path) => this.#find(path, contexts, state)));
  }

  #resolve(text: string, state: JobState): string {
    return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_, expression: string) =>
      String(evaluate(expression, (path) => this.#find(path, TEXT_CONTEXTS, state))),
    );
  }

  #find(path: string, contexts: readonly string[], state?: JobState): string {
    const [context = "", name] = path.split(".");
    if (!contexts.includes(context)) throw new Error(`${path} cannot be read here.`);
    if (context === "steps" && state?.job.steps.every(({ id }) => id !== name) !== false)
      throw new Error(`There is no step for ${path}.`);
    const value = (state?.values ?? this.#values).get(path);
    // An event can have no inputs and no pull request, and a step or a job can leave an output out.
    const isOptional = /^(?:env|steps|inputs|needs|github\.event)\./.test(path);
    if (value === undefined && !isOptional) throw new Error(`Nothing is known of ${path}.`);
    return value ?? "";
  }
}
