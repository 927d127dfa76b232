import type { OpenEmulator, StartOptions } from "../../../src/emulator/start-emulator";
import { MAIN } from "../../engine/engine-fixtures";
import { call, startForTest } from "../call-service";

/** When the service starts. */
export const START_MS = Date.UTC(2026, 0, 5, 8);

/** Starts a service whose clock stands still. */
export async function start(options: StartOptions = {}): Promise<OpenEmulator> {
  return startForTest({ clock: "manual", now: () => START_MS, ...options });
}

/** Makes a queue and submits pull requests to it. */
export async function fill(emulator: OpenEmulator, ...numbers: readonly number[]): Promise<void> {
  await call(emulator, "/v1/createQueue", MAIN);
  for (const number of numbers) await call(emulator, "/v1/submitPullRequest", { ...MAIN, pr: { number } });
}
