/** How often to look. */
const INTERVAL_MS = 1000;

/** What is watched, and how. */
export interface ParentWatch {
  /** Answers the parent's process id now. */
  readonly readParentId: () => number;
  /** Called once when the parent is not the one that it was at the start. */
  readonly onGone: () => void;
  /** Calls a function again and again; a timer that does not keep the process alive unless said. */
  readonly every?: (intervalMs: number, look: () => void) => { stop(): void };
}

/**
 * Watches whether the parent still lives: Terraform that is killed leaves its providers behind for ever (rule
 * G-27). An orphan gets another parent, which is why the id is compared with the first; the id 1 proves
 * nothing, as Terraform has it itself in a container.
 */
export function watchParent({ readParentId, onGone, every = startInterval }: ParentWatch): void {
  const parentId = readParentId();
  const timer = every(INTERVAL_MS, () => {
    if (readParentId() === parentId) return;
    timer.stop();
    onGone();
  });
}

function startInterval(intervalMs: number, look: () => void): { stop(): void } {
  const timer = setInterval(look, intervalMs);
  timer.unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}
