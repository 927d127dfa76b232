import { realpathSync } from "node:fs";
import type { CommandProcess } from "../../../src/cli/command-session";
import type { EmulatorOptionsInput } from "../../../src/emulator/emulator-options";
import type { OpenEmulator } from "../../../src/emulator/start-emulator";
import { makeScratch } from "../../support/make-scratch";
import { LONGEST_POLL_MS, VirtualClock } from "../../support/virtual-clock";
import type { Running } from "../fake-context";
import { cancel, runOn, startService } from "./run-on-service";

/** The service of the test that runs, with one queue in it. */
export let emulator: OpenEmulator;

/** An empty directory for the test that runs: its working directory. */
export let directory: string;

/** Gives each test of a file its own service and directory. */
export function onStage(begin?: () => void, options?: EmulatorOptionsInput): void {
  onDirectory();
  onService(begin, options);
}

/** Gives each test of a file its own service. */
export function onService(begin: () => void = () => undefined, options?: EmulatorOptionsInput): void {
  beforeEach(async () => {
    emulator = await startService(options);
    begin();
  });
  afterEach(() => emulator.close());
}

/** Gives each test of a file its own directory. */
export function onDirectory(): void {
  beforeEach(() => {
    directory = realpathSync(makeScratch("mergequeue cli "));
  });
}

/** Runs a command line in the directory against the service. */
export function call(args: string | readonly string[], changes: Partial<CommandProcess> = {}): Running {
  return runOn(emulator, args, { workingDirectory: directory, ...changes });
}

/** As {@link call}, with one of the interfaces. @param key - label of the key. Default: the token */
export function callBy(face: "first" | "second", args: string | readonly string[], key?: string): Running {
  const MERGEQUEUE_BASE_URL = emulator.url.replace(/\/v1$/, face === "first" ? "/v1" : "/v2");
  const token = emulator.keys[key ?? ""];
  return call(args, { environment: { MERGEQUEUE_BASE_URL, ...(token && { MERGEQUEUE_TOKEN: token }) } });
}

/** Makes a clock that cancels one of these pull requests at each poll of a command, from this poll on. */
export function cancelInTurn(numbers: readonly number[], from = 1): VirtualClock {
  const clock = new VirtualClock(LONGEST_POLL_MS);
  const left = [...Array.from({ length: from - 1 }, () => undefined), ...numbers];
  clock.onSleep = () => {
    const next = left.shift();
    if (next !== undefined) cancel(emulator, next);
  };
  return clock;
}

/** Returns the bodies of the requests of an operation that took effect. */
export function listCommitted(operation: string): unknown[] {
  return emulator.requests
    .filter((request) => request.operation === operation && request.isCommitted)
    .map(({ body }) => body);
}
