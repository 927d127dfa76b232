import { tellRetries } from "../../../src/cli/connection/connect";
import { VirtualClock } from "../../support/virtual-clock";

/**
 * Makes a request fail after each wait in milliseconds, and returns the messages with the second in which
 * each was printed.
 */
function tell(waits: readonly (number | "success")[]): string[] {
  const clock = new VirtualClock();
  const startedAt = clock.now();
  const lines: string[] = [];
  const observe = tellRetries({
    clock,
    terminal: { isInput: false, isOut: false, isError: false, columns: undefined },
    writeNote: (text: string) => lines.push(`${(clock.now() - startedAt) / 1000}: ${text.trim()}`),
  });
  for (const [at, wait] of waits.entries()) {
    const event = { operation: "getQueue", attempt: at + 1, tookMs: 0, result: "the service answered 503" };
    observe(wait === "success" ? { ...event, result: "ok" } : { ...event, retryInMs: wait });
    if (wait !== "success") clock.advance(wait);
  }
  return lines;
}

const toLine = (atSecond: number, seconds: string): string =>
  `${atSecond}: Trying getQueue again in ${seconds} s: the service answered 503.`;

describe("tellRetries, if standard error is not a terminal", () => {
  test("F-01: retries of less than three seconds are not reported", () => {
    expect(tell([500, 1_000, 1_000, "success"])).toEqual([]);
  });

  test("F-01: reports the wait that ends three seconds of silence, and then each longer one", () => {
    expect(tell([500, 1_000, 2_000, 1_500, 4_000, 4_000, 20_000])).toEqual([
      toLine(1.5, "2.0"),
      toLine(5, "4.0"),
      toLine(13, "20.0"),
    ]);
  });

  test("F-01: starts over after a request has succeeded", () => {
    expect(tell([5_000, "success", 1_000, "success", 4_000])).toEqual([toLine(0, "5.0"), toLine(6, "4.0")]);
  });
});
