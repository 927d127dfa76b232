import { join } from "node:path";
import { READING_TOKEN, WRITING_TOKEN } from "../../support/e2e/start-two-tokens";
import { type Workflow, WorkflowRun } from "./github-workflow";
import { host, runner, service } from "./recipe-stage";
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
  "secrets.STATE_READER": STATE_READER.split(":")[0] ?? "",
  "secrets.STATE_READER_PASSWORD": STATE_READER.split(":")[1] ?? "",
  "github.token": "token-of-the-workflow",
};

/** Secrets of the environment. */
export const ENVIRONMENT_SECRETS = {
  "secrets.MERGEQUEUE_TOKEN": WRITING_TOKEN,
  "secrets.STATE_WRITER": STATE_WRITER.split(":")[0] ?? "",
  "secrets.STATE_WRITER_PASSWORD": STATE_WRITER.split(":")[1] ?? "",
};

/** Has an event start a workflow. Events without another one belong to main. */
export function startWorkflow(workflow: Workflow, values: Readonly<Record<string, string>>): WorkflowRun {
  return new WorkflowRun(workflow, runner, {
    "github.api_url": host.url,
    "github.repository": "acme/queues",
    "github.server_url": "https://github.example.com",
    "github.run_id": "1",
    "github.ref": "refs/heads/main",
    "vars.MERGEQUEUE_BASE_URL": service.url,
    "vars.MERGEQUEUE_ALLOWED_HOSTS": new URL(service.url).host,
    "vars.TF_HTTP_ADDRESS": `${host.url}/state/queues`,
    ...values,
  });
}

/** Runs all jobs for an event; each must pass. */
export async function runAll(run: WorkflowRun): Promise<void> {
  for (const job of run.listJobs()) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}
