import { runExclusive } from "../../src/reconcile/run-exclusive";

/** A task that ends when the test says so. */
function createTask() {
  let finish: (() => void) | undefined;
  let fail: ((reason: Error) => void) | undefined;
  let isStarted = false;
  const ended = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  return {
    run: () => {
      isStarted = true;
      return ended;
    },
    finish: () => finish?.(),
    fail: (reason: Error) => fail?.(reason),
    get isStarted() {
      return isStarted;
    },
  };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("runExclusive", () => {
  test("tasks with one key run one after the other, in the order in which they were given", async () => {
    const tasks = [createTask(), createTask(), createTask()];
    const runs = tasks.map((task) => runExclusive("one", task.run));
    for (const [index, task] of tasks.entries()) {
      await settle();
      expect(tasks.map(({ isStarted }) => isStarted)).toEqual(tasks.map((_, other) => other <= index));
      task.finish();
    }
    await Promise.all(runs);
  });

  test("tasks with different keys do not wait for each other", async () => {
    const first = createTask();
    const running = runExclusive("first", first.run);
    await expect(runExclusive("second", () => Promise.resolve("done"))).resolves.toBe("done");
    first.finish();
    await running;
  });

  test("a task that fails tells only its own caller, and lets the next one run", async () => {
    const first = createTask();
    const failing = runExclusive("one", first.run);
    const next = runExclusive("one", () => Promise.resolve("done"));
    first.fail(new Error("mine"));
    await expect(failing).rejects.toThrow("mine");
    await expect(next).resolves.toBe("done");
  });
});
