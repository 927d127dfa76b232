import * as z from "zod/mini";
import type { EngineTest } from "../../engine/engine-state";
import { tryFindLatest } from "../../engine/queue-contents";
import type { QueueEngine } from "../../engine/queue-engine";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../wire/first/pull-request-schema";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import type { CheckReport, RunSelector } from "../emulator";
import { tryExplainNotReady } from "../responses/explain-submission";
import { applyOrRefuse, ControlError, defineWrite } from "./control-operation";

const CHECK = {
  name: z.string().check(z.regex(/\S/, "Must not be blank.")),
  conclusion: z.enum(["success", "neutral", "skipped", "failure", "cancelled", "timed_out"]),
};

const EXPECTED = "name, conclusion (success, neutral, skipped, failure, cancelled or timed_out)";

/** Makes the schema of a body about a test run. @param expected - its own fields, for people */
export function toRunSchema<Body extends RunSelector>(
  fields: z.core.$ZodShape,
  expected: string,
): z.ZodMiniType<Body> {
  const error = `Must have ${expected} and either testRunId, or repo, targetBranch and pr.number.`;
  const schema: z.ZodMiniType = z.union(
    [
      z.strictObject({ ...fields, testRunId: z.string().check(z.minLength(1)) }),
      z.strictObject({ ...fields, ...IDENTITY_FIELDS, pr: PULL_REQUEST_REFERENCE_SCHEMA }),
    ],
    { error },
  );
  // Both alternatives have the fields of the body.
  return schema as z.ZodMiniType<Body>;
}

/** Reports a check of a test run, as a CI system does. */
export const REPORT_CHECK = defineWrite<CheckReport>(
  "reportCheck",
  "Reports a check of a test run, as a CI system does.",
  toRunSchema(CHECK, EXPECTED),
  ({ engine }, report) => ({ testRun: reportCheck(engine, report) }),
);

/** @throws ControlError if there is no such test run, or none in progress */
export function reportCheck(engine: QueueEngine, report: CheckReport): EngineTest | undefined {
  const { name, conclusion } = report;
  const testRunId = findReportedRun(engine, report);
  applyOrRefuse(engine, { type: "reportCheck", testRunId, name, conclusion });
  return readTestRun(engine, testRunId);
}

/** Id of the test run that a body is about. @throws ControlError if the pull request is not being tested */
export function findReportedRun(engine: QueueEngine, run: RunSelector): string {
  return "testRunId" in run ? run.testRunId : findRunInProgress(engine, run, run.pr.number);
}

/** Reads a test run of any queue. */
export function readTestRun(engine: QueueEngine, id: string): EngineTest | undefined {
  return Array.from(engine.state.queues.values(), ({ testRuns }) => testRuns.get(id)).find(Boolean);
}

function findRunInProgress(engine: QueueEngine, identity: QueueIdentity, number: number): string {
  const queue = engine.tryFindQueue(identity);
  const id = formatQueueId(queue?.identity ?? identity);
  if (queue === undefined) throw new ControlError("not_found", `There is no queue ${id}.`);
  const submission = tryFindLatest(queue, number);
  const name = `Pull request #${number}`;
  if (submission === undefined) {
    throw new ControlError("not_found", `${name} was never submitted to the queue ${id}.`);
  }
  const { testRunId = "", state } = submission;
  const reason = tryExplainNotReady(queue, submission, engine.options) ?? submission.reason;
  if (queue.testRuns.get(testRunId)?.status === "in_progress") return testRunId;
  throw new ControlError("refused", `${name} is not being tested: it is ${state}. ${reason}`.trimEnd());
}
