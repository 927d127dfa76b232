import type { CommandProcess } from "../../../src/cli/command-session";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import { type OpenEmulator, startOpenEmulator } from "../../../src/emulator/start-emulator";
import type { EngineEvent } from "../../../src/engine/engine-event";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import type { QueueSettings } from "../../../src/queue/settings";
import { LONGEST_POLL_MS, VirtualClock } from "../../support/virtual-clock";
import { type Running, run } from "../fake-context";

/** Id of the queue that {@link startService} creates. */
export const QUEUE_ID = "github.com/acme/web/main";

/** The token of tests: a canary that no output may hold. */
export const TOKEN = "canary-0123456789-abcdefghij";

/** The moment at which the service's clock stands: 2026-01-31T08:00:00Z. */
const NOW_MS = Date.UTC(2026, 0, 31, 8);

const IDENTITY = parseQueueId(QUEUE_ID);

/** Starts a local service whose time stands still, with one queue in it. */
export async function startService(options: EmulatorOptionsInput = {}): Promise<OpenEmulator> {
  const clock = { clock: "manual", now: () => NOW_MS } as const;
  const keys = { reader: [], submitter: ["submit"] } as const;
  const emulator = await startOpenEmulator({ token: TOKEN, ...clock, seed: "cli", options, keys });
  createQueue(emulator, QUEUE_ID, { mode: "parallel", concurrency: 2 });
  return emulator;
}

/** Makes an outside change. */
export function happen(emulator: OpenEmulator, event: EngineEvent): void {
  const outcome = emulator.engine.apply(event);
  if (outcome.kind === "refused") throw new Error(outcome.refusal.message);
}

/** Submits pull requests that impact everything, so that they are tested. */
export function submit(emulator: OpenEmulator, ...numbers: readonly number[]): void {
  for (const number of numbers) {
    const named = { identity: IDENTITY, number };
    happen(emulator, { type: "setImpactedTargets", ...named, sha: undefined, targets: "ALL" });
    submitUnready(emulator, number);
  }
}

/** Submits a pull request whose impacted targets are not reported yet, so that it is not ready. */
export function submitUnready(emulator: OpenEmulator, number: number): void {
  const named = { identity: IDENTITY, number, priority: undefined };
  happen(emulator, { type: "submitPullRequest", ...named, noBatch: false });
}

/** Reports a check of every test run in progress, as CI would. */
export function reportCheck(
  emulator: OpenEmulator,
  name: string,
  conclusion: "success" | "failure" | "timed_out",
): void {
  const runs = [...(emulator.engine.tryFindQueue(IDENTITY)?.testRuns.values() ?? [])];
  for (const { id: testRunId } of runs.filter(({ status }) => status === "in_progress")) {
    happen(emulator, { type: "reportCheck", testRunId, name, conclusion });
  }
}

/** Creates a queue. */
export function createQueue(emulator: OpenEmulator, id: string, settings: QueueSettings = {}): void {
  happen(emulator, { type: "createQueue", identity: parseQueueId(id), settings });
}

/** Changes settings of a queue. */
export function configure(emulator: OpenEmulator, settings: QueueSettings, id = QUEUE_ID): void {
  happen(emulator, {
    type: "updateQueue",
    identity: parseQueueId(id),
    settings,
    deletesRequiredStatuses: false,
  });
}

/** Deletes a queue. */
export function deleteQueue(emulator: OpenEmulator, id = QUEUE_ID): void {
  happen(emulator, { type: "deleteQueue", identity: parseQueueId(id) });
}

/** Cancels a pull request, as a developer would. */
export function cancel(emulator: OpenEmulator, number: number): void {
  happen(emulator, { type: "cancelPullRequest", identity: IDENTITY, number });
}

/** Runs a command line in this process against a service, with address and token in the environment. */
export function runOn(
  emulator: Pick<OpenEmulator, "url">,
  args: string | readonly string[],
  changes: Partial<CommandProcess> = {},
): Running {
  return run(args, {
    clock: new VirtualClock(LONGEST_POLL_MS),
    nowMs: () => NOW_MS + 180_000,
    catchStop: () => new Promise(() => undefined),
    ...changes,
    environment: { MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: TOKEN, ...changes.environment },
  });
}

/** A terminal with a user who gives this answer. */
export function answerLike(answer: string | undefined): Partial<CommandProcess> {
  return {
    terminal: { isInput: true, isOut: true, isError: true, columns: 500 },
    readLine: () => Promise.resolve(answer),
  };
}
