import type { ProviderSession } from "../rpc/provider-session";
import type { ProcessHost } from "./process-host";
import { watchParent } from "./watch-parent";

/** Terraform kills a plugin two seconds after Shutdown; a write that is under way may have most of them. */
const SHUTDOWN_GRACE_MS = 1500;

/** Time for the last answer to reach the host, whose streams may stay open (rule G-16). */
const FLUSH_MS = 20;

/** After SIGTERM (rule G-18). */
const TERMINATE_GRACE_MS = 5_000;

/** After Terraform is gone: nobody is left to be kept waiting (rule G-27). */
const ORPHAN_GRACE_MS = 30_000;

/** Signals that a terminal sends, and the status with which they end a process that a person debugs. */
const TERMINAL_SIGNALS = [
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const;

/** What ends a plugin's process. */
export interface Supervisor {
  /** The host has asked to end: finishes, then ends with status 0. */
  shutDown(): void;
  /** Ends at once with this status. */
  leave(exitCode: number): void;
}

/** Whose life it is. */
export interface SupervisorOptions<Data> {
  readonly host: ProcessHost;
  readonly session: ProviderSession<Data>;
  /** Removes what the process leaves in the file system; runs on every way out (rule G-13). Never throws. */
  readonly cleanUp: () => void;
}

/** Ends the process when it is time, and never in the middle of a write if that can be helped. */
export function superviseProcess<Data>(options: SupervisorOptions<Data>): Supervisor {
  const { host, session, cleanUp } = options;
  let hasLeft = false;
  const leave = (exitCode: number): void => {
    if (hasLeft) return;
    hasLeft = true;
    host.exit(exitCode);
  };
  const finish = (reason: string, graceMs: number, exitCode: number): void => {
    session.log("debug", `${reason}; ending`, { running_writes: session.work.running });
    void session.work.waitUntilIdle(graceMs).then((isIdle) => {
      if (!isIdle) session.log("error", "Ending although a write has not finished");
      setTimeout(() => {
        leave(exitCode);
      }, FLUSH_MS);
    });
  };
  host.on("exit", cleanUp);
  host.on("SIGTERM", () => {
    // Terraform may be there and wait for its answers.
    session.end();
    finish("Received SIGTERM", TERMINATE_GRACE_MS, 143);
  });
  // What a terminal sends reaches the whole group, and Terraform decides: it says so by StopProvider after a Ctrl-C
  // (rule G-18), and when a terminal is closed it is gone (rule G-27), unless nohup has it go on.
  for (const [signal, exitCode] of TERMINAL_SIGNALS) {
    host.on(signal, () => {
      if (!session.isDebug) return;
      session.end();
      finish(`Received ${signal}`, TERMINATE_GRACE_MS, exitCode);
    });
  }
  if (!session.isDebug) {
    watchParent({
      readParentId: () => host.ppid,
      onGone: () => {
        session.abandon();
        finish("Terraform is gone", ORPHAN_GRACE_MS, 1);
      },
    });
  }
  return {
    leave,
    shutDown() {
      session.abandon();
      finish("Asked to shut down", SHUTDOWN_GRACE_MS, 0);
    },
  };
}
