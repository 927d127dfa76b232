import * as z from "zod/mini";
import type { EngineTest } from "../../engine/engine-state";
import { tryFindLatest } from "../../engine/queue-contents";
import type { QueueEngine } from "../../engine/queue-engine";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../wire/first/pull-request-schema";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import type { CheckReport } from "../emulator";
import { tryExplainNotReady } from "../responses/explain-submission";
import { applyOrRefuse, ControlError, defineWrite } from "./control-operation";

const CHECK = {
  name: z.string().check(z.regex(/\S/, "Must not be blank.")),
  conclusion: z.enum(["success", "neutral", "skipped", "failure", "cancelled", "timed_out"]),
};

const EXPECTED =
  "Must have name, conclusion (success, neutral, skipped, failure, cancelled or timed_out) and " +
  "either testRunId, or repo, targetBranch and pr.number.";

/** Reports a check of a test run, as a CI system does. */
export const REPORT_CHECK = defineWrite<CheckReport>(
  "reportCheck",
  "Reports a check of a test run, as a CI system does.",
  z.union(
    [
      z.strictObject({ ...CHECK, testRunId: z.string().check(z.minLength(1)) }),
      z.strictObject({ ...CHECK, ...IDENTITY_FIELDS, pr: PULL_REQUEST_REFERENCE_SCHEMA }),
    ],
    { error: EXPECTED },
  ),
  ({ engine }, report) => ({ testRun: reportCheck(engine, report) }),
);

/** @throws ControlError if there is no such test run, or none in progress */
export function reportCheck(engine: QueueEngine, report: CheckReport): EngineTest | undefined {
  const { name, conclusion } = report;
  const testRunId =
    "testRunId" in report ? report.testRunId : findRunInProgress(engine, report, report.pr.number);
  applyOrRefuse(engine, { type: "reportCheck", testRunId, name, conclusion });
  const found = Array.from(engine.state.queues.values(), ({ testRuns }) => testRuns.get(testRunId));
  return found.find((run) => run !== undefined);
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
