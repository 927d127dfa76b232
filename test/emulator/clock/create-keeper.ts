import { AutomaticEvents } from "../../../src/emulator/auto/automatic-events";
import { type AutoOptions, resolveAutoOptions } from "../../../src/emulator/auto-options";
import { type ClockState, TimeKeeper } from "../../../src/emulator/clock/time-keeper";
import { DEFAULT_ENGINE_OPTIONS, type EngineOptions, NEW_QUEUES } from "../../../src/engine/engine-options";
import { QueueEngine } from "../../../src/engine/queue-engine";
import { MAIN, NOW_MS } from "../../engine/engine-fixtures";

/** What a test sets of a keeper. */
export interface KeeperInput {
  /** Automatic checks. Default: none. */
  readonly auto?: AutoOptions;
  readonly options?: Partial<EngineOptions>;
  /** A machine whose time the test sets. Default: it stands still. */
  readonly machine?: { nowMs: number };
  /** Default: a clock that stands still. */
  readonly clock?: ClockState;
}

/** Makes a service's clock and engine, without the service, and a queue. */
export function createKeeper(input: KeeperInput = {}): TimeKeeper {
  const { auto, options, machine = { nowMs: NOW_MS }, clock } = input;
  const all = { ...DEFAULT_ENGINE_OPTIONS, newQueue: NEW_QUEUES.careful, ...options };
  const keeper = new TimeKeeper({
    readMachine: () => machine.nowMs,
    state: clock ?? { mode: "manual", nowMs: NOW_MS },
    onMove: () => undefined,
    makeEngine: (now) => new QueueEngine(all, { now, seed: "seed" }),
    automatic: auto && new AutomaticEvents(resolveAutoOptions(auto), all),
  });
  keeper.engine.apply({ type: "createQueue", identity: MAIN, settings: {} });
  return keeper;
}
