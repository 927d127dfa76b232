import type { Clock } from "../../../../src/api/clock";

/** Makes a clock on which so many milliseconds pass whenever it is read. */
export function makeSteppingClock(stepMs: number): Clock {
  let nowMs = 0;
  return {
    now: () => {
      nowMs += stepMs;
      return nowMs;
    },
    sleep: () => Promise.resolve(),
  };
}
