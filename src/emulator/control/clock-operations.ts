import * as z from "zod/mini";
import type { EmulatorClock } from "../clock/time-keeper";
import { type ControlOperation, defineWrite } from "./control-operation";

const MOMENT = z.pipe(
  z.iso.datetime({ offset: true, error: "Must be a date and time such as 2026-01-31T08:00:00Z." }),
  z.transform((text: string) => Date.parse(text)),
);

export function showClock({ mode, nowMs, nextDueMs }: EmulatorClock): object {
  const nextDueAt = nextDueMs === undefined ? null : new Date(nextDueMs).toISOString();
  return { mode, now: new Date(nowMs).toISOString(), nextDueAt };
}

export const CLOCK_OPERATIONS: readonly ControlOperation[] = [
  defineWrite(
    "setClock",
    "Stops the clock (mode manual) or starts it (mode real). With the field now, moves the clock to that time.",
    z.strictObject({ mode: z.optional(z.enum(["real", "manual"])), now: z.optional(MOMENT) }),
    ({ clock }, { mode, now }) => {
      if (mode !== undefined) clock.setMode(mode);
      if (now !== undefined) clock.set(now);
      return showClock(clock);
    },
  ),
  defineWrite(
    "advanceClock",
    "Moves the clock forward by milliseconds.",
    z.strictObject({ ms: z.int().check(z.gte(0)) }),
    ({ clock }, { ms }) => {
      clock.advance(ms);
      return showClock(clock);
    },
  ),
  defineWrite("advanceToNext", "Moves the clock to the next due change.", z.strictObject({}), ({ clock }) => {
    const dueMs = clock.advanceToNext();
    return { happened: dueMs !== undefined, ...showClock(clock) };
  }),
  defineWrite(
    "runUntilIdle",
    "Repeats advanceToNext until nothing is due, but at most maxSteps times (default 100000).",
    z.strictObject({ maxSteps: z._default(z.int().check(z.gte(1), z.lte(1_000_000)), 100_000) }),
    ({ clock }, limits) => {
      const { steps, isIdle } = clock.runUntilIdle(limits);
      return { steps, isIdle, ...showClock(clock) };
    },
  ),
];

export const RESET = defineWrite(
  "reset",
  "Forgets queues, pull requests, events, faults and requests, and resets the clock.",
  z.strictObject({}),
  ({ reset, clock }) => {
    reset();
    return { clock: showClock(clock) };
  },
);
