const INTERVAL_MS = 1000;

/**
 * Detects the death of the parent: a killed Terraform leaves its providers running. An orphan gets another
 * parent, so the id is compared with the first one; in a container Terraform itself may have the id 1.
 * @param every - calls a function repeatedly. Default: a timer that does not keep the process alive
 */
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
