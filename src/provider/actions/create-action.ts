import type { Clock } from "../../api/clock";
import { attributePath, type Diagnostic } from "../../plugin/diagnostic";
import type {
  ActionDefinition,
  BlockRequest,
  CallContext,
  DiagnosticsResponse,
} from "../../plugin/provider-definition";
import type { ObjectValue } from "../../plugin/values/value";
import { formatQueueId, type QueueIdentity } from "../../queue/queue-identity";
import type { OperationOptions, Reconciler } from "../../reconcile/reconciler";
import { checkDuration, MAX_DURATION_MS, tryParseDurationMs } from "../../text/parse-duration";
import { quote } from "../../text/quote";
import { createIdentityAttributes, createTimeoutAttribute } from "../attributes";
import { describeLookupError } from "../describe-error";
import { createInvalid } from "../diagnostics";
import { getIdentity } from "../identity-values";
import { findApi, findReconciler, type ProviderData } from "../provider-data";
import { tryGetTimeout } from "../queue-resource/operation-timeout";
import { validateIdentityAttributes } from "../validate-identity-attributes";

/** One invocation of an action. */
export interface Invocation {
  readonly reconciler: Reconciler;
  readonly clock: Clock;
  readonly queue: QueueIdentity;
  readonly options: OperationOptions;
  /** Shows one line about the progress. */
  readonly report: (message: string) => void;
}

/** What differs between actions. */
export interface ActionParts {
  readonly description: string;
  /** What it does, for the description of its timeout: `pausing the queue`. */
  readonly activity: string;
  readonly defaultTimeoutMs: number;
  /** Does it. @throws MergeQueueError as the calls do */
  readonly run: (invocation: Invocation) => Promise<void>;
}

/** Makes an action on one queue: checks before any call, one deadline, errors as diagnostics. */
export function createAction(parts: ActionParts): ActionDefinition<ProviderData> {
  const { description, activity, defaultTimeoutMs } = parts;
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
    invoke: async (request, context, report) => invoke(parts, request, context, report),
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

async function invoke(
  { defaultTimeoutMs, run }: ActionParts,
  { config, data }: BlockRequest<ProviderData>,
  { stopSignal, endSignal }: CallContext,
  report: (message: string) => void,
): Promise<DiagnosticsResponse> {
  const findings = validate(config);
  if (findings.length > 0) return { diagnostics: findings };
  const queue = getIdentity(config);
  const timeoutMs = tryParseDurationMs(tryGetTimeout(config, "invoke") ?? "") ?? defaultTimeoutMs;
  try {
    await run({
      reconciler: findReconciler(data),
      clock: findApi(data).clock,
      queue,
      options: { timeoutMs, stopSignal, endSignal },
      report,
    });
    return { diagnostics: [] };
  } catch (error) {
    const target = {
      name: `Queue ${quote(formatQueueId(queue))} was`,
      path: attributePath("target_branch"),
    };
    return { diagnostics: [describeLookupError(error, target, "action")] };
  }
}
