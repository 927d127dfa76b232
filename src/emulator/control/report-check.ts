import * as z from "zod/mini";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../api/schemas/pull-request-schema";
import { IDENTITY_FIELDS } from "../../api/schemas/request-schema";
import type { TestRun } from "../../engine/engine-state";
import { tryFindLatest } from "../../engine/list-enqueued";
import type { QueueEngine } from "../../engine/queue-engine";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { CheckReport } from "../emulator";
import { ControlError } from "./control-error";
import { applyOrRefuse, defineWrite } from "./control-operation";

const CHECK = {
  name: z.string().check(z.regex(/\S/, "Must not be blank.")),
  conclusion: z.enum(["success", "neutral", "skipped", "failure", "cancelled", "timed_out"]),
};

const SCHEMA: z.ZodMiniType<CheckReport> = z.union(
  [
    z.strictObject({ ...CHECK, testRunId: z.string().check(z.minLength(1)) }),
    z.strictObject({ ...CHECK, ...IDENTITY_FIELDS, pr: PULL_REQUEST_REFERENCE_SCHEMA }),
  ],
  {
    error:
      "Must have name, conclusion (success, neutral, skipped, failure, cancelled or timed_out) and " +
      "either testRunId, or repo, targetBranch and pr.number.",
  },
);

/** Reports a check of a test run, as a CI system does. */
export const REPORT_CHECK = defineWrite(
  "reportCheck",
  "Reports a check of a test run, as a CI system does.",
  SCHEMA,
  ({ engine }, report) => ({ testRun: reportCheck(engine, report) }),
);

/** @throws ControlError if there is no such test run, or none in progress */
export function reportCheck(engine: QueueEngine, report: CheckReport): TestRun | undefined {
  const { name, conclusion } = report;
  const testRunId =
    "testRunId" in report ? report.testRunId : findRunInProgress(engine, report, report.pr.number);
  applyOrRefuse(engine, { type: "reportCheck", testRunId, name, conclusion });
  const queues = [...engine.state.queues.values()];
  return queues.find(({ testRuns }) => testRuns.has(testRunId))?.testRuns.get(testRunId);
}

function findRunInProgress(engine: QueueEngine, identity: QueueIdentity, number: number): string {
  const queue = engine.tryFindQueue(identity);
  if (queue === undefined) {
    throw new ControlError("not_found", `There is no queue ${formatQueueId(identity)}.`);
  }
  const submission = tryFindLatest(queue, number);
  if (submission === undefined) {
    const id = formatQueueId(queue.identity);
    throw new ControlError("not_found", `Pull request #${number} was never submitted to the queue ${id}.`);
  }
  const { testRunId = "", state, reason } = submission;
  if (queue.testRuns.get(testRunId)?.status === "in_progress") return testRunId;
  throw new ControlError(
    "refused",
    `Pull request #${number} is not being tested: it is ${state}. ${reason}`.trimEnd(),
  );
}
