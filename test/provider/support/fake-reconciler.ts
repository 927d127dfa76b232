import type { QueueReconciler } from "../../../src/provider/provider-data";
import type { QueueRecord } from "../../../src/queue/settings";
import type { LiveQueue } from "../../../src/reconcile/read-queue";
import { pullRequest } from "../../reconcile/support/steps";
import { SETTINGS_SHOWN } from "../../support/all-settings";

/** The methods that the provider calls. */
type Method = Exclude<keyof QueueReconciler, "api">;

type Outcome<Name extends Method> = Awaited<ReturnType<QueueReconciler[Name]>> | Error;

/** What each method returns or throws, or a function that returns that. Other methods must not be called. */
export type Script = {
  readonly [Name in Method]?:
    | Outcome<Name>
    | ((...parameters: Parameters<QueueReconciler[Name]>) => Outcome<Name>);
};

export interface ReconcilerCall {
  readonly method: Method;
  readonly parameters: readonly unknown[];
}

/** Stands for the reconciler: does what the test says, and records the calls. */
export class FakeReconciler implements QueueReconciler {
  readonly api = { host: "queue.example.com", tokenSource: "MERGEQUEUE_TOKEN" };
  readonly calls: ReconcilerCall[] = [];
  readonly refresh: QueueReconciler["refresh"] = this.#play("refresh");
  readonly peek: QueueReconciler["peek"] = this.#play("peek");
  readonly addNotReady: QueueReconciler["addNotReady"] = async (...parameters) =>
    // Unless the test says so, nothing is hidden.
    "addNotReady" in this.#script ? this.#play("addNotReady")(...parameters) : parameters[1];
  readonly create: QueueReconciler["create"] = this.#play("create");
  readonly update: QueueReconciler["update"] = this.#play("update");
  readonly changeState: QueueReconciler["changeState"] = this.#play("changeState");
  readonly empty: QueueReconciler["empty"] = this.#play("empty");
  readonly delete: QueueReconciler["delete"] = this.#play("delete");
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
  }

  forget(...parameters: Parameters<QueueReconciler["forget"]>): void {
    this.calls.push({ method: "forget", parameters });
  }

  /** Fails the test if a call was missing or not expected, whatever the provider made of that. */
  finish(): void {
    const made = new Set(this.calls.map(({ method }) => method));
    const scripted = Object.keys(this.#script);
    expect([...made].filter((method) => method !== "forget").sort()).toEqual(scripted.sort());
  }

  #play<Name extends Method>(method: Name) {
    return async (...parameters: Parameters<QueueReconciler[Name]>): Promise<never> => {
      this.calls.push({ method, parameters });
      // The script has the method's type.
      const scripted = this.#script[method] as unknown;
      const outcome = isFunction(scripted) ? scripted(...parameters) : scripted;
      if (outcome instanceof Error) throw outcome;
      return outcome as never;
    };
  }
}

function isFunction(value: unknown): value is (...parameters: unknown[]) => unknown {
  return typeof value === "function";
}

/** The settings of the tests' queue as the service shows them. */
export function shownSettings(settings: object = {}): QueueRecord {
  return { ...SETTINGS_SHOWN, ...settings };
}

/** The tests' queue as the service shows it. */
export function liveQueue(
  settings: object = {},
  pullRequestNumbers: readonly number[] = [],
  additionalFields: LiveQueue["additionalFields"] = {},
): LiveQueue {
  const pullRequests = pullRequestNumbers.map((each) => pullRequest(each)) as LiveQueue["pullRequests"];
  return { settings: shownSettings(settings), pullRequests, additionalFields };
}
