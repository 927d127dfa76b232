import type { EngineOptions } from "../../engine/engine-options";
import type { Queue, Submission } from "../../engine/engine-state";
import { estimateMerges } from "../../engine/estimate-merge";
import type { MergeEstimate } from "../../wire/first/pull-request";

/** Shows when a submission is expected to merge, in the second interface's form. @param nowMs - since 1970 */
export function toEstimate(
  queue: Queue,
  submission: Submission,
  options: EngineOptions,
  nowMs: number,
): MergeEstimate {
  const computedAt = new Date(nowMs).toISOString();
  const forecast = estimateMerges(queue, options, nowMs)(submission);
  if (forecast.status === "unavailable") return { ...forecast, computedAt };
  const kind = submission.state === "pending_failure" ? "pendingFailureResolution" : "merge";
  const estimatedAt = new Date(forecast.estimatedAtMs).toISOString();
  return { status: "available", kind, estimatedAt, computedAt };
}
