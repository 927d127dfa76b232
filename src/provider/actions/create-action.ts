import type { Clock } from "../../api/clock";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type { ActionDefinition } from "../../plugin/provider-definition";
import type { ObjectValue } from "../../plugin/value";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { OperationOptions } from "../../reconcile/reconciler";
import { checkDuration, MAX_DURATION_MS, tryParseDurationMs } from "../../text/parse-duration";
import { getIdentity, tryGetTimeout } from "../argument-values";
import { createIdentityAttributes, createTimeoutAttribute } from "../attributes";
import { describeLookupError, toQueueTarget } from "../describe-error";
import { createInvalid, validateIdentityAttributes } from "../diagnostics";
import { findReconciler, getData, type ProviderData, type QueueReconciler } from "../provider-data";

export interface Invocation {
  readonly reconciler: QueueReconciler;
  readonly clock: Clock;
  readonly queue: QueueIdentity;
  readonly options: OperationOptions;
  readonly report: (message: string) => void;
}

export interface ActionParts {
  readonly description: string;
  /** What it does, for the description of its timeout: `pausing the queue`. */
  readonly activity: string;
  readonly defaultTimeoutMs: number;
  readonly run: (invocation: Invocation) => Promise<void>;
}

/** Makes an action on one queue: checks before any call, one deadline, errors as diagnostics. */
export function createAction(parts: ActionParts): ActionDefinition<ProviderData> {
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
          description:
            "How long the action may take, waiting and repeating included; at most " +
            `${MAX_DURATION_MS / 3_600_000} hours.`,
          attributes: { invoke: createTimeoutAttribute(activity, defaultTimeoutMs) },
        },
      },
    },
    validateConfig: async ({ config }) => ({ diagnostics: validate(config) }),
    // What was unknown when Terraform validated may be known now.
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
