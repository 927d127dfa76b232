import type { Clock } from "../../api/clock";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type { ActionDefinition } from "../../plugin/provider-definition";
import type { ObjectValue } from "../../plugin/value";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import { DEFAULT_DRAIN_TIMEOUT_MS, DEFAULT_TIMEOUTS_MS } from "../../reconcile/default-timeouts";
import { describeLeft } from "../../reconcile/describe-pull-requests";
import { describeStateChange, type RequestableState } from "../../reconcile/queue-state";
import type { OperationOptions } from "../../reconcile/reconciler";
import { checkDuration, MAX_DURATION_MS, tryParseDurationMs } from "../../text/parse-duration";
import { getIdentity, tryGetTimeout } from "../argument-values";
import { createIdentityAttributes, createTimeoutAttribute } from "../attributes";
import { describeLookupError, toQueueTarget } from "../describe-error";
import { createInvalid, validateIdentityAttributes } from "../diagnostics";
import { findReconciler, getData, type ProviderData, type QueueReconciler } from "../provider-data";

interface Invocation {
  readonly reconciler: QueueReconciler;
  readonly clock: Clock;
  readonly queue: QueueIdentity;
  readonly options: OperationOptions;
  readonly report: (message: string) => void;
}

interface ActionParts {
  readonly description: string;
  /** Names the action in the description of its timeout, for example `pausing the queue`. */
  readonly activity: string;
  readonly defaultTimeoutMs: number;
  readonly run: (invocation: Invocation) => Promise<void>;
}

/** Makes an action on one queue. It validates first, has one deadline, and returns errors as diagnostics. */
function createAction(parts: ActionParts): ActionDefinition<ProviderData> {
  const { description, activity, defaultTimeoutMs, run } = parts;
  return {
    schema: {
      version: 0,
      description,
      attributes: {
        ...createIdentityAttributes(),
        timeouts: {
          nesting: "single",
          optional: true,
          description: `How long the action may take, including waits and retries; at most ${MAX_DURATION_MS / 3_600_000} hours.`,
          attributes: { invoke: createTimeoutAttribute(activity, defaultTimeoutMs) },
        },
      },
    },
    validateConfig: async ({ config }) => ({ diagnostics: validate(config) }),
    // Values that were unknown in the validation may be known now.
    plan: async ({ config }) => ({ diagnostics: validate(config) }),
    invoke: async (request, { stopSignal, endSignal }, report) => {
      const { config } = request;
      const findings = validate(config);
      if (findings.length > 0) return { diagnostics: findings };
      const data = getData(request);
      const queue = getIdentity(config);
      const timeoutMs = tryParseDurationMs(tryGetTimeout(config, "invoke") ?? "") ?? defaultTimeoutMs;
      const options = { timeoutMs, stopSignal, endSignal };
      try {
        await run({ reconciler: findReconciler(data), clock: data.clock, queue, options, report });
        return { diagnostics: [] };
      } catch (error) {
        return { diagnostics: [describeLookupError(error, toQueueTarget(queue), "action")] };
      }
    },
  };
}

function validate(config: ObjectValue): Diagnostic[] {
  const timeout = tryGetTimeout(config, "invoke");
  const message = timeout === undefined ? undefined : checkDuration(timeout);
  return [
    ...validateIdentityAttributes(config),
    ...(message === undefined ? [] : [createInvalid(attributePath("timeouts", "invoke"), message)]),
  ];
}

export const PAUSE_ACTION = createAction({
  description:
    "Pauses a merge queue. Running tests continue, but nothing merges and no new test starts until the queue is resumed. If " +
    "the queue is paused already, the action does not change it.",
  activity: "pausing the queue",
  defaultTimeoutMs: DEFAULT_TIMEOUTS_MS.update,
  run: async (invocation) => changeState(invocation, "paused"),
});

export const RESUME_ACTION = createAction({
  description:
    "Lets a paused or draining merge queue run again. If the queue is running already, the action does not change it.",
  activity: "resuming the queue",
  defaultTimeoutMs: DEFAULT_TIMEOUTS_MS.update,
  run: async (invocation) => changeState(invocation, "running"),
});

async function changeState(invocation: Invocation, state: RequestableState): Promise<void> {
  const { reconciler, queue, options, report } = invocation;
  report(describeStateChange(queue, await reconciler.changeState(queue, state, options)));
}

export const DRAIN_ACTION = createAction({
  description:
    "Drains a merge queue and waits until it is empty. Running tests finish and their pull requests merge, but no new test " +
    "starts. The queue is still `draining` afterwards. If the queue does not become empty in time, or if you interrupt " +
    "Terraform, the action restores the queue's earlier state.",
  activity: "draining the queue",
  defaultTimeoutMs: DEFAULT_DRAIN_TIMEOUT_MS,
  run: drain,
});

/** An unchanged report is repeated after this time, because CI systems end jobs after ten silent minutes. */
const REPEAT_MS = 60_000;

async function drain({ reconciler, clock, queue, options, report }: Invocation): Promise<void> {
  const id = formatQueueId(queue);
  const startedAtMs = clock.now();
  let shown: string | undefined;
  let shownAtMs = startedAtMs;
  await reconciler.empty(queue, {
    ...options,
    onDraining: (before) => {
      report(
        before === "draining"
          ? `Queue ${id} is draining already.`
          : `Queue ${id} is draining now; it was ${before ?? "in an unknown state"}.`,
      );
    },
    onBusy: ({ pullRequests }) => {
      const left = describeLeft(pullRequests);
      const nowMs = clock.now();
      if (left === shown && nowMs - shownAtMs < REPEAT_MS) return;
      const minutes = Math.floor((nowMs - startedAtMs) / 60_000);
      report(left === shown ? `${left} (after ${minutes} min)` : left);
      shown = left;
      shownAtMs = nowMs;
    },
    onHeld: report,
  });
  report(`Queue ${id} is empty. It is still draining; mergequeue_resume lets it run again.`);
}
