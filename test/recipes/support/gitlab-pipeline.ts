import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import type { CommandResult } from "../../../scripts/support/run-command";
import { RECIPES, type Runner } from "./runner";

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
  readonly #runner: Runner;
  readonly #predefined: Variables;
  readonly #secrets: Readonly<Record<string, Variables>>;
  readonly #env: Variables;
  /** Where each finished job worked. */
  readonly #directories = new Map<string, string>();
  readonly #failed = new Set<string>();

  /**
   * @param predefined - variables that GitLab sets
   * @param secrets - variables of the project by the environment that they belong to
   * @param env - overrides the file's variables
   */
  constructor(
    pipeline: Pipeline,
    runner: Runner,
    predefined: Variables,
    secrets: Readonly<Record<string, Variables>>,
    env: Variables,
  ) {
    const foreign = Object.keys(env).filter((name) => !(name in pipeline.variables));
    if (foreign.length > 0) throw new Error(`The pipeline does not set ${foreign.join(", ")}.`);
    this.#pipeline = pipeline;
    this.#runner = runner;
    this.#predefined = predefined;
    this.#secrets = secrets;
    this.#env = env;
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
   * Runs a job in a new directory, with the artifacts of the jobs that it needs. After one of these has
   * failed, only a job that runs always does.
   * @param main - text of main.ts, if another
   * @param program - text of a program that the checkout brings as `node_modules/.bin/mergequeue`
   */
  async runJob(name: string, program?: string, main?: string): Promise<CommandResult> {
    const job = this.#pipeline.jobs.get(name);
    if (job === undefined) throw new Error(`There is no job ${name}.`);
    const isAlways = job.rules.find((rule) => this.#holds(rule))?.when === "always";
    const isStopped = (job.needs ?? []).some((needed) => this.#failed.has(needed));
    if (isStopped && !isAlways) throw new Error(`The job ${name} is skipped.`);
    const isCheckedOut = job.variables?.["GIT_STRATEGY"] !== "none";
    const directory = await (isCheckedOut
      ? this.#runner.checkOut(main, program)
      : this.#runner.makeDirectory());
    for (const needed of job.needs ?? []) await this.#copyArtifacts(needed, directory);
    const variables = { ...this.#pipeline.variables, ...this.#env, ...job.variables };
    const result = await this.#runner.runScript(directory, job.script.flat().join("\n"), {
      ...this.#predefined,
      ...this.#secrets[job.environment.name],
      ...Object.fromEntries(Object.entries(variables).map(([key, text]) => [key, this.#expand(text)])),
      CI_PROJECT_DIR: directory,
      // Each job has a machine of its own.
      HOME: await this.#runner.makeDirectory(),
    });
    this.#directories.set(name, directory);
    if (result.status !== 0) this.#failed.add(name);
    return result;
  }

  /** Replaces an artifact of a finished job, as a merge request can that the job runs. */
  async replaceArtifact(job: string, path: string, change: (text: string) => string): Promise<void> {
    const text = await this.readArtifact(job, path);
    await writeFile(join(this.#directories.get(job) ?? "", path), change(text));
  }

  /** Reads an artifact of a finished job. */
  async readArtifact(job: string, path: string): Promise<string> {
    if (!this.#listArtifacts(job).includes(path)) throw new Error(`${path} is not an artifact of ${job}.`);
    return readFile(join(this.#directories.get(job) ?? "", path), "utf8");
  }

  #listArtifacts(job: string): string[] {
    const { artifacts } = this.#pipeline.jobs.get(job) ?? {};
    const junit = artifacts?.reports?.junit;
    return [...(artifacts?.paths ?? []), ...(junit === undefined ? [] : [junit])];
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
