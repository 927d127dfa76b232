import { formatQueueId } from "../../queue/queue-identity";
import type { Queue } from "../engine/engine-state";
import { findSubmission } from "../engine/queue-draft";
import type { PageSummary } from "./page-model";
import { shortenText } from "./shorten-text";

/** Reads what the list of queues shows of one. */
export function readSummary(queue: Queue): PageSummary {
  const { identity, line, waiting } = queue;
  let oldest = Infinity;
  for (const sequence of waiting.values()) oldest = Math.min(oldest, sequence);
  return {
    id: formatQueueId(identity),
    host: shortenText(identity.repo.host),
    repository: shortenText(`${identity.repo.owner}/${identity.repo.name}`),
    branch: shortenText(identity.targetBranch),
    look: readLook(queue),
    inLine: line.reduce((sum, { sequences }) => sum + sequences.length, 0),
    waitingTotal: waiting.size,
    ...(waiting.size === 0 ? {} : { oldestMs: findSubmission(queue, oldest).submittedAtMs }),
  };
}

function readLook(queue: Queue): PageSummary["look"] {
  if (queue.isSwitchingModes || queue.switchingReadsLeft > 0) return "switching_modes";
  if (queue.settings.state !== "running") return queue.settings.state;
  const [latest] = queue.concluded.entriesReversed();
  const hasFailed = latest !== undefined && findSubmission(queue, latest[1]).state === "failed";
  const isFailing = queue.line.some(({ phase }) => phase === "pending_failure" || phase === "bisecting");
  return hasFailed || isFailing ? "failing" : "running";
}
