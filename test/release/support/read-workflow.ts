import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";

const DIRECTORY = resolve(__dirname, "../../../.github/workflows");

/** A step of a job: an action, or a script. */
export interface WorkflowStep {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** A job of a workflow. */
export interface WorkflowJob {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly WorkflowStep[];
}

/** A workflow of this repository. */
export interface RepositoryWorkflow {
  /** The text of the file, comments included. */
  readonly text: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly defaults: { readonly run: { readonly shell: string } };
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
}

/** Reads a workflow. @param name - of its file */
export function readWorkflow(name: string): RepositoryWorkflow {
  const text = readFileSync(join(DIRECTORY, name), "utf8");
  return { ...(parse(text) as Omit<RepositoryWorkflow, "text">), text };
}

/** Returns the script of the step with a name, unchanged. @throws Error if there is none */
export function findScript({ jobs }: RepositoryWorkflow, step: string): string {
  const found = Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find(({ name }) => name === step)?.run;
  if (found === undefined) throw new Error(`There is no step ${step} with a script.`);
  return found;
}
