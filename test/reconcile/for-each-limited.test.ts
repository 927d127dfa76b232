import { forEachLimited } from "../../src/reconcile/for-each-limited";

const nextTurn = async (): Promise<void> => new Promise(setImmediate);

describe("forEachLimited", () => {
  test("runs all in their order, never more at once than allowed", async () => {
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await forEachLimited([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
      begun.push(item);
      running += 1;
      most = Math.max(most, running);
      await nextTurn();
      running -= 1;
    });
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(3);
  });

  test("after an error, starts no further calls, waits for those in progress, and throws the first error", async () => {
    const ended: number[] = [];
    const running = forEachLimited([1, 2, 3, 4, 5], 2, async (item) => {
      await nextTurn();
      if (item === 1) throw new Error("first");
      await nextTurn();
      ended.push(item);
    });
    await expect(running).rejects.toThrow("first");
    expect(ended).toEqual([2]);
  });

  test("does nothing with nothing", async () => {
    const task = jest.fn<Promise<void>, [never]>();
    await forEachLimited([], 3, task);
    expect(task).not.toHaveBeenCalled();
  });
});
