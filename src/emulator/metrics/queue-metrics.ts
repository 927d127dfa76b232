import type { EngineOptions } from "../../engine/engine-options";
import type { EngineState } from "../../engine/engine-state";
import { type Refused, tryRefuseRepository } from "../../engine/refusal";
import { toRepositoryKey } from "../../engine/repository-key";
import { parseRepository } from "../../queue/parse-queue-id";
import type { Repository } from "../../queue/queue-identity";
import type { GetMergeQueueMetricsRequest } from "../../wire/first/get-merge-queue-metrics";
import type { ServiceResponse } from "../http/delivery";
import { EXPOSITION_TYPE, formatExposition } from "./exposition";
import { measurePublished } from "./published-metrics";

/** Returns the metrics of one repository, or of all; refuses a repository outside the organization. */
export function viewMetrics(
  state: EngineState,
  { repo, repoHost }: GetMergeQueueMetricsRequest,
  options: EngineOptions,
): ServiceResponse | Refused {
  // The schema requires both or neither, with the right slashes.
  const wanted = repo === undefined ? undefined : parseRepository(`${repoHost ?? ""}/${repo}`);
  const refused = wanted && tryRefuseRepository(wanted, options);
  return refused ?? expose(state, wanted);
}

/** Responds with the metrics of a repository's queues, or of all, in a stable order. */
export function expose({ queues, nowMs }: EngineState, repo: Repository | undefined): ServiceResponse {
  const start = repo === undefined ? "" : `${toRepositoryKey(repo)}/`;
  const measured = [...queues]
    .filter(([key]) => key.startsWith(start))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, queue]) => queue);
  const body = formatExposition(measurePublished(measured, nowMs));
  return { status: 200, headers: { "content-type": EXPOSITION_TYPE }, body };
}
