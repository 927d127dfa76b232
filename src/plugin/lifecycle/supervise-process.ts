import type { LogSink } from "../logging/logger";
import { watchParent } from "../watch-parent";
import type { CallSignals } from "./call-signals";
import type { ProcessHost } from "./process-host";
import type { WorkTracker } from "./work-tracker";

/** Terraform kills a plugin two seconds after Shutdown. An in-progress write gets most of that time. */
const SHUTDOWN_GRACE_MS = 1500;

/** Time to send a write's response: without it, no state has the queue. Both times fit into two seconds. */
const RESPONSE_GRACE_MS = 400;

/** Time for the last responses to reach the host. The host's streams may stay open. */
const FLUSH_MS = 20;

const TERMINATE_GRACE_MS = 5_000;

/** Time for writes after Terraform's death. Nothing waits for this process then. */
const ORPHAN_GRACE_MS = 30_000;

/** Time to read a refusal: go-plugin up to 1.6.0 may lose the output of a process that exits at once. */
const REFUSAL_MS = 5_000;

/** Signals that a terminal sends, with the exit status of a debug process for each signal. */
const TERMINAL_SIGNALS = [
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const;

export interface Supervisor {
  /** The host asked for Shutdown and has the response: finishes work, and exits with status 0. */
  shutDown(): void;
  /** The provider cannot start and has printed why: exits with status 1. Lets a reader read it first. */
  giveUp(hasReader: boolean): void;
}

export interface SupervisorOptions {
  readonly host: ProcessHost;
  readonly log: LogSink;
  readonly work: WorkTracker;
  readonly calls: WorkTracker;
  readonly signals: CallSignals;
  /** Whether the process outlives a run of Terraform until a person ends it (`--debug`). */
  readonly isDebug: boolean;
  /** Removes the process's files; runs on every exit. Never throws. */
  readonly cleanUp: () => void;
}

/** Ends the process on Shutdown, signals or the death of Terraform. If possible, waits for writes first. */
export function superviseProcess(options: SupervisorOptions): Supervisor {
  const { host, log, work, calls, signals, isDebug, cleanUp } = options;
  let hasLeft = false;
  const leave = (exitCode: number): void => {
    if (hasLeft) return;
    hasLeft = true;
    host.exit(exitCode);
  };
  const finish = (reason: string, graceMs: number, exitCode: number): void => {
    log("debug", `${reason}; ending`, { running_writes: work.running });
    void work.waitUntilIdle(graceMs).then(async (isIdle) => {
      if (isIdle) await calls.waitUntilIdle(RESPONSE_GRACE_MS);
      else log("error", "Ending although a write has not finished");
      setTimeout(leave, FLUSH_MS, exitCode);
    });
  };
  host.on("exit", cleanUp);
  host.on("SIGTERM", () => {
    // Terraform may still wait for responses.
    signals.end();
    finish("Received SIGTERM", TERMINATE_GRACE_MS, 143);
  });
  // A terminal's signals reach the whole process group, but Terraform decides: it calls StopProvider after a
  // Ctrl-C, and exits when its terminal is closed, unless started by nohup.
  for (const [signal, exitCode] of TERMINAL_SIGNALS) {
    host.on(signal, () => {
      if (!isDebug) return;
      signals.end();
      finish(`Received ${signal}`, TERMINATE_GRACE_MS, exitCode);
    });
  }
  if (!isDebug) {
    const onGone = (): void => {
      signals.abandon();
      finish("Terraform is gone", ORPHAN_GRACE_MS, 1);
    };
    watchParent(() => host.ppid, onGone);
  }
  return {
    giveUp(hasReader) {
      if (hasReader) setTimeout(leave, REFUSAL_MS, 1);
      else leave(1);
    },
    shutDown() {
      signals.abandon();
      if (work.running > 0) {
        finish("Asked to shut down", SHUTDOWN_GRACE_MS, 0);
      } else {
        // The response is sent already, and Terraform waits for the process to exit.
        log("debug", "Asked to shut down; ending");
        leave(0);
      }
    },
  };
}
