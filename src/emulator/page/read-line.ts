import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { findSubmission, findTestRun } from "../engine/draft/queue-draft";
import type { EngineOptions } from "../engine/engine-options";
import type { LineEntry, LinePhase, Queue, TestRun } from "../engine/engine-state";
import { formatNumbers } from "../engine/line/line";
import { explainWaiting } from "../engine/waiting/explain-waiting";
import type { PageEntry } from "./page-model";
import { readPullRequest, shortenText } from "./pull-request-text";
import { readRun } from "./read-run";

/** Places of the line that the page shows. */
const ENTRIES_SHOWN = 30;
/** Pull requests of a batch that it shows. */
const MEMBERS_SHOWN = 20;
/** Pull requests beneath that the page names: the nearest. */
const BENEATH_SHOWN = 8;

const STATES: Readonly<Record<LinePhase, PageEntry["state"]>> = {
  untested: "testing",
  testing: "testing",
  passed: "tests_passed",
  pending_failure: "pending_failure",
  bisecting: "bisecting",
};

/** Reads the line of a queue from its head, as far as the page shows it. */
export function readLine(queue: Queue, options: EngineOptions): PageEntry[] {
  return queue.line.slice(0, ENTRIES_SHOWN).map((entry) => readEntry(queue, entry, options));
}

function readEntry(queue: Queue, entry: LineEntry, options: EngineOptions): PageEntry {
  const members = entry.sequences.map((sequence) => findSubmission(queue, sequence));
  const beneath = entry.beneath
    .map((sequence) => findSubmission(queue, sequence))
    .filter(({ state }) => !CONCLUDED_STATES.includes(state));
  const onTopOf = beneath.slice(-BENEATH_SHOWN).map(({ number }) => number);
  return {
    id: String(entry.id),
    state: STATES[entry.phase],
    isBatch: entry.sequences.length > 1,
    pullRequests: members.slice(0, MEMBERS_SHOWN).map(readPullRequest),
    morePullRequests: Math.max(0, members.length - MEMBERS_SHOWN),
    onTopOf,
    moreOnTopOf: beneath.length - onTopOf.length,
    reason: shortenText(explainEntry(queue, entry, options)),
    runs: readRuns(queue, entry),
  };
}

/** Explains an entry. The engine's reasons are about one submission, and would be wrong for a batch in testing. */
function explainEntry(queue: Queue, entry: LineEntry, options: EngineOptions): string {
  const [first] = entry.sequences;
  if (first === undefined || entry.phase === "testing") return "";
  if (entry.phase !== "bisecting") return explainWaiting(queue, findSubmission(queue, first), options);
  const suspects = entry.parts
    .filter(({ phase }) => phase !== "passed")
    .flatMap(({ sequences }) => sequences);
  const cleared = entry.parts.filter(({ phase }) => phase === "passed").flatMap(({ sequences }) => sequences);
  return (
    `${entry.failure} Smaller parts are tested to find out which of ${formatNumbers(queue, suspects)} failed.` +
    (cleared.length === 0 ? "" : ` Passed without the rest: ${formatNumbers(queue, cleared)}.`)
  );
}

function readRuns(queue: Queue, { phase, parts, testRunId }: LineEntry): PageEntry["runs"] {
  if (phase === "bisecting") {
    return findRuns(queue, ...parts.map((part) => part.testRunId)).map((run) => {
      const numbers = run.sequences.map((sequence) => findSubmission(queue, sequence).number);
      return readRun(run, numbers);
    });
  }
  return findRuns(queue, testRunId).map((run) => readRun(run));
}

function findRuns(queue: Queue, ...ids: readonly (string | undefined)[]): TestRun[] {
  return ids.filter((id) => id !== undefined).map((id) => findTestRun(queue, id));
}
