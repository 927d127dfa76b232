import { join } from "node:path";
import { READING_TOKEN, WRITING_TOKEN } from "../../support/e2e/start-two-tokens";
import type { WorkflowRun } from "./github-workflow";
import { STATE_READER, STATE_WRITER } from "./state-store";

/** The recipes for queues, without and with Terraform. */
export const WORKFLOWS = ["queues.yml", "queues-terraform.yml"] as const;

/** The queue of the recipes' projects. */
export const QUEUE = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

/** Directory of the example with a workflow for forecasts. */
export const FORESIGHT = join(__dirname, "../../../examples/foresight");

/** A pull request of the repository's own. */
export const PULL_REQUEST = {
  "github.event_name": "pull_request",
  "github.ref": "refs/pull/7/merge",
  "github.event.pull_request.number": "7",
  "github.event.pull_request.head.repo.full_name": "acme/queues",
};

/** Secrets that every job has; a comment's token is the workflow's own. */
export const SECRETS = {
  "secrets.MERGEQUEUE_READING_TOKEN": READING_TOKEN,
  "secrets.STATE_READER": STATE_READER.user,
  "secrets.STATE_READER_PASSWORD": STATE_READER.password,
  "github.token": "token-of-the-workflow",
};

/** Secrets of the environment. */
export const ENVIRONMENT_SECRETS = {
  "secrets.MERGEQUEUE_TOKEN": WRITING_TOKEN,
  "secrets.STATE_WRITER": STATE_WRITER.user,
  "secrets.STATE_WRITER_PASSWORD": STATE_WRITER.password,
};

/** Runs all jobs for an event; each must pass. */
export async function runAll(run: WorkflowRun): Promise<void> {
  for (const job of run.listJobs()) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}
