import type { OperationName, OperationRequest } from "../api/operations";
import type { QueueIdentity } from "../queue/queue-identity";
import type { QueueSettings, SettingName, SettingValue } from "../queue/settings";
import { SETTING_NAMES } from "../queue/settings";
import { checkBody } from "./check-body";
import type { EmulatorOptions } from "./emulator-options";
import type { EngineEvent } from "./engine/engine-event";
import type { Queue } from "./engine/engine-state";
import { toFullQueueAnswer, toQueueAnswer } from "./queue-answer";

/** What a body asks for, or everything that is wrong with it. */
export type ReadBody =
  | { readonly isValid: true; readonly event: EngineEvent }
  | { readonly isValid: false; readonly problems: readonly string[] };

/** How one operation is served: a body becomes an event, the queue that comes of it an answer. */
export interface Handler {
  /** Checks a parsed body by the operation's schema and makes the engine's event of it. */
  readonly readBody: (body: unknown, options: Pick<EmulatorOptions, "unknownFields">) => ReadBody;
  /** Makes the JSON of the 200 answer; undefined: the interface does not show it, an acknowledgement is sent. */
  readonly toAnswer: ((queue: Queue, options: EmulatorOptions) => unknown) | undefined;
}

/** The handlers of all operations that the local service has. */
export const HANDLERS: { readonly [Name in OperationName]: Handler } = {
  createQueue: handle("createQueue", (request) => ({
    type: "createQueue",
    identity: pickIdentity(request),
    settings: pickSettings(request),
  })),
  getQueue: handle(
    "getQueue",
    (request) => ({ type: "readQueue", identity: pickIdentity(request) }),
    toFullQueueAnswer,
  ),
  updateQueue: handle(
    "updateQueue",
    (request) => ({
      type: "updateQueue",
      identity: pickIdentity(request),
      settings: pickSettings(request),
      deletesRequiredStatuses: request.deleteRequiredStatuses ?? false,
    }),
    toQueueAnswer,
  ),
  deleteQueue: handle("deleteQueue", (request) => ({ type: "deleteQueue", identity: pickIdentity(request) })),
  submitPullRequest: handle("submitPullRequest", (request) => ({
    type: "submitPullRequest",
    identity: pickIdentity(request),
    number: request.pr.number,
    priority: request.priority ?? undefined,
    noBatch: request.noBatch ?? false,
  })),
  cancelPullRequest: handle("cancelPullRequest", (request) => ({
    type: "cancelPullRequest",
    identity: pickIdentity(request),
    number: request.pr.number,
  })),
};

function handle<Name extends OperationName>(
  operation: Name,
  toEvent: (request: OperationRequest<Name>) => EngineEvent,
  toAnswer?: Handler["toAnswer"],
): Handler {
  return {
    readBody: (body, options) => {
      const checked = checkBody(operation, body, options);
      return checked.isValid ? { isValid: true, event: toEvent(checked.request) } : checked;
    },
    toAnswer,
  };
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
