const INTERVAL_MS = 1000;

/** Detects the death of the parent: an orphan gets another one. In a container its id may be 1. */
export function watchParent(readParentId: () => number, onGone: () => void, every = startInterval): void {
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
