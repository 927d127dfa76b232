import type { AutoOptions } from "./auto/auto-options";
import { resolveAutoOptions } from "./auto/auto-options";
import { AutomaticEvents } from "./auto/automatic-events";
import type { ClockMode, ClockState } from "./clock/service-clock";
import { ServiceClock } from "./clock/service-clock";
import { TimeKeeper } from "./clock/time-keeper";
import type { EmulatorOptions } from "./emulator-options";
import { createState } from "./engine/engine-state";
import type { QueueEngine } from "./engine/queue-engine";
import { RecordingEngine } from "./recording-engine";
import { DataFile } from "./store/data-file";
import type { StoredData } from "./store/data-record";
import { loadData } from "./store/load-data";

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
