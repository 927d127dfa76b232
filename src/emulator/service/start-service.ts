import type { AutoOptions } from "../auto/auto-options";
import { resolveAutoOptions } from "../auto/auto-options";
import { AutomaticEvents } from "../auto/automatic-events";
import type { ClockMode, ClockState } from "../clock/service-clock";
import { ServiceClock } from "../clock/service-clock";
import { TimeKeeper } from "../clock/time-keeper";
import type { EmulatorOptions } from "../emulator-options";
import type { EngineEvent } from "../engine/engine-event";
import type { EngineOptions } from "../engine/engine-options";
import type { EngineState } from "../engine/engine-state";
import { createState } from "../engine/engine-state";
import type { EngineSources } from "../engine/queue-engine";
import { QueueEngine } from "../engine/queue-engine";
import type { Outcome } from "../engine/transition";
import { DataFile } from "../store/data-file";
import type { StoredData } from "../store/data-record";
import { loadData } from "../store/load-data";

/** What the queues of a local service stand on. */
export interface QueueServiceOptions {
  readonly options: EmulatorOptions;
  /** The machine's time in milliseconds since 1970 (UTC). */
  readonly now: () => number;
  /** How the clock begins, unless a data file knows better. */
  readonly clock: ClockMode;
  /** What identifiers are derived from, unless a data file knows better. */
  readonly seed: string;
  /** How CI reports by itself; undefined: it does not. */
  readonly auto: AutoOptions | undefined;
  /** Path of the file that keeps everything; undefined: nothing is kept. */
  readonly data: string | undefined;
}

/** Queues that live: an engine for which time passes, and which is kept. */
export interface QueueService {
  readonly engine: QueueEngine;
  readonly clock: TimeKeeper;
  /**
   * Waits until everything that has happened is kept.
   * @throws MergeQueueError `invalid_configuration` if it cannot be
   */
  readonly keep: () => Promise<void>;
  /** Puts queues and clock back to the start. */
  readonly reset: () => void;
  /** Keeps what is left, and gives the data file free. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the queues of a local service, as the data file knows them.
 * @throws MergeQueueError `invalid_configuration` if the data file cannot be used or an option is out of range
 */
export async function startService(start: QueueServiceOptions): Promise<QueueService> {
  const { options, now, seed } = start;
  const automatic =
    start.auto === undefined ? undefined : new AutomaticEvents(resolveAutoOptions(start.auto), options);
  const loaded = start.data === undefined ? undefined : await loadData(start.data, options);
  try {
    let file: DataFile | undefined;
    const firstClock: ClockState =
      start.clock === "manual" ? { mode: "manual", nowMs: now() } : { mode: "real", aheadMs: 0 };
    const machine = new ServiceClock(now, loaded?.stored?.snapshot.clock ?? firstClock, (clock) => {
      file?.append({ kind: "clock", clock });
    });
    const initialState = loaded?.stored?.snapshot.state ?? createState(seed);
    const clock = new TimeKeeper(
      machine,
      (readNow) =>
        new RecordingEngine(options, { now: readNow, initialState }, (event, nowMs) => {
          file?.append({ kind: "event", nowMs, event });
        }),
      automatic,
    );
    const { engine } = clock;
    if (loaded !== undefined) {
      repeat(loaded.stored, clock, machine);
      const takeSnapshot = () => ({ state: engine.state, clock: machine.state });
      file = await DataFile.start({ file: loaded.file, rules: loaded.rules, takeSnapshot });
    }
    return {
      engine,
      clock,
      keep: async () => file?.flush(),
      reset: () => {
        engine.restore(createState(engine.state.seed));
        machine.restore(firstClock);
        file?.replace();
      },
      close: async () => {
        try {
          await file?.close();
        } finally {
          loaded?.release();
        }
      },
    };
  } catch (error) {
    loaded?.release();
    throw error;
  }
}

function repeat(stored: StoredData | undefined, clock: TimeKeeper, machine: ServiceClock): void {
  for (const record of stored?.records ?? []) {
    if (record.kind === "clock") machine.restore(record.clock);
    else clock.at(record.nowMs, () => clock.engine.apply(record.event));
  }
}

/** Hears of an event that changed the state, and when it happened: milliseconds since 1970 (UTC). */
export type EventListener = (event: EngineEvent, nowMs: number) => void;

/** An engine that tells of everything that changes its state, so that it can be repeated. */
export class RecordingEngine extends QueueEngine {
  readonly #listener: EventListener;

  constructor(options: Partial<EngineOptions>, sources: EngineSources, listener: EventListener) {
    super(options, sources);
    this.#listener = listener;
  }

  override apply(event: EngineEvent): Outcome {
    const before = this.state;
    const outcome = super.apply(event);
    if (isChanged(before, this.state)) this.#listener(event, this.state.nowMs);
    return outcome;
  }
}

/** Tells whether more has changed than the time: that passes in the next event all the same. */
function isChanged(before: EngineState, after: EngineState): boolean {
  if (before === after) return false;
  const names = Object.keys(after) as readonly (keyof EngineState)[];
  return names.some((name) => name !== "nowMs" && before[name] !== after[name]);
}
