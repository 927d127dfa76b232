const tails = new Map<string, Promise<unknown>>();

/**
 * Runs a task after every earlier one with the same key has ended, well or not: operations on one queue never
 * overlap within a process, whoever configured the client they use.
 * @param key - host of the service and identity key of the queue
 */
export async function runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
  const previous = tails.get(key);
  const current = (async () => {
    // How the earlier operation ended is its own caller's business.
    await previous?.catch(() => undefined);
    return task();
  })();
  tails.set(key, current);
  try {
    return await current;
  } finally {
    if (tails.get(key) === current) tails.delete(key);
  }
}
