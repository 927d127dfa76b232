import { formatQueueId } from "../../../src/queue/queue-identity";
import { CANARY_TOKEN } from "../../support/e2e/queue-stage";
import type { Diagnostic, Run } from "../../support/e2e/read-run";
import { isRead } from "../../support/is-read";
import { type Attributes, type ExpectedError, type FaultCase, toIdentity } from "./fault-case";
import { type Outcome, pickRequests, type Snapshot } from "./fault-round";

/** Largest text of an error in bytes (rule F-35). */
const LONGEST_DETAIL_BYTES = 2048;

/** Attributes that are never sent to the service. */
const KEPT_BY_TERRAFORM: ReadonlySet<string> = new Set(["timeouts", "deletion_policy", "on_existing"]);

/** Compares all that was seen of a row with all that it promises. */
export function judgeCase(row: FaultCase, outcome: Outcome): void {
  const { expected } = row;
  const { faulty, nextPlan, again, lastPlan } = outcome;
  const wish = row.after ?? "absent";
  expect({
    calls: listCalls(row, faulty),
    commits: countCommits(row, faulty),
    errors: pick(row, faulty.run, "error").map(({ summary }) => summary),
    warnings: pick(row, faulty.run, "warning").map(({ summary }) => summary),
    state: findState(row, faulty),
    queue: findQueue(row, faulty),
    nextPlan: findPlanned(row, nextPlan),
    again: pick(row, again.run, "error").map(({ summary }) => summary),
  }).toEqual({
    calls: expect.stringMatching(toPattern(expected.calls)) as unknown,
    commits: expected.commits ?? {},
    errors: listSummaries(expected.error),
    warnings: expected.warnings ?? [],
    state: describeState(expected.state ?? wish, expected.isTainted ?? false),
    queue: describeQueue(expected.queue ?? wish),
    nextPlan: expected.nextPlan ?? "none",
    again: listSummaries(expected.again),
  });
  judgeText(row, faulty.run, expected.error);
  judgeText(row, again.run, expected.again);
  expect(pick(row, nextPlan, "error")).toEqual([]);
  if (expected.again !== undefined) return;
  expect({
    state: findState(row, again),
    queue: findQueue(row, again),
    lastPlan: findPlanned(row, lastPlan),
  }).toEqual({ state: describeState(wish, false), queue: describeQueue(wish), lastPlan: "none" });
}

function listSummaries(expected: ExpectedError | undefined): string[] {
  return expected === undefined ? [] : [expected.summary];
}

/** Reads the text of the row's one error (rule F-35). */
function judgeText(row: FaultCase, run: Run, expected: ExpectedError | undefined): void {
  expect(run.output).not.toContain(CANARY_TOKEN);
  if (expected === undefined) return;
  // Terraform's status is the whole command's: one error among many resources is enough.
  expect(run.status).toBe(1);
  const detail = pick(row, run, "error")[0]?.detail ?? "";
  expect(Buffer.byteLength(detail)).toBeLessThanOrEqual(LONGEST_DETAIL_BYTES);
  for (const part of [formatQueueId(toIdentity(row.name)), ...expected.says]) {
    if (typeof part === "string") expect(detail).toContain(part);
    else expect(detail).toMatch(part);
  }
}

/** Returns the names of the called operations, each followed by a comma. */
function listCalls(row: FaultCase, { requests }: Snapshot): string {
  const own = pickRequests(requests, toIdentity(row.name));
  return own.map(({ operation }) => `${operation ?? "unknown"},`).join("");
}

/** Converts operations, some followed by `+`, to a pattern for {@link listCalls}. */
function toPattern(calls: string): RegExp {
  return new RegExp(`^${calls.replaceAll(/\w+/g, "(?:$&,)").replaceAll(" ", "")}$`);
}

function countCommits(row: FaultCase, { requests }: Snapshot): Record<string, number> {
  const commits: Record<string, number> = {};
  for (const { operation, isCommitted } of pickRequests(requests, toIdentity(row.name))) {
    if (operation === undefined || isRead(operation) || !isCommitted) continue;
    commits[operation] = (commits[operation] ?? 0) + 1;
  }
  return commits;
}

function pick(row: FaultCase, run: Run, severity: Diagnostic["severity"]): Diagnostic[] {
  return run.diagnostics.filter((diagnostic) => diagnostic.severity === severity && isAbout(row, diagnostic));
}

/**
 * Whether a diagnostic belongs to the row. For resources that are no longer declared, Terraform does not report the
 * address.
 */
function isAbout({ name }: FaultCase, { address, detail }: Diagnostic): boolean {
  if (address !== undefined) return address === `mergequeue_queue.${name}`;
  return new RegExp(`${formatQueueId(toIdentity(name))}(?!\\w)`).test(detail);
}

/** Lists the errors that belong to no row. */
export function listForeignErrors(rows: readonly FaultCase[], { diagnostics }: Run): Diagnostic[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.filter((error) => !rows.some((row) => isAbout(row, error)));
}

function findPlanned({ name }: FaultCase, run: Run): string {
  return run.planned.get(`mergequeue_queue.${name}`) ?? "none";
}

function findState({ name }: FaultCase, { state }: Snapshot): unknown {
  return state.get(`mergequeue_queue.${name}`) ?? "absent";
}

function describeState(wish: "absent" | Attributes, isTainted: boolean): unknown {
  if (wish === "absent") return "absent";
  return { attributes: expect.objectContaining(toStored(wish)) as unknown, isTainted };
}

/** Returns attributes as the state file has them: an object also contains attributes that are not set. */
function toStored(attributes: Attributes): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      name === "timeouts" ? (expect.objectContaining(value as object) as unknown) : value,
    ]),
  );
}

function findQueue({ name }: FaultCase, { queues }: Snapshot): Attributes | "absent" {
  return queues.get(formatQueueId(toIdentity(name))) ?? "absent";
}

function describeQueue(wish: "absent" | Attributes): unknown {
  if (wish === "absent") return "absent";
  const settings = Object.entries(wish).filter(([name]) => !KEPT_BY_TERRAFORM.has(name));
  return expect.objectContaining(Object.fromEntries(settings));
}
