import type { WriteContext } from "../../../src/api/resolve/send-until-known";
import type { Exchange, HttpRequest } from "../../../src/api/transport/exchange";
import { answer } from "./exchanges";
import type { ScriptedClient } from "./make-client";
import { makeScriptedClient } from "./make-client";

/** The service's responses to one operation, in order; the last one is repeated. */
export type Script = Readonly<Record<string, readonly (Exchange | ((request: HttpRequest) => Exchange))[]>>;

/** A service that follows a script for each operation. */
export interface PlayedService extends ScriptedClient {
  /** The operations that were called, in order, without the proofs of the route. */
  readonly calls: string[];
  /** What a write works with that may take this long. Default: five minutes. */
  readonly context: (totalMs?: number, stopSignal?: AbortSignal) => WriteContext;
}

/** Plays a service whose operations answer by scripts of their own. */
export function playService(script: Script): PlayedService {
  const calls: string[] = [];
  const scripted = makeScriptedClient([
    (request) => {
      // How a service proves that it is one.
      if (request.body === "{}") return answer(400, "repo is missing");
      const name = request.path.replace(/^.*\//, "");
      const count = calls.filter((call) => call === name).length;
      calls.push(name);
      const steps = script[name] ?? [];
      const step = steps[Math.min(count, steps.length - 1)];
      if (step === undefined) throw new Error(`nothing is scripted for ${name}`);
      return typeof step === "function" ? step(request) : step;
    },
  ]);
  const context: PlayedService["context"] = (totalMs = 300_000, stopSignal) => ({
    api: scripted.client,
    clock: scripted.clock,
    options: scripted.options(totalMs, stopSignal === undefined ? {} : { stopSignal }),
  });
  return { ...scripted, calls, context };
}
