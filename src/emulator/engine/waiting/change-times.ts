import type { Submission } from "../engine-state";

type Times = Pick<Submission, "stateChangedAtMs" | "enteredAtMs" | "firstTestedAtMs" | "waitedMs">;

/** Returns the times of a submission that gets another state. */
export function changeTimes(before: Submission, state: Submission["state"], nowMs: number): Times {
  const enteredAtMs = before.state === "not_ready" ? leaveNotReady(before, state, nowMs) : before.enteredAtMs;
  const { firstTestedAtMs, waitedMs } = before;
  if (state !== "testing" || firstTestedAtMs !== undefined || enteredAtMs === undefined) {
    return { stateChangedAtMs: nowMs, enteredAtMs, firstTestedAtMs, waitedMs };
  }
  return { stateChangedAtMs: nowMs, enteredAtMs, firstTestedAtMs: nowMs, waitedMs: nowMs - enteredAtMs };
}

function leaveNotReady(
  { enteredAtMs, stateChangedAtMs }: Submission,
  state: Submission["state"],
  nowMs: number,
): number | undefined {
  if (enteredAtMs !== undefined) return enteredAtMs + nowMs - stateChangedAtMs;
  return state === "cancelled" ? undefined : nowMs;
}
