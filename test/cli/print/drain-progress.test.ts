import { createDrainProgress } from "../../../src/cli/print/fleet-progress";

const QUEUE = [
  { prNumber: 7, state: "testing" },
  { prNumber: 8, state: "testing" },
  { prNumber: 9, state: "pending" },
  { prNumber: 10, state: "tests_passed" },
  { prNumber: 11 },
];

function record(
  isError: boolean,
  columns?: number,
): { written: string[]; progress: ReturnType<typeof createDrainProgress> } {
  const written: string[] = [];
  const terminal = { isInput: false, isOut: false, isError, columns };
  return {
    written,
    progress: createDrainProgress({
      terminal,
      environment: {},
      writeError: (text) => void written.push(text),
      writeNote: (text) => void written.push(text),
    }),
  };
}

describe("createDrainProgress", () => {
  test("on a terminal one line is rewritten and ended", () => {
    const { written, progress } = record(true, 100);
    progress.show(QUEUE.slice(0, 2));
    progress.show(QUEUE.slice(0, 1));
    progress.end();
    expect(written).toEqual(["\r\u001b[K2 left: testing #7, #8", "\r\u001b[K1 left: testing #7", "\n"]);
  });

  test("a line that is longer than the terminal is wide is cut, so that it can be rewritten", () => {
    const { written, progress } = record(true, 20);
    progress.show(QUEUE);
    expect(written).toEqual(["\r\u001b[K5 left: testing #7…"]);
  });

  test("elsewhere it is one line a change", () => {
    const { written, progress } = record(false);
    progress.show(QUEUE.slice(0, 1));
    progress.show(QUEUE.slice(0, 1));
    progress.show(QUEUE.slice(2, 3));
    progress.end();
    expect(written).toEqual(["1 left: testing #7\n", "1 left: 1 waiting\n"]);
  });

  test("ends no line if none was shown", () => {
    const { written, progress } = record(true);
    progress.end();
    expect(written).toEqual([]);
  });
});
