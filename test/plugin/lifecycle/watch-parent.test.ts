import { watchParent } from "../../../src/plugin/lifecycle/watch-parent";

function setUp(firstId: number) {
  let parentId = firstId;
  let look = (): void => undefined;
  const stop = jest.fn();
  const onGone = jest.fn();
  const intervals: number[] = [];
  watchParent({
    readParentId: () => parentId,
    onGone,
    every(intervalMs, callback) {
      intervals.push(intervalMs);
      look = callback;
      return { stop };
    },
  });
  return {
    onGone,
    stop,
    intervals,
    look: () => {
      look();
    },
    adopt: (id: number) => {
      parentId = id;
    },
  };
}

describe("watchParent", () => {
  test("G-27: it looks once a second", () => {
    expect(setUp(100).intervals).toEqual([1000]);
  });

  test("G-27: another parent means that the first is gone, which is said once", () => {
    const { onGone, stop, look, adopt } = setUp(100);

    look();
    expect(onGone).not.toHaveBeenCalled();
    adopt(1);
    look();

    expect(onGone).toHaveBeenCalledTimes(1);
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test("G-27: a parent with the id 1 from the start, as in a container, is a parent", () => {
    const { onGone, look } = setUp(1);

    look();

    expect(onGone).not.toHaveBeenCalled();
  });
});
