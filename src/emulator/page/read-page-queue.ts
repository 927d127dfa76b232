import type { Repository } from "../../queue/identity";
import { formatQueueId } from "../../queue/queue-identity";
import { quoteForShell } from "../../text/quote-for-shell";
import type { EngineOptions } from "../engine/engine-options";
import type { Queue } from "../engine/engine-state";
import { countSlots } from "../engine/line/line";
import type { PageQueue, PageSummary } from "./page-model";
import { readLine } from "./read-line";
import { readSettings } from "./read-settings";
import { readConcluded, readWaiting } from "./read-submissions";

const STATE_NOTES: Readonly<Record<PageSummary["status"], string>> = {
  running: "",
  failing: "",
  paused: "Tests in progress continue. Nothing merges and nothing new starts until the queue runs again.",
  draining: "What is being tested continues and merges. Nothing new starts until the queue runs again.",
  switching_modes: "The mode has changed. Nothing new starts until what is being tested has merged.",
};

/** Reads the shown content of a queue. */
export function readPageQueue(
  queue: Queue,
  summary: PageSummary,
  options: EngineOptions,
  showsAllWaiting: boolean,
): PageQueue {
  const { identity, settings, totals, line } = queue;
  const entries = readLine(queue, options);
  const pullRequestsUrl = toPullRequestsUrl(identity.repo);
  const parts = line.flatMap((entry) => entry.parts);
  return {
    ...summary,
    shellId: quoteForShell(formatQueueId(identity)),
    ...(pullRequestsUrl === undefined ? {} : { pullRequestsUrl }),
    stateNote: STATE_NOTES[summary.status],
    settings: readSettings(queue, options),
    running: line.filter(({ phase }) => phase === "testing").length,
    concurrency: countSlots(settings, options),
    ...(parts.length === 0
      ? {}
      : {
          bisection: {
            running: parts.filter(({ phase }) => phase === "testing").length,
            concurrency: settings.bisectionConcurrency,
          },
        }),
    mergedTotal: totals.merged,
    failedTotal: totals.failed,
    cancelledTotal: totals.cancelled,
    line: entries,
    moreLine: line.length - entries.length,
    waiting: readWaiting(queue, options, showsAllWaiting),
    ...readConcluded(queue),
  };
}

/** @returns the address, to be followed by a number; undefined for an invalid host */
function toPullRequestsUrl({ host, owner, name }: Repository): string | undefined {
  if (!/^[a-z0-9.-]+(?::\d+)?$/i.test(host)) return undefined;
  const path = /(?:^|\.)gitlab\./i.test(host) ? "-/merge_requests" : "pull";
  return `https://${host}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/${path}/`;
}
