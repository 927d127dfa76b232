import type { TestRun } from "../engine/engine-state";
import type { PageCheck, PageRun } from "./page-model";
import { shortenText } from "./pull-request-text";

/** Checks of a run that the page shows. */
const CHECKS_SHOWN = 20;

/** Reads a test run. @param numbers - tested pull requests, if they are part of a batch */
export function readRun(run: TestRun, numbers?: readonly number[]): PageRun {
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
