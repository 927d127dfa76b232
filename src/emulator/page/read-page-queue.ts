import { formatQueueId } from "../../queue/queue-identity";
import type { EngineOptions } from "../engine/engine-options";
import type { Queue } from "../engine/engine-state";
import type { PageQueue } from "./page-model";
import { readConcluded } from "./read-concluded";
import { readLine } from "./read-line";
import { readSettings } from "./read-settings";
import { readWaiting } from "./read-waiting";
import { shortenText } from "./shorten-text";

const STATE_NOTES: Readonly<Record<PageQueue["state"], string>> = {
  running: "",
  paused: "Tests that run go on. Nothing merges and nothing new starts until the queue runs again.",
  draining:
    "What was in the queue when draining began goes on. What came later waits until the queue runs again.",
  switching_modes: "The mode has changed. Nothing new starts until the tests that run have ended.",
};

/** Reads of a queue what the page shows. */
export function readPageQueue(queue: Queue, options: EngineOptions): PageQueue {
  const { identity, settings, totals, line } = queue;
  const state =
    queue.isSwitchingModes || queue.switchingReadsLeft > 0 ? ("switching_modes" as const) : settings.state;
  const entries = readLine(queue, options);
  return {
    id: formatQueueId(identity),
    host: shortenText(identity.repo.host),
    repository: shortenText(`${identity.repo.owner}/${identity.repo.name}`),
    branch: shortenText(identity.targetBranch),
    state,
    stateNote: STATE_NOTES[state],
    settings: readSettings(queue, options),
    running: line.filter(({ phase }) => phase === "testing").length,
    concurrency: settings.mode === "single" ? 1 : settings.concurrency,
    inLine: line.reduce((sum, { sequences }) => sum + sequences.length, 0),
    waitingTotal: queue.waiting.size,
    mergedTotal: totals.merged,
    failedTotal: totals.failed,
    cancelledTotal: totals.cancelled,
    line: entries,
    moreLine: line.length - entries.length,
    waiting: readWaiting(queue, options),
    ...readConcluded(queue),
  };
}
