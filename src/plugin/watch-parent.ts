const INTERVAL_MS = 1000;

/** Calls `onGone` when the parent's id changes, as it does after its death. A live parent's id may be 1. */
export function watchParent(readParentId: () => number, onGone: () => void): void {
  const parentId = readParentId();
  const timer = setInterval(() => {
    if (readParentId() === parentId) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}
