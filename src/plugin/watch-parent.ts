const INTERVAL_MS = 1000;

/** Calls `onGone` when the parent's id changes: the parent has died. (A live parent may also have id 1.) */
export function watchParent(readParentId: () => number, onGone: () => void): void {
  const parentId = readParentId();
  const timer = setInterval(() => {
    if (readParentId() === parentId) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL_MS);
  timer.unref();
}
