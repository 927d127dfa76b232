/**
 * Runs a task for each item, in their order, a few at a time. After a task that throws none begins; those that run
 * are waited for.
 * @param limit - how many run at once, at least 1
 * @throws what the first task threw
 */
export async function forEachLimited<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const work = async (): Promise<void> => {
    // All of them take from the same rest.
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
