import * as z from "zod";
import { showClock } from "./clock-operations";
import { defineWrite } from "./control-operation";

/** Puts everything back to the start. */
export const RESET = defineWrite(
  "reset",
  "Forgets everything: queues, pull requests, events, faults, requests, and how the clock was moved.",
  z.strictObject({}),
  ({ reset, clock }) => {
    reset();
    return { clock: showClock(clock) };
  },
);
