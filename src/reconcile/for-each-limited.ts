/**
 * Runs a task for each item in order, at most `limit` (1 or more) at once. After a failure, starts no further
 * task and waits for the running tasks. @throws the first failure
 */
export async function forEachLimited<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    // All workers share this iterator.
    for (const item of left) {
      if (failures.length > 0) return;
      try {
        await task(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  if (failures.length > 0) throw failures[0];
}
