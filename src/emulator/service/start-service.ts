import { randomBytes } from "node:crypto";
import { createState } from "../../engine/engine-state";
import { QueueEngine } from "../../engine/queue-engine";
import { MergeQueueError, toErrorMessage } from "../../queue/merge-queue-error";
import { DAY_MS } from "../../text/milliseconds";
import { AutomaticEvents } from "../auto/automatic-events";
import { resolveAutoOptions } from "../auto-options";
import { type ClockState, TimeKeeper } from "../clock/time-keeper";
import { DEMO_AUTO, DEMO_DAYS, fillDemo, planArrivals } from "../demo/fill-demo";
import type { StartOptions } from "../emulator";
import type { EmulatorOptions } from "../emulator-options";
import { DataFile } from "../store/data-file";
import { type LoadedData, loadData, makeDamagedError } from "../store/load-data";

interface QueueService extends Pick<TimeKeeper, "engine"> {
  readonly clock: TimeKeeper;
  /** Waits until every change is on disk. @throws MergeQueueError if the file cannot be written */
  readonly keep: () => Promise<void>;
  readonly reset: () => void;
  /** Writes the remaining changes, and releases the data file. */
  readonly close: () => Promise<void>;
}

/** Makes the engine and its clock. @throws MergeQueueError if the data file or an option cannot be used */
export async function startService(
  options: EmulatorOptions,
  start: Omit<StartOptions, "options">,
): Promise<QueueService> {
  const { now = Date.now, isDemo = false, data } = start;
  if (isDemo && data !== undefined) {
    const message =
      "The demonstration cannot use a data file: it forgets everything when it ends. Leave out the demonstration or the data file.";
    throw new MergeQueueError("invalid_configuration", message, { argument: "demo" });
  }
  const seed = start.seed ?? (isDemo ? "demo" : randomBytes(12).toString("hex"));
  const reports = isDemo ? { ...DEMO_AUTO, ...start.auto } : start.auto;
  const auto = reports && resolveAutoOptions(reports);
  const automatic = auto && new AutomaticEvents(auto, options);
  const loaded = data === undefined ? undefined : await loadData(data, options);
  try {
    let file: DataFile | undefined;
    const firstClock: ClockState =
      start.clock === "manual" ? { mode: "manual", nowMs: now() } : { mode: "real", aheadMs: 0 };
    const initialState = loaded?.stored?.snapshot.state ?? createState(seed);
    const clock = new TimeKeeper({
      readMachine: now,
      state: loaded?.stored?.snapshot.clock ?? firstClock,
      onMove: (state) => {
        file?.append({ kind: "clock", clock: state });
      },
      makeEngine: (readNow) =>
        new QueueEngine(options, {
          now: readNow,
          initialState,
          onChange: (event, nowMs) => {
            file?.append({ kind: "event", nowMs, event });
          },
        }),
      automatic,
    });
    const { engine } = clock;
    if (loaded !== undefined) {
      replay(loaded, clock);
      const takeSnapshot = () => ({ state: engine.state, clock: clock.state });
      file = new DataFile(loaded.file, loaded.rules, takeSnapshot);
      await file.flush();
    }
    if (isDemo && auto !== undefined) {
      clock.restore({ mode: "manual", nowMs: now() - DEMO_DAYS * DAY_MS });
      fillDemo(engine, clock, { seed, auto });
      clock.arrivals = planArrivals(engine, clock.nowMs, { seed, auto });
      clock.restore(firstClock);
    }
    return {
      engine,
      clock,
      keep: async () => file?.flush(),
      reset: () => {
        engine.restore(createState(engine.state.seed));
        clock.arrivals = undefined;
        clock.restore(firstClock);
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

function replay({ file, stored }: LoadedData, clock: TimeKeeper): void {
  for (const [index, record] of (stored?.records ?? []).entries()) {
    try {
      if (record.kind === "clock") clock.restore(record.clock);
      else clock.at(record.nowMs, () => clock.engine.apply(record.event));
    } catch (error) {
      const what = `change ${index + 1} of its journal cannot be replayed: ${toErrorMessage(error)}`;
      throw makeDamagedError(file, what, error);
    }
  }
}
