import type { CallContext } from "../../../src/plugin/provider-definition";
import { createProviderData, type ProviderData } from "../../../src/provider/provider-data";
import { play } from "../../reconcile/support/play";
import type { Step } from "../../reconcile/support/steps";
import { VirtualClock } from "../../support/virtual-clock";
import { FakeReconciler, type ReconcilerCall, type Script } from "./fake-reconciler";

export interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: unknown;
}

export interface ProviderStage {
  readonly data: ProviderData;
  readonly context: CallContext;
  readonly lines: LoggedLine[];
}

function setStage(signal: AbortSignal, clock: VirtualClock, data: Partial<ProviderData>): ProviderStage {
  const lines: LoggedLine[] = [];
  const context: CallContext = {
    stopSignal: signal,
    endSignal: new AbortController().signal,
    log: (level, message, fields) => lines.push({ level, message, fields }),
  };
  return { data: { ...createProviderData(), clock, ...data }, context, lines };
}

/** Runs a data source's method against the service calls that it is expected to make; see {@link play}. */
export async function playProvider<Result>(
  steps: readonly Step[],
  run: (stage: ProviderStage) => Promise<Result>,
): Promise<Result> {
  const { result } = await play(steps, ({ api, clock, stop }) => run(setStage(stop.signal, clock, { api })));
  return result;
}

/** What a test sees of a run with a {@link FakeReconciler}. */
export type Seen<Result> = Result &
  Pick<ProviderStage, "lines" | "data"> & { readonly calls: readonly ReconcilerCall[] };

/** Runs methods of the resource or of an action with a reconciler that does what the script says. */
export async function runProvider<Result>(
  script: Script | ((clock: VirtualClock) => Script),
  run: (stage: ProviderStage) => Promise<Result>,
  more: Partial<ProviderData> = {},
): Promise<Seen<Result>> {
  const clock = new VirtualClock();
  const reconciler = new FakeReconciler(typeof script === "function" ? script(clock) : script);
  const stage = setStage(new AbortController().signal, clock, { reconciler, ...more });
  const result = await run(stage);
  reconciler.finish();
  return { ...result, lines: stage.lines, data: stage.data, calls: reconciler.calls };
}

/** Provider data while an argument that is needed is not known yet. */
export const UNKNOWN_ADDRESS: ProviderData = createProviderData(undefined, ["base_url", "token"]);

export const NO_PRIVATE = new Uint8Array();

/** The context of a call that nothing stops. */
export const CONTEXT: CallContext = {
  stopSignal: new AbortController().signal,
  endSignal: new AbortController().signal,
  log: () => undefined,
};
