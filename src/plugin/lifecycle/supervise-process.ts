import type { LogSink } from "../logging/logger";
import type { CallSignals } from "./call-signals";
import type { ProcessHost } from "./process-host";
import { watchParent } from "./watch-parent";
import type { WorkTracker } from "./work-tracker";

/** Terraform kills a plugin two seconds after Shutdown; a write that is under way may have most of them. */
const SHUTDOWN_GRACE_MS = 1500;

/**
 * Time for the answers of what has ended to be sent: an answer that is lost leaves a queue that no state knows of (rule
 * C-52). With a write's grace it is less than what Terraform waits after Shutdown.
 */
const ANSWER_GRACE_MS = 400;

/** Time for the last answers to reach the host, whose streams may stay open (rule G-16). */
const FLUSH_MS = 20;

/** After SIGTERM (rule G-18). */
const TERMINATE_GRACE_MS = 5_000;

/** After Terraform is gone: nobody is left to be kept waiting (rule G-27). */
const ORPHAN_GRACE_MS = 30_000;

/**
 * Time for the host to read why the provider cannot start, upon which it ends the process: go-plugin up to 1.6.0 may lose what
 * a process has written that ends at once.
 */
const REFUSAL_MS = 5_000;

/** Signals that a terminal sends, and the status with which they end a process that a person debugs. */
const TERMINAL_SIGNALS = [
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const;

/** What ends a plugin's process. */
export interface Supervisor {
  /** The host has asked to end and has its answer: finishes, then ends with status 0. */
  shutDown(): void;
  /** The provider cannot start and has said why: ends with status 1, where somebody reads that not before they had time to. */
  giveUp(hasReader: boolean): void;
}

/** Whose life it is. */
export interface SupervisorOptions {
  readonly host: ProcessHost;
  readonly log: LogSink;
  /** The writes that are under way. */
  readonly work: WorkTracker;
  /** The calls whose answers are not on their way yet. */
  readonly calls: WorkTracker;
  /** What tells calls that the end comes. */
  readonly signals: CallSignals;
  /** Whether the process outlives a run of Terraform, and a person ends it (`--debug`). */
  readonly isDebug: boolean;
  /** Removes what the process leaves in the file system; runs on every way out (rule G-13). Never throws. */
  readonly cleanUp: () => void;
}

/** Ends the process when it is time, and never in the middle of a write if that can be helped. */
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
      if (isIdle) await calls.waitUntilIdle(ANSWER_GRACE_MS);
      else log("error", "Ending although a write has not finished");
      setTimeout(leave, FLUSH_MS, exitCode);
    });
  };
  host.on("exit", cleanUp);
  host.on("SIGTERM", () => {
    // Terraform may be there and wait for its answers.
    signals.end();
    finish("Received SIGTERM", TERMINATE_GRACE_MS, 143);
  });
  // What a terminal sends reaches the whole group, and Terraform decides: it says so by StopProvider after a Ctrl-C
  // (rule G-18), and when a terminal is closed it is gone (rule G-27), unless nohup has it go on.
  for (const [signal, exitCode] of TERMINAL_SIGNALS) {
    host.on(signal, () => {
      if (!isDebug) return;
      signals.end();
      finish(`Received ${signal}`, TERMINATE_GRACE_MS, exitCode);
    });
  }
  if (!isDebug) {
    watchParent({
      readParentId: () => host.ppid,
      onGone: () => {
        signals.abandon();
        finish("Terraform is gone", ORPHAN_GRACE_MS, 1);
      },
    });
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
        // Its own answer is out already, and Terraform waits for the end of the process.
        log("debug", "Asked to shut down; ending");
        leave(0);
      }
    },
  };
}
