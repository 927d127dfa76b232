import type { Exchange, HttpRequest } from "../../../src/api/exchange";
import type { ApiContext } from "../../../src/api/poll-until";
import type { MergeQueueError } from "../../../src/queue/merge-queue-error";
import { catchRejection } from "./catch-rejection";
import { response } from "./exchanges";
import { makeScriptedClient, type ScriptedClient } from "./make-client";

/** The service's responses to one operation, in order; the last one is repeated. */
export type Script = Readonly<Record<string, readonly (Exchange | ((request: HttpRequest) => Exchange))[]>>;

/** A write of src/api/resolve. */
type Write<Request> = (context: ApiContext, request: Request) => Promise<unknown>;

type Limits = [totalMs?: number, stopSignal?: AbortSignal];

/** A service that follows a script for each operation. */
export interface ScriptedService extends Omit<ScriptedClient, "fail"> {
  /** The operations that were called, in order, without the proofs of the route. */
  readonly calls: string[];
  /** Creates the context of a write. Its time limit is five minutes by default. */
  readonly context: (...limits: Limits) => ApiContext;
  /** Runs a write to its end. */
  readonly run: <Request>(write: Write<Request>, request: Request, ...limits: Limits) => Promise<unknown>;
  /** Runs a write that must fail, and returns its error. */
  readonly fail: <Request>(
    write: Write<Request>,
    request: Request,
    ...limits: Limits
  ) => Promise<MergeQueueError>;
  /** Returns how often an operation was called. */
  readonly count: (operation: string) => number;
}

/** Creates a service with a script for each operation. */
export function scriptService(script: Script): ScriptedService {
  const calls: string[] = [];
  const count = (operation: string): number => calls.filter((call) => call === operation).length;
  const scripted = makeScriptedClient([
    (request) => {
      // The proof of the route.
      if (request.body === "{}") return response(400, "repo is missing");
      const name = request.path.replace(/^.*\//, "");
      const steps = script[name] ?? [];
      const step = steps[Math.min(count(name), steps.length - 1)];
      calls.push(name);
      if (step === undefined) throw new Error(`nothing is scripted for ${name}`);
      return typeof step === "function" ? step(request) : step;
    },
  ]);
  const context: ScriptedService["context"] = (totalMs = 300_000, stopSignal) => ({
    api: scripted.client,
    clock: scripted.clock,
    ...scripted.options(totalMs, { stopSignal }),
  });
  const run: ScriptedService["run"] = async (write, request, ...limits) => write(context(...limits), request);
  const fail: ScriptedService["fail"] = async (...parameters) => catchRejection(run(...parameters));
  return { ...scripted, calls, context, run, fail, count };
}
