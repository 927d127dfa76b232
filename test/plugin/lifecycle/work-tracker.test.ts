import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";

/** A write that the test ends. */
function startWrite(work: WorkTracker) {
  let finish: (error?: Error) => void = () => undefined;
  const done = work.track(
    () =>
      new Promise<void>((resolve, reject) => {
        finish = (error) => {
          if (error === undefined) resolve();
          else reject(error);
        };
      }),
  );
  return {
    done,
    finish: (error?: Error) => {
      finish(error);
    },
  };
}

describe("WorkTracker", () => {
  test("without writes there is nothing to wait for", async () => {
    await expect(new WorkTracker().waitUntilIdle(0)).resolves.toBe(true);
  });

  test("G-18: it waits for the last write, failed ones included", async () => {
    const work = new WorkTracker();
    const [a, b] = [startWrite(work), startWrite(work)];
    const idle = work.waitUntilIdle(60_000);

    a.finish(new Error("failed"));
    await expect(a.done).rejects.toThrow("failed");
    expect(work.running).toBe(1);
    b.finish();

    await expect(idle).resolves.toBe(true);
  });

  test("G-18: it does not wait longer than its timeout", async () => {
    const work = new WorkTracker();
    const write = startWrite(work);

    await expect(work.waitUntilIdle(1)).resolves.toBe(false);
    write.finish();
    await write.done;
  });
});
