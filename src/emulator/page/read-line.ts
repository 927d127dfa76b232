import { CONCLUDED_STATES } from "../../queue/pull-request-state";
import { findSubmission, findTestRun } from "../engine/draft/queue-draft";
import type { EngineOptions } from "../engine/engine-options";
import type { LineEntry, LinePhase, Queue, TestRun } from "../engine/engine-state";
import { formatNumbers } from "../engine/line/line";
import { explainWaiting } from "../engine/waiting/explain-waiting";
import type { PageCheck, PageEntry, PageRun } from "./page-model";
import { readPullRequest, shortenText } from "./pull-request-text";

const ENTRIES_SHOWN = 30;
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

const CHECKS_SHOWN = 20;

/** Reads a test run. @param numbers - tested pull requests, if they are part of a batch */
function readRun(run: TestRun, numbers?: readonly number[]): PageRun {
  const { id, status, testBranch, createdAtMs, concludedAtMs, timesOutAtMs } = run;
  const checks = listChecks(run);
  return {
    id,
    status,
    testBranch: shortenText(testBranch),
    startedAtMs: createdAtMs,
    ...(concludedAtMs === undefined ? {} : { concludedAtMs }),
    timesOutAtMs,
    ...(numbers === undefined ? {} : { numbers }),
    checks: checks.slice(0, CHECKS_SHOWN),
    moreChecks: Math.max(0, checks.length - CHECKS_SHOWN),
  };
}

function listChecks({ requiredStatuses, checks }: TestRun): PageCheck[] {
  const reported = new Map(checks.map((check) => [check.name, check.conclusion]));
  const required = new Set(requiredStatuses);
  return [
    ...[...required].map((name) => toCheck(name, true, reported.get(name))),
    ...[...reported]
      .filter(([name]) => !required.has(name))
      .map(([name, conclusion]) => toCheck(name, required.size === 0, conclusion)),
  ];
}

function toCheck(name: string, isRequired: boolean, conclusion: PageCheck["conclusion"]): PageCheck {
  return { name: shortenText(name), isRequired, ...(conclusion === undefined ? {} : { conclusion }) };
}
