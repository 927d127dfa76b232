import type { OperationName, OperationRequest } from "../../api/operations";
import type { EngineEvent, EventOf } from "../../engine/engine-event";
import type { EngineState, Queue } from "../../engine/engine-state";
import type { QueueIdentity } from "../../queue/queue-identity";
import { type QueueSettings, SETTING_NAMES, type SettingName, type SettingValue } from "../../queue/settings";
import type { EmulatorOptions } from "../emulator-options";
import { viewMetrics } from "../metrics/queue-metrics";
import { viewList } from "../responses/list-response";
import { toFullQueueResponse, toQueueResponse } from "../responses/queue-response";
import { viewSubmittedPullRequest } from "../responses/submitted-pull-request-response";
import { viewTestRun } from "../responses/test-run-response";
import { type View, viewQueue } from "../responses/view";
import { type BodyOptions, checkBody } from "./check-body";

/** State after the event of a request. */
export interface EventResult {
  readonly state: EngineState;
  /** The queue of the event, if it has one. */
  readonly queue: Queue | undefined;
  readonly options: EmulatorOptions;
}

/** A valid request, or its problems. */
export type ReadBody =
  | {
      readonly isValid: true;
      /** The event to apply; reads only let time pass. */
      readonly event: EngineEvent;
      /** Makes the response after the event was accepted. */
      readonly view: (result: EventResult) => View;
    }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** Checks a parsed body, or the parameters of a query, and says how to handle it. */
export type Handler = (body: unknown, options: BodyOptions) => ReadBody;

/** Event and response of an operation. Default response: an acknowledgement. */
interface Behavior<Request> {
  readonly toEvent: (request: Request) => EngineEvent;
  readonly toView?: (result: EventResult, request: Request) => View;
}

/** The handlers of all operations. */
export const HANDLERS: { readonly [Name in OperationName]: Handler } = {
  createQueue: handle("createQueue", {
    toEvent: (request) => ({
      type: "createQueue",
      identity: pickIdentity(request),
      settings: pickSettings(request),
    }),
  }),
  getQueue: handle("getQueue", {
    toEvent: (request) => ({ type: "readQueue", identity: pickIdentity(request) }),
    toView: ({ queue, options }) => ({ kind: "json", value: toFullQueueResponse(needQueue(queue), options) }),
  }),
  updateQueue: handle("updateQueue", {
    toEvent: (request) => ({
      type: "updateQueue",
      identity: pickIdentity(request),
      settings: pickSettings(request),
      additionalSettings: new Map(Object.entries(request.additionalSettings ?? {})),
      deletesRequiredStatuses: request.deleteRequiredStatuses ?? false,
    }),
    toView: ({ queue, options }) => ({ kind: "json", value: toQueueResponse(needQueue(queue), options) }),
  }),
  deleteQueue: handle("deleteQueue", {
    toEvent: (request) => ({ type: "deleteQueue", identity: pickIdentity(request) }),
  }),
  submitPullRequest: handle("submitPullRequest", {
    toEvent: (request) => ({
      type: "submitPullRequest",
      ...pickPullRequest(request),
      priority: request.priority ?? undefined,
      noBatch: request.noBatch ?? false,
    }),
  }),
  cancelPullRequest: handle("cancelPullRequest", {
    toEvent: (request) => ({ type: "cancelPullRequest", ...pickPullRequest(request) }),
  }),
  restartTestsOnPullRequest: handle("restartTestsOnPullRequest", {
    toEvent: (request) => ({ type: "restartTests", ...pickPullRequest(request) }),
  }),
  setImpactedTargets: handle("setImpactedTargets", {
    toEvent: (request) => ({
      type: "setImpactedTargets",
      ...pickPullRequest(request),
      sha: request.pr.sha,
      targets: request.impactedTargets,
    }),
  }),
  getSubmittedPullRequest: handle("getSubmittedPullRequest", {
    toEvent: letTimePass,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) =>
        viewSubmittedPullRequest(state, queue, request.pr, options),
      ),
  }),
  listPullRequests: handle("listPullRequests", {
    toEvent: letTimePass,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) => viewList(queue, request, options)),
  }),
  getMergeQueueTestingDetails: handle("getMergeQueueTestingDetails", {
    toEvent: letTimePass,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) => viewTestRun(queue, request.testRunId)),
  }),
  getMergeQueueMetrics: handle("getMergeQueueMetrics", {
    toEvent: letTimePass,
    toView: ({ state, options }, request) => viewMetrics(state, request, options),
  }),
  trackEvents: handle("trackEvents", {
    toEvent: ({ repo, events }) => ({
      type: "trackEvents",
      repo: { host: repo.host, owner: repo.owner, name: repo.name },
      events,
    }),
  }),
};

function handle<Name extends OperationName>(
  operation: Name,
  { toEvent, toView }: Behavior<OperationRequest<Name>>,
): Handler {
  return (body, options) => {
    const checked = checkBody(operation, body, options);
    if (!checked.isValid) return checked;
    const { request } = checked;
    return {
      isValid: true,
      event: toEvent(request),
      view: (result) => (toView === undefined ? { kind: "acknowledged" } : toView(result, request)),
    };
  };
}

function letTimePass(): EngineEvent {
  return { type: "tick" };
}

function needQueue(queue: Queue | undefined): Queue {
  if (queue === undefined) throw new Error("The engine returned no queue for an event that has one.");
  return queue;
}

function pickIdentity({ repo, targetBranch }: QueueIdentity): QueueIdentity {
  return { repo: { host: repo.host, owner: repo.owner, name: repo.name }, targetBranch };
}

function pickPullRequest(
  request: QueueIdentity & { readonly pr: { readonly number: number } },
): Pick<EventOf<"cancelPullRequest">, "identity" | "number"> {
  return { identity: pickIdentity(request), number: request.pr.number };
}

function pickSettings(request: QueueSettings): QueueSettings {
  const settings: Partial<Record<SettingName, SettingValue>> = {};
  for (const name of SETTING_NAMES) {
    const value = request[name];
    if (value !== undefined) settings[name] = value;
  }
  // Each value comes from the field of the same name.
  return settings as QueueSettings;
}
