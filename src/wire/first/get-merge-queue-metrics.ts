import * as z from "zod/mini";
import { makeRead, type Operation } from "../operation";

/** Query of `/getMergeQueueMetrics`: one repository, or by default all repositories of the organization. */
export interface GetMergeQueueMetricsRequest {
  /** The repository as `owner/name`. Requires `repoHost`. */
  readonly repo?: string;
  /** Host of the repository. Requires `repo`. */
  readonly repoHost?: string;
}

export const GET_MERGE_QUEUE_METRICS: Operation<GetMergeQueueMetricsRequest, string> = {
  ...makeRead("getMergeQueueMetrics"),
  activity: "Reading the metrics",
  method: "GET",
  requestSchema: z.lazy(() =>
    z
      .strictObject({
        repo: z.optional(z.string().check(z.regex(/^[^/\s]+\/[^/\s]+$/, "Must be owner/name."))),
        repoHost: z.optional(z.string().check(z.regex(/^[^/\s]+$/, "Must be a host, such as github.com."))),
      })
      .check(
        z.refine(({ repo, repoHost }) => (repo === undefined) === (repoHost === undefined), {
          error: "Give both repo and repoHost, or neither.",
        }),
      ),
  ) as z.ZodMiniType<GetMergeQueueMetricsRequest>,
  responseSchema: z.string(),
  responseFormat: "text",
};
