import { READING_TOKEN, WRITING_TOKEN } from "../../support/e2e/start-two-tokens";
import { type Pipeline, PipelineRun } from "./gitlab-pipeline";
import { host, runner, service } from "./recipe-stage";
import { STATE_READER } from "./state-store";

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

/** Starts a pipeline for an event. @param credentials - for the state: `user:password`, not the job token */
export function startPipeline(
  pipeline: Pipeline,
  event: Readonly<Record<string, string>>,
  credentials = STATE_READER,
): PipelineRun {
  const [user = "", password = ""] = credentials.split(":");
  return new PipelineRun(
    pipeline,
    runner,
    {
      CI_API_V4_URL: `${host.url}/api/v4`,
      CI_DEFAULT_BRANCH: "main",
      CI_JOB_TOKEN: password,
      CI_PIPELINE_URL: "https://gitlab.example.com/acme/queues/-/pipelines/1",
      CI_PROJECT_ID: "7",
      ...event,
    },
    SECRETS_OF_JOBS,
    {
      MERGEQUEUE_BASE_URL: service.url,
      MERGEQUEUE_ALLOWED_HOSTS: new URL(service.url).host,
      // What the person chose who started the pipeline.
      ...(event["FORCE"] === undefined ? {} : { FORCE: event["FORCE"] }),
      // The fake state store knows users; GitLab uses the role of the user who started the pipeline.
      ...("TF_HTTP_USERNAME" in pipeline.variables ? { TF_HTTP_USERNAME: user } : {}),
    },
  );
}

/** Runs jobs that must pass. */
export async function runJobs(run: PipelineRun, jobs: readonly string[]): Promise<void> {
  for (const job of jobs) expect(await run.runJob(job)).toMatchObject({ status: 0 });
}
