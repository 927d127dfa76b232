import { SYSTEM_CLOCK } from "../../../src/api/clock";
import type { CallContext } from "../../../src/plugin/provider-definition";
import type { ProviderData } from "../../../src/provider/provider-data";
import { QueueClaims } from "../../../src/provider/queue-claims";
import { SeenQueues } from "../../../src/provider/seen-queues";
import { Reconciler } from "../../../src/reconcile/reconciler";
import { play } from "../../reconcile/support/play";
import type { Step } from "../../reconcile/support/steps";

/** A log line as the provider wrote it. */
export interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

/** The arguments of a resource's methods in a test. */
export interface ProviderStage {
  readonly data: ProviderData;
  readonly context: CallContext;
  readonly lines: LoggedLine[];
  readonly stop: AbortController;
}

/** Runs a method of the resource against the calls that it is expected to make; see {@link play}. */
export async function playProvider<Result>(
  steps: readonly Step[],
  run: (stage: ProviderStage) => Promise<Result>,
): Promise<Result & Pick<ProviderStage, "lines" | "data">> {
  const { result } = await play(steps, async ({ api, clock, stop }) => {
    const lines: LoggedLine[] = [];
    const data = {
      reconciler: new Reconciler(api, clock),
      api,
      clock,
      unknownArguments: [],
      seenQueues: new SeenQueues(),
      claims: new QueueClaims(),
      shownOnce: new Set<string>(),
    };
    const context: CallContext = {
      stopSignal: stop.signal,
      endSignal: new AbortController().signal,
      log: (level, message, fields) => lines.push({ level, message, fields }),
    };
    return { ...(await run({ data, context, lines, stop })), lines, data };
  });
  return result;
}

/** Provider data while an argument that is needed is not known yet. */
export const UNKNOWN_ADDRESS: ProviderData = {
  reconciler: undefined,
  api: undefined,
  clock: SYSTEM_CLOCK,
  unknownArguments: ["base_url", "token"],
  seenQueues: new SeenQueues(),
  claims: new QueueClaims(),
  shownOnce: new Set(),
};

/** No private state. */
export const NO_PRIVATE = new Uint8Array();
