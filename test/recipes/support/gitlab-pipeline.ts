import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import type { CommandResult } from "../../../scripts/support/run-command";
import { READING_TOKEN, WRITING_TOKEN } from "../../support/e2e/start-two-tokens";
import { host, runner, service } from "./recipe-stage";
import { RECIPES } from "./runner";
import { STATE_READER } from "./state-store";

type Variables = Readonly<Record<string, string>>;

interface Rule {
  readonly if: string;
  readonly when?: string;
}

/** A job of a pipeline. */
export interface PipelineJob {
  readonly stage: string;
  readonly needs?: readonly string[];
  readonly rules: readonly Rule[];
  readonly environment: { readonly name: string; readonly action?: string };
  readonly resource_group?: string;
  readonly variables?: Variables;
  /** Commands, and lists of them that several jobs share. */
  readonly script: readonly (string | readonly string[])[];
  readonly artifacts?: {
    readonly when?: string;
    readonly paths: readonly string[];
    readonly reports?: { readonly junit: string };
  };
}

/** A file for GitLab CI, as far as the recipes use it. */
export interface Pipeline {
  readonly stages: readonly string[];
  readonly workflow: { readonly rules: readonly Rule[] };
  readonly variables: Variables;
  readonly jobs: ReadonlyMap<string, PipelineJob>;
}

/** The recipes for queues, without and with Terraform. */
export const PIPELINES = ["queues.gitlab-ci.yml", "queues-terraform.gitlab-ci.yml"] as const;

/** Variables of the project, by the environment that they belong to. */
export const SECRETS_OF_JOBS = {
  "queues-plan": { MERGEQUEUE_TOKEN: READING_TOKEN },
  "queues-comment": { GITLAB_TOKEN: "token-of-the-project" },
  queues: { MERGEQUEUE_TOKEN: WRITING_TOKEN },
};

/** Events. */
export const MERGE_REQUEST = { CI_PIPELINE_SOURCE: "merge_request_event", CI_MERGE_REQUEST_IID: "7" };
export const MERGED = { CI_PIPELINE_SOURCE: "push", CI_COMMIT_BRANCH: "main" };

/** Top-level keys of the file that are not jobs. */
const GLOBALS = ["stages", "workflow", "variables", "default"];

/** Reads a pipeline of the recipes. */
export async function readPipeline(name: string): Promise<Pipeline> {
  const text = await readFile(join(RECIPES, "gitlab", name), "utf8");
  const content = parse(text) as Omit<Pipeline, "jobs">;
  const jobs = Object.entries(content as unknown as Readonly<Record<string, PipelineJob>>);
  return {
    stages: content.stages,
    workflow: content.workflow,
    // With a description, a variable is in the form for starting a pipeline by hand.
    variables: Object.fromEntries(
      Object.entries<string | { readonly value: string }>(content.variables).map(([key, variable]) => [
        key,
        typeof variable === "string" ? variable : variable.value,
      ]),
    ),
    jobs: new Map(jobs.filter(([key]) => !GLOBALS.includes(key) && !key.startsWith("."))),
  };
}

/** A pipeline for one event, on one machine. */
export class PipelineRun {
  /** Jobs that a person starts. */
  readonly manual: readonly string[];
  /** Jobs that start by themselves, in order. */
  readonly automatic: readonly string[];
  readonly #pipeline: Pipeline;
  readonly #predefined: Variables;
  readonly #env: Variables;
  /** Where each finished job worked. */
  readonly #directories = new Map<string, string>();
  readonly #failed = new Set<string>();

  /**
   * Has an event start a pipeline.
   * @param credentials - for the state, in place of the job token
   */
  constructor(pipeline: Pipeline, event: Variables, { user, password } = STATE_READER) {
    this.#pipeline = pipeline;
    this.#predefined = {
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_DEFAULT_BRANCH: "main",
      CI_JOB_TOKEN: password,
      CI_PIPELINE_URL: "https://gitlab.example.com/acme/queues/-/pipelines/1",
      CI_PROJECT_ID: "7",
      ...event,
    };
    this.#env = {
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host,
      // The person who starts a pipeline can choose it.
      ...(event["FORCE"] === undefined ? {} : { FORCE: event["FORCE"] }),
      // The fake state store knows users; GitLab uses the role of the user who started the pipeline.
      ...("TF_HTTP_USERNAME" in pipeline.variables ? { TF_HTTP_USERNAME: user } : {}),
    };
    const foreign = Object.keys(this.#env).filter((name) => !(name in pipeline.variables));
    if (foreign.length > 0) throw new Error(`The pipeline does not set ${foreign.join(", ")}.`);
    const isRun = pipeline.workflow.rules.some((rule) => this.#holds(rule));
    const chosen = [...pipeline.jobs].flatMap(([name, { stage, rules }]) => {
      const rule = isRun ? rules.find((each) => this.#holds(each)) : undefined;
      return rule === undefined ? [] : [{ name, stage, isManual: rule.when === "manual" }];
    });
    const order = ({ stage }: { stage: string }): number => pipeline.stages.indexOf(stage);
    chosen.sort((a, b) => order(a) - order(b));
    this.manual = chosen.filter(({ isManual }) => isManual).map(({ name }) => name);
    this.automatic = chosen.filter(({ isManual }) => !isManual).map(({ name }) => name);
  }

  /**
   * Runs a job in a new directory, with the artifacts of the jobs that it needs. If one of these has failed,
   * only a job with `when: always` runs.
   * @param main - replaces the text of main.ts
   * @param program - text of a program that the checkout brings as `node_modules/.bin/mergequeue`
   */
  async runJob(name: string, program?: string, main?: string): Promise<CommandResult> {
    const job = this.#pipeline.jobs.get(name);
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    const isAlways = job.rules.find((rule) => this.#holds(rule))?.when === "always";
    const isStopped = (job.needs ?? []).some((needed) => this.#failed.has(needed));
    if (isStopped && !isAlways) throw new Error(`The job ${name} is skipped.`);
    const isCheckedOut = job.variables?.["GIT_STRATEGY"] !== "none";
    const directory = await (isCheckedOut ? runner.checkOut(main, program) : runner.makeDirectory());
    for (const needed of job.needs ?? []) await this.#copyArtifacts(needed, directory);
    const variables = { ...this.#pipeline.variables, ...this.#env, ...job.variables };
    const result = await runner.runScript(directory, job.script.flat().join("\n"), {
      ...this.#predefined,
      ...(SECRETS_OF_JOBS as Readonly<Record<string, Variables>>)[job.environment.name],
      ...Object.fromEntries(Object.entries(variables).map(([key, text]) => [key, this.#expand(text)])),
      CI_PROJECT_DIR: directory,
      // Each job has a machine of its own.
      HOME: await runner.makeDirectory(),
    });
    this.#directories.set(name, directory);
    if (result.status !== 0) this.#failed.add(name);
    return result;
  }

  /** Replaces an artifact of a finished job, as code of a merge request can. */
  async replaceArtifact(job: string, path: string, text: string): Promise<void> {
    await this.readArtifact(job, path);
    await writeFile(join(this.#directories.get(job) ?? "", path), text);
  }

  /** Reads an artifact of a finished job. */
  async readArtifact(job: string, path: string): Promise<string> {
    const { artifacts } = this.#pipeline.jobs.get(job) ?? {};
    if (![...(artifacts?.paths ?? []), artifacts?.reports?.junit].includes(path))
      throw new Error(`${path} is not an artifact of ${job}.`);
    return readFile(join(this.#directories.get(job) ?? "", path), "utf8");
  }

  async #copyArtifacts(job: string, directory: string): Promise<void> {
    const from = this.#directories.get(job);
    if (from === undefined) throw new Error(`The job ${job} has not run.`);
    const { artifacts } = this.#pipeline.jobs.get(job) ?? {};
    if (this.#failed.has(job) && artifacts?.when !== "always") return;
    for (const path of artifacts?.paths ?? []) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await cp(join(from, path), join(directory, path), { recursive: true });
    }
  }

  #expand(text: string): string {
    return text.replaceAll(/\$(\w+)/g, (_, name: string) => this.#predefined[name] ?? "");
  }

  /** Comparisons with `==` of variables and texts that are joined by `&&`. @throws Error for anything else */
  #holds(rule: Rule): boolean {
    const parts = rule.if.split(" && ").map((part) => {
      const match = /^(\$\w+) == (\$\w+|"[^"]*")$/.exec(part);
      if (match === null) throw new Error(`The runner does not know ${part}.`);
      return match.slice(1).map((term) => this.#expand(term).replaceAll('"', ""));
    });
    return parts.every(([left, right]) => left === right);
  }
}

/** Runs jobs that must pass. */
export async function runJobs(run: PipelineRun, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}
