import { createStatusLine, type StatusLine } from "../../../src/cli/print/status-line";
import { ManualClock } from "../../reconcile/support/manual-clock";

function record(
  isError: boolean,
  { columns, repeatMs }: { columns?: number; repeatMs?: number } = {},
): { written: string[]; line: StatusLine; clock: ManualClock } {
  const written: string[] = [];
  const clock = new ManualClock();
  const context = {
    terminal: { isInput: false, isOut: false, isError, columns },
    environment: {},
    clock,
    writeError: (text: string) => void written.push(text),
    writeNote: (text: string) => void written.push(text),
  };
  return { written, clock, line: createStatusLine(context, repeatMs) };
}

describe("createStatusLine", () => {
  test("on a terminal one line is rewritten and ended", () => {
    const { written, line } = record(true, { columns: 100 });
    line.show("2 left");
    line.show("1 left", "3 s");
    line.show("1 left", "8 s");
    line.end();
    expect(written).toEqual(["\r\u001b[K2 left", "\r\u001b[K1 left (3 s)", "\r\u001b[K1 left (8 s)", "\n"]);
  });

  test("a line that is longer than the terminal is wide is cut, so that it can be rewritten", () => {
    const { written, line } = record(true, { columns: 20 });
    line.show("5 left: testing #7, #8");
    expect(written).toEqual(["\r\u001b[K5 left: testing #7…"]);
  });

  test("elsewhere it is one line a change, and the elapsed time is no change", () => {
    const { written, line } = record(false);
    line.show("2 left", "1 s");
    line.show("2 left", "2 s");
    line.show("1 left", "3 s");
    line.end();
    expect(written).toEqual(["2 left (1 s)\n", "1 left (3 s)\n"]);
  });

  test("elsewhere an unchanged line comes again after a while", () => {
    const { written, line, clock } = record(false, { repeatMs: 60_000 });
    for (let second = 0; second <= 120; second += 5) {
      line.show("1 left", `${second} s`);
      clock.advance(5_000);
    }
    expect(written).toEqual(["1 left (0 s)\n", "1 left (60 s)\n", "1 left (120 s)\n"]);
  });

  test("a warning takes the place of the line, which then comes again", () => {
    const { written, line } = record(true, { columns: 100 });
    line.show("1 left");
    line.warn("nothing starts");
    line.show("1 left");
    expect(written).toEqual(["\r\u001b[K1 left", "\r\u001b[KWarning: nothing starts\n", "\r\u001b[K1 left"]);
  });

  test("ends no line if none was shown", () => {
    const { written, line } = record(true);
    line.end();
    expect(written).toEqual([]);
  });
});
