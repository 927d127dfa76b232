import * as z from "zod";
import type { Operation } from "./operation";

/** Query of `/getMergeQueueMetrics`: one repository, or, with neither, all of the organization. */
export interface GetMergeQueueMetricsRequest {
  /** Repository as `owner/name`; given together with `repoHost`. */
  readonly repo?: string;
  /** Host of the repository; given together with `repo`. */
  readonly repoHost?: string;
}

/** Reads metrics of merge queues in the Prometheus text format. */
export const GET_MERGE_QUEUE_METRICS: Operation<"getMergeQueueMetrics", GetMergeQueueMetricsRequest, string> =
  {
    name: "getMergeQueueMetrics",
    activity: "Reading the metrics",
    method: "GET",
    path: "/getMergeQueueMetrics",
    requestSchema: z
      .strictObject({
        repo: z
          .string()
          .regex(/^[^/\s]+\/[^/\s]+$/, "Must be owner/name.")
          .optional(),
        repoHost: z
          .string()
          .regex(/^[^/\s]+$/, "Must be a host, such as github.com.")
          .optional(),
      })
      .refine(({ repo, repoHost }) => (repo === undefined) === (repoHost === undefined), {
        error: "repo and repoHost are given together, or neither is.",
      }) as z.ZodType<GetMergeQueueMetricsRequest>,
    responseSchema: z.string(),
    isIdempotent: true,
    isRead: true,
    responseFormat: "text",
  };
