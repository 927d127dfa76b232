const INTERVAL_MS = 1000;

/** Options of {@link watchParent}. */
export interface ParentWatch {
  /** Returns the parent's current process id. */
  readonly readParentId: () => number;
  /** Called once, when the parent has changed. */
  readonly onGone: () => void;
  /** Calls a function repeatedly. Default: a timer that does not keep the process alive. */
  readonly every?: (intervalMs: number, check: () => void) => { stop(): void };
}

/**
 * Detects the death of the parent: a killed Terraform leaves its providers running (rule G-27). An orphan gets another
 * parent, so the id is compared with the first one. An id of 1 proves nothing: in a container Terraform has it.
 */
export function watchParent({ readParentId, onGone, every = startInterval }: ParentWatch): void {
  const parentId = readParentId();
  const timer = every(INTERVAL_MS, () => {
    if (readParentId() === parentId) return;
    timer.stop();
    onGone();
  });
}

function startInterval(intervalMs: number, check: () => void): { stop(): void } {
  const timer = setInterval(check, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}
