import type { LogSink } from "../logging/logger";
import { watchParent } from "../watch-parent";
import type { CallSignals } from "./call-signals";
import type { ProcessHost } from "./process-host";
import type { WorkTracker } from "./work-tracker";

/** Terraform kills a plugin two seconds after Shutdown. A write in progress gets this part of that time. */
const SHUTDOWN_GRACE_MS = 1500;

/** Time after that to send a write's response. Without it, Terraform does not store a new queue. */
const RESPONSE_GRACE_MS = 400;

/** Time for the last responses to reach the host. Nothing shows their arrival: streams may stay open. */
const FLUSH_MS = 20;

const TERMINATE_GRACE_MS = 5_000;

/** Time for writes in progress after Terraform has died. It is long: nothing waits for the process. */
const ORPHAN_GRACE_MS = 30_000;

/** The host's time to read an error. go-plugin up to 1.6.0 may lose output if the process exits at once. */
const REFUSAL_MS = 5_000;

/** Signals from a terminal, and the exit status with which a debug process ends after each of them. */
const TERMINAL_SIGNALS = [
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const;

export interface Supervisor {
  /** Called when the host has the response to its Shutdown. Finishes work, then exits with status 0. */
  shutDown(): void;
  /** Exits with status 1: the provider cannot start. If a reader waits for the reason, exits later. */
  giveUp(hasReader: boolean): void;
}

export interface SupervisorOptions {
  readonly host: ProcessHost;
  readonly log: LogSink;
  readonly work: WorkTracker;
  readonly calls: WorkTracker;
  readonly signals: CallSignals;
  /** Whether the process serves many runs of Terraform, until a person ends it (`--debug`). */
  readonly isDebug: boolean;
  /** Removes the process's files. Called on every exit. Never throws. */
  readonly cleanUp: () => void;
}

/** Ends the process after Shutdown, a signal, or the death of Terraform. First waits some time for writes. */
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
        // Node.js sends the last bytes of the response after this event. Terraform waits for the exit.
        log("debug", "Asked to shut down; ending");
        setImmediate(leave, 0);
      }
    },
  };
}
