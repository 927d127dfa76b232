import * as z from "zod/mini";
import type { EventOf } from "../../engine/engine-event";
import type { EngineTest } from "../../engine/engine-state";
import type { HostPullRequest, HostPullRequestInput } from "../../engine/host-pull-request";
import { tryFindLatest } from "../../engine/queue-contents";
import type { QueueEngine } from "../../engine/queue-engine";
import { toRepositoryKey } from "../../engine/repository-key";
import { START_FAULTS, type StartFault } from "../../engine/state-change";
import { formatQueueId, type QueueIdentity, type Repository } from "../../queue/queue-identity";
import { boundedList } from "../../wire/bounded-list";
import { PULL_REQUEST_REFERENCE_SCHEMA } from "../../wire/first/pull-request-schema";
import { IDENTITY_FIELDS } from "../../wire/first/request-schema";
import type { CheckReport, RunSelector } from "../emulator";
import { tryExplainNotReady } from "../responses/explain-submission";
import { applyOrRefuse, ControlError, type ControlOperation, defineWrite } from "./control-operation";

const TEXT = z.string().check(z.minLength(1, "Must not be empty."));

const PULL_REQUEST_SCHEMA = z.extend(PULL_REQUEST_REFERENCE_SCHEMA, {
  title: z.optional(z.string()),
  sha: z.optional(TEXT),
  author: z.optional(z.string()),
  headBranch: z.optional(TEXT),
  baseBranch: z.optional(TEXT),
  mergeability: z.optional(z.enum(["unspecified", "in_progress", "mergeable", "not_mergeable"])),
  isOpen: z.optional(z.boolean()),
  draft: z.optional(z.boolean()),
  isUpToDate: z.optional(z.boolean()),
  hasPassedChecks: z.optional(z.boolean()),
  skipTheLine: z.optional(z.boolean()),
  forceEnqueued: z.optional(z.boolean()),
}) as z.ZodMiniType<HostPullRequestInput>;

const PULL_REQUESTS = boundedList(PULL_REQUEST_SCHEMA).check(
  z.refine((pullRequests) => pullRequests.length > 0, "Must contain at least one pull request."),
);

export const DECLARE_PULL_REQUESTS = defineWrite(
  "declarePullRequests",
  "Sets what the code host knows about pull requests. The pull requests may be new.",
  z.strictObject({ repo: IDENTITY_FIELDS.repo, pullRequests: PULL_REQUESTS }),
  ({ engine }, { repo, pullRequests }) => ({
    pullRequests: pullRequests.map((pullRequest) => declarePullRequest(engine, repo, pullRequest)),
  }),
);

/** @throws ControlError if the engine refuses the pull request */
export function declarePullRequest(
  engine: QueueEngine,
  repo: Repository,
  pullRequest: HostPullRequestInput,
): HostPullRequest | undefined {
  const { pullRequests } = applyOrRefuse(engine, { type: "declarePullRequest", repo, pullRequest });
  return pullRequests.get(toRepositoryKey(repo))?.get(pullRequest.number);
}

const CHECK = {
  name: z.string().check(z.regex(/\S/, "Must not be blank.")),
  conclusion: z.enum(["success", "neutral", "skipped", "failure", "cancelled", "timed_out"]),
  url: z.optional(z.url({ protocol: /^https?$/, error: "Must be an http or https address." })),
};

const EXPECTED =
  "name, conclusion (success, neutral, skipped, failure, cancelled or timed_out), optional url";

/** Makes the schema of a body about a test run. @param expected - how error messages list the `fields` */
function toRunSchema<Body extends RunSelector>(
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

export const REPORT_CHECK = defineWrite<CheckReport>(
  "reportCheck",
  "Reports a check of a test run, as a CI system does.",
  toRunSchema(CHECK, EXPECTED),
  ({ engine }, report) => ({ testRun: reportCheck(engine, report) }),
);

/** @throws ControlError if the test run does not exist or has ended */
export function reportCheck(engine: QueueEngine, report: CheckReport): EngineTest | undefined {
  const { name, conclusion, url } = report;
  return applyToRun(engine, report, { type: "reportCheck", name, conclusion, url });
}

/** Applies an event about a test run. @throws ControlError if the test run does not exist or has ended */
export function applyToRun(
  engine: QueueEngine,
  run: RunSelector,
  event: Omit<EventOf<"reportCheck">, "testRunId"> | Omit<EventOf<"failTestStart">, "testRunId">,
): EngineTest | undefined {
  const testRunId = "testRunId" in run ? run.testRunId : findRunInProgress(engine, run, run.pr.number);
  const { queues } = applyOrRefuse(engine, { ...event, testRunId });
  return Array.from(queues.values(), ({ testRuns }) => testRuns.get(testRunId)).find(Boolean);
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

/** Operations on pull requests and branches outside of the queue. */
export const OUTSIDE_OPERATIONS: readonly ControlOperation[] = [
  defineWrite(
    "mergePullRequest",
    "Merges a pull request into its base branch, outside of the queue.",
    z.strictObject({ repo: IDENTITY_FIELDS.repo, pr: PULL_REQUEST_REFERENCE_SCHEMA }),
    ({ engine }, { repo, pr: { number } }) => {
      const { pullRequests } = applyOrRefuse(engine, { type: "mergePullRequest", repo, number });
      return { pullRequest: pullRequests.get(toRepositoryKey(repo))?.get(number) };
    },
  ),
  defineWrite(
    "pushToBranch",
    "Pushes to the branch of a queue, outside of the queue.",
    z.strictObject(IDENTITY_FIELDS),
    ({ engine }, { repo, targetBranch }) => {
      applyOrRefuse(engine, { type: "pushToBranch", identity: { repo, targetBranch } });
      return {};
    },
  ),
  defineWrite<RunSelector & { readonly fault: StartFault }>(
    "failTestStart",
    "Makes a test run fail at its start, for example with a merge conflict.",
    toRunSchema({ fault: z.enum(START_FAULTS) }, `fault (one of ${START_FAULTS.join(", ")})`),
    ({ engine }, run) => ({ testRun: applyToRun(engine, run, { type: "failTestStart", fault: run.fault }) }),
  ),
];
