import { makeFault } from "../../src/emulator/control/fault-input";
import type { Fault } from "../../src/emulator/faults";
import type { Delivery } from "../../src/emulator/http/delivery";
import { readShownState } from "../../src/emulator/responses/queue-response";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { listEnqueued } from "../../src/engine/queue-contents";
import type { OutsideAction, Trouble } from "./command";
import type { ObservedCall, ObservedQueue } from "./world";

/** The service's option `additionalSettings`: settings that the provider does not know, on a new queue. */
export const ADDITIONAL_SETTINGS = { shiny: 1, labels: [] } as const;

/** The parts of a local service that a driver uses. */
export type WatchedService = Pick<OpenEmulator, "engine" | "requests" | "setFaults">;

/** Kills the provider; resolves when it is dead. */
export type Kill = () => Promise<void>;

/** The service's side of a world: its faults and changes, and the requests it received. */
export class ServiceSide {
  readonly #service: WatchedService;
  #firstRequest = 0;
  /** Which of the requests since then got a whole response with 200. */
  #responded: boolean[] = [];

  constructor(service: WatchedService) {
    this.#service = service;
  }

  /** Begins a command with this trouble. */
  begin(trouble: Trouble | undefined, kill: Kill): void {
    this.#firstRequest = this.#service.requests.length;
    this.#responded = [];
    const responded = this.#responded;
    const notice: Fault = async (_request, next) => {
      const index = responded.push(false) - 1;
      const delivery = await next();
      responded[index] = isServiceResponse(delivery);
      return delivery;
    };
    this.#service.setFaults(notice, ...(trouble === undefined ? [] : [toFault(trouble, kill)]));
  }

  /** Ends the faults. @returns the requests since {@link begin} */
  end(): readonly ObservedCall[] {
    this.#service.setFaults();
    const responded = this.#responded;
    return this.#service.requests
      .slice(this.#firstRequest)
      .map(({ operation, body, isCommitted }, index) => ({
        operation,
        body: (body ?? {}) as ObservedCall["body"],
        isCommitted,
        hasResponse: responded[index] === true,
      }));
  }

  /** Makes an outside change. It has no effect if the service refuses it. */
  act(action: OutsideAction): void {
    const { engine } = this.#service;
    const { identity } = action;
    switch (action.kind) {
      case "create":
        engine.apply({ type: "createQueue", identity, settings: {} });
        return;
      case "delete":
        engine.apply({ type: "deleteQueue", identity });
        return;
      case "change": {
        const { additional, ...change } = action;
        const additionalSettings = new Map(Object.entries(additional));
        engine.apply({ ...change, type: "updateQueue", additionalSettings });
        return;
      }
      case "enqueue": {
        const { number } = action;
        engine.apply({ type: "submitPullRequest", identity, number });
        return;
      }
      case "dequeue":
        engine.apply({ type: "cancelPullRequest", identity, number: action.number });
    }
  }

  /** Returns all queues as stored. */
  listQueues(): ObservedQueue[] {
    const { state, options } = this.#service.engine;
    return [...state.queues.values()].map((queue) => ({
      identity: queue.identity,
      settings: { ...queue.settings, requiredStatuses: queue.requiredStatuses ?? options.inheritedStatuses },
      additional: Object.fromEntries(
        Object.entries(options.additionalSettings).map(([name, value]) => [
          name,
          queue.additionalSettings.get(name) ?? value,
        ]),
      ),
      hasOwnStatuses: queue.requiredStatuses !== undefined,
      enqueued: Array.from(listEnqueued(queue), ({ number }) => number),
      isSwitching: readShownState(queue) === "switching_modes",
    }));
  }
}

/** Tells whether the service's own response arrives whole; another page in its place does not count. */
function isServiceResponse(delivery: Delivery): boolean {
  if (delivery.kind === "dropped") return false;
  const { status, headers, body } = delivery.answer;
  if (status !== 200 || headers["content-type"]?.startsWith("text/html") === true) return false;
  return delivery.kind !== "truncated" || delivery.bytes >= Buffer.byteLength(body);
}

function toFault(trouble: Trouble, kill: Kill): Fault {
  if (trouble.kind === "fault") return makeFault(trouble.fault);
  const { operation, time, isCommitted } = trouble;
  let count = 0;
  return async (request, next) => {
    if (request.operation !== operation) return next();
    count += 1;
    if (count !== time) return next();
    if (isCommitted) await next();
    await kill();
    return { kind: "dropped" };
  };
}
