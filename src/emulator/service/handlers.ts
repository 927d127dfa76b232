import type { OperationName, OperationRequest } from "../../api/operations";
import type { QueueIdentity } from "../../queue/queue-identity";
import type { QueueSettings, SettingName, SettingValue } from "../../queue/settings";
import { SETTING_NAMES } from "../../queue/settings";
import type { EmulatorOptions } from "../emulator-options";
import type { EngineEvent } from "../engine/engine-event";
import type { EngineState, Queue } from "../engine/engine-state";
import { viewMetrics } from "../metrics/queue-metrics";
import { viewList } from "../responses/list-response";
import { toFullQueueAnswer, toQueueAnswer } from "../responses/queue-response";
import { viewSubmittedPullRequest } from "../responses/submitted-pull-request-response";
import { viewTestRun } from "../responses/test-run-response";
import type { View } from "../responses/view";
import { viewQueue } from "../responses/view";
import type { BodyOptions } from "./check-body";
import { checkBody } from "./check-body";

/** What there is to show when the event of a request has happened. */
export interface Scene {
  readonly state: EngineState;
  /** The queue that the event was about; undefined: it was about none. */
  readonly queue: Queue | undefined;
  readonly options: EmulatorOptions;
}

/** What a body asks for, or everything that is wrong with it. */
export type ReadBody =
  | {
      readonly isValid: true;
      /** What shall happen; for what only looks, that time passes. */
      readonly event: EngineEvent;
      /** The queue that is named; undefined: the operation names none. */
      readonly identity: QueueIdentity | undefined;
      /** Makes the answer, once the event has happened and was not refused. */
      readonly view: (scene: Scene) => View;
    }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** Serves one operation: checks a parsed body, or the parameters of a query, by the operation's schema. */
export type Handler = (body: unknown, options: BodyOptions) => ReadBody;

/** What an operation does: what happens, and what is shown of it. Default: an acknowledgement. */
interface Behaviour<Request> {
  readonly toEvent: (request: Request) => EngineEvent;
  readonly toView?: (scene: Scene, request: Request) => View;
}

/** The handlers of all operations that the local service has. */
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
    toView: ({ queue, options }) => ({ kind: "json", value: toFullQueueAnswer(needQueue(queue), options) }),
  }),
  updateQueue: handle("updateQueue", {
    toEvent: (request) => ({
      type: "updateQueue",
      identity: pickIdentity(request),
      settings: pickSettings(request),
      additionalSettings: new Map(Object.entries(request.additionalSettings ?? {})),
      deletesRequiredStatuses: request.deleteRequiredStatuses ?? false,
    }),
    toView: ({ queue, options }) => ({ kind: "json", value: toQueueAnswer(needQueue(queue), options) }),
  }),
  deleteQueue: handle("deleteQueue", {
    toEvent: (request) => ({ type: "deleteQueue", identity: pickIdentity(request) }),
  }),
  submitPullRequest: handle("submitPullRequest", {
    toEvent: (request) => ({
      type: "submitPullRequest",
      identity: pickIdentity(request),
      number: request.pr.number,
      priority: request.priority ?? undefined,
      noBatch: request.noBatch ?? false,
    }),
  }),
  cancelPullRequest: handle("cancelPullRequest", {
    toEvent: (request) => ({
      type: "cancelPullRequest",
      identity: pickIdentity(request),
      number: request.pr.number,
    }),
  }),
  restartTestsOnPullRequest: handle("restartTestsOnPullRequest", {
    toEvent: (request) => ({
      type: "restartTests",
      identity: pickIdentity(request),
      number: request.pr.number,
    }),
  }),
  setImpactedTargets: handle("setImpactedTargets", {
    toEvent: (request) => ({
      type: "setImpactedTargets",
      identity: pickIdentity(request),
      number: request.pr.number,
      sha: request.pr.sha,
      targets: request.impactedTargets,
    }),
  }),
  getSubmittedPullRequest: handle("getSubmittedPullRequest", {
    toEvent: look,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) =>
        viewSubmittedPullRequest(state, queue, request.pr, options),
      ),
  }),
  listPullRequests: handle("listPullRequests", {
    toEvent: look,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) => viewList(queue, request, options)),
  }),
  getMergeQueueTestingDetails: handle("getMergeQueueTestingDetails", {
    toEvent: look,
    toView: ({ state, options }, request) =>
      viewQueue(state, request, options, (queue) => viewTestRun(queue, request.testRunId)),
  }),
  getMergeQueueMetrics: handle("getMergeQueueMetrics", {
    toEvent: look,
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
  { toEvent, toView }: Behaviour<OperationRequest<Name>>,
): Handler {
  return (body, options) => {
    const checked = checkBody(operation, body, options);
    if (!checked.isValid) return checked;
    const { request } = checked;
    return {
      isValid: true,
      event: toEvent(request),
      identity: "targetBranch" in request ? pickIdentity(request) : undefined,
      view: (scene) => (toView === undefined ? { kind: "acknowledged" } : toView(scene, request)),
    };
  };
}

/** What happens when somebody only looks: what is due by now. */
function look(): EngineEvent {
  return { type: "tick" };
}

function needQueue(queue: Queue | undefined): Queue {
  if (queue === undefined) throw new Error("The engine answered no queue for an event that names one.");
  return queue;
}

function pickIdentity({ repo, targetBranch }: QueueIdentity): QueueIdentity {
  return { repo: { host: repo.host, owner: repo.owner, name: repo.name }, targetBranch };
}

function pickSettings(request: QueueSettings): QueueSettings {
  const settings: Partial<Record<SettingName, SettingValue>> = {};
  for (const name of SETTING_NAMES) {
    const value = request[name];
    if (value !== undefined) settings[name] = value;
  }
  // Each value was copied from the field of the same name.
  return settings as QueueSettings;
}
