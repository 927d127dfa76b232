import * as z from "zod/mini";
import type { EventOf } from "../../engine/engine-event";
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
  return applyToRun(engine, report, { type: "reportCheck", name, conclusion });
}

/** Applies an event about a test run. @throws ControlError if there is no such run, or none in progress */
export function applyToRun(
  engine: QueueEngine,
  run: RunSelector,
  event: Omit<EventOf<"reportCheck">, "testRunId"> | Omit<EventOf<"failTestStart">, "testRunId">,
): EngineTest | undefined {
  const testRunId = "testRunId" in run ? run.testRunId : findRunInProgress(engine, run, run.pr.number);
  applyOrRefuse(engine, { ...event, testRunId });
  return Array.from(engine.state.queues.values(), ({ testRuns }) => testRuns.get(testRunId)).find(Boolean);
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
  if (queue.testRuns.get(testRunId)?.status === "in_progress") return testRunId;
  const reason = tryExplainNotReady(queue, submission, engine.options) ?? submission.reason;
  throw new ControlError("refused", `${name} is not being tested: it is ${state}. ${reason}`.trimEnd());
}
