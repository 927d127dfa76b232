import fc from "fast-check";
import { formatLine, LineReader } from "../../../src/emulator/store/data-line";
import type { EngineOptions } from "../../../src/engine/engine-options";
import type { EngineState } from "../../../src/engine/engine-state";
import { MutableEngine } from "../../../src/engine/mutable-engine";
import { listEnqueued } from "../../../src/engine/queue-contents";
import { isPlainObject } from "../../../src/text/is-plain-object";
import { readRandomRuns } from "../../support/random-runs";
import { NOW_MS } from "../engine-fixtures";
import { ARBITRARY_SCHEDULE } from "./arbitrary-schedule";
import { BEGINNING, type Happening, playSchedule, replay, type Step } from "./play-schedule";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** Part of the schedules: each is played several times, and its states are written and read. */
const SHARE = 0.1;

/** A state on the way, as it was written when it was new. */
interface Snapshot {
  readonly state: EngineState;
  readonly text: string;
  readonly line: string;
  /** How many events had happened. */
  readonly position: number;
}

interface Recording {
  readonly options: EngineOptions;
  /** All events except those that were due by themselves; finally, the passing of time. */
  readonly happenings: readonly Happening[];
  readonly snapshots: readonly Snapshot[];
  /** Events that were refused, or that deleted a queue. */
  readonly steps: readonly Step[];
  readonly end: EngineState;
}

/** A schedule that was played, with states on its way. A day passes at its end. */
const recording = fc
  .tuple(ARBITRARY_SCHEDULE, fc.integer({ min: 30, max: 90 }))
  .map(([schedule, every]): Recording => {
    const happenings: Happening[] = [];
    const snapshots: Snapshot[] = [];
    const steps: Step[] = [];
    const played = playSchedule(schedule, (step) => {
      const { event, nowMs, before, after, isRefused } = step;
      if (event.type !== "tick") happenings.push({ event, nowMs });
      if (isRefused || after.queues.size < before.queues.size) steps.push(step);
      if (happenings.length % every === 0) {
        snapshots.push({
          state: after,
          text: write(after),
          line: formatLine(after),
          position: happenings.length,
        });
      }
    });
    const day: Happening = { event: { type: "tick" }, nowMs: played.nowMs + DAY_MS };
    const { options } = schedule;
    return {
      options,
      happenings: [...happenings, day],
      snapshots,
      steps,
      end: replay(played, [day], options),
    };
  });

/** The state as text. The order of fields is as good as any other. */
function write(state: EngineState): string {
  const json: unknown = JSON.parse(formatLine(state));
  return JSON.stringify(json, (_name, value: unknown) =>
    isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The fields that another value has, too. */
function pickFields<Value extends object>(from: Value, like: Value): Value {
  return Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(like, name))) as Value;
}

const LAWS: Readonly<Record<string, (played: Recording) => void>> = {
  "leads to the same state each time": ({ options, happenings, end }) => {
    expect(write(replay(BEGINNING, happenings, options))).toBe(write(end));
  },
  "leads to the same state in place, if it leaves out what was refused": (played) => {
    const { options, happenings, steps, end } = played;
    const refused = new Set(steps.filter(({ isRefused }) => isRefused).map(({ event }) => event));
    const engine = new MutableEngine(BEGINNING, { nowMs: NOW_MS, options });
    for (const { event, nowMs } of happenings) if (!refused.has(event)) engine.apply(event, nowMs);
    const queues = [...engine.state.queues].map(([key, queue]) => [
      key,
      pickFields(queue, end.queues.get(key) ?? queue),
    ]);
    expect(write({ ...pickFields(engine.state, end), queues: new Map(queues as []) })).toBe(write(end));
  },
  "leads to the same state from a serialised state on its way": ({ options, happenings, snapshots, end }) => {
    for (const { line, position } of snapshots) {
      const state = new LineReader().read(Buffer.from(line)) as EngineState;
      expect(write(replay(state, happenings.slice(position), options))).toBe(write(end));
    }
  },
  "leaves every state that it came through as it was": ({ snapshots }) => {
    for (const { state, text } of snapshots) expect(write(state)).toBe(text);
  },
  "leads to the same state in jumps, of a day too, and minute by minute, identifiers included": ({
    options,
    happenings,
    end,
  }) => {
    const split = happenings.flatMap((happening, index) => [
      ...listMinutes(happenings[index - 1]?.nowMs ?? NOW_MS, happening.nowMs),
      happening,
    ]);
    expect(write(replay(BEGINNING, split, options))).toBe(write(end));
  },
  "is not changed by what is refused: only time has passed": ({ options, steps }) => {
    for (const { before, after, nowMs, isRefused } of steps) {
      if (!isRefused) continue;
      expect(write(after)).toBe(write(replay(before, [{ event: { type: "tick" }, nowMs }], options)));
    }
  },
  "deletes no queue with pull requests in it": ({ steps }) => {
    for (const { before, after } of steps) {
      for (const [key, queue] of before.queues) {
        if (!after.queues.has(key)) expect([...listEnqueued(queue)]).toEqual([]);
      }
    }
  },
};

describe("any schedule", () => {
  /** The first failure of each law; the schedules are played once for all laws. */
  const broken = new Map<string, unknown>();

  beforeAll(() => {
    const { seed, numRuns } = readRandomRuns(150, SHARE);
    const property = fc.property(recording, (played) => {
      for (const [title, check] of Object.entries(LAWS)) {
        try {
          if (!broken.has(title)) check(played);
        } catch (error) {
          broken.set(title, error);
          throw error;
        }
      }
    });
    const { failed, counterexamplePath } = fc.check(property, { seed, numRuns, endOnFailure: true });
    if (failed) console.error(`seed ${seed}, path ${counterexamplePath}`);
  }, 3_600_000);

  test.each(Object.keys(LAWS))("%s", (title) => {
    if (broken.has(title)) throw broken.get(title);
  });
});

function listMinutes(fromMs: number, untilMs: number): Happening[] {
  const ticks: Happening[] = [];
  for (let nowMs = fromMs + MINUTE_MS; nowMs < untilMs; nowMs += MINUTE_MS) {
    ticks.push({ nowMs, event: { type: "tick" } });
  }
  return ticks;
}
