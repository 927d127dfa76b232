import type { GetMergeQueueMetricsRequest } from "../../api/operations/get-merge-queue-metrics";
import { parseRepository } from "../../queue/queue-identity";
import type { View } from "../answers/view";
import { refuseView } from "../answers/view";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState } from "../engine/engine-state";
import { checkRepository } from "../engine/transition";
import { formatExposition } from "./exposition";
import { measureQueues } from "./queue-metrics";

/**
 * Shows the metrics of one repository or of all. A repository without queues has metrics without samples, so that
 * whoever collects them may begin before there is a queue; one that the organization does not have is refused.
 */
export function viewMetrics(
  state: EngineState,
  { repo, repoHost }: GetMergeQueueMetricsRequest,
  options: Pick<EngineOptions, "repositories">,
): View {
  // The schema lets both be there or neither, and both without a slash too many.
  const wanted = repo === undefined ? undefined : parseRepository(`${repoHost ?? ""}/${repo}`);
  const missing = wanted === undefined ? undefined : checkRepository({ repo: wanted }, options);
  if (missing !== undefined) return refuseView("repository_unknown", missing);
  return { kind: "metrics", text: formatExposition(measureQueues(state, wanted)) };
}
