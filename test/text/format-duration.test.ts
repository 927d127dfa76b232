import { formatDuration } from "../../src/text/format-duration";

test.each([
  [-1, "0 s"],
  [999, "0 s"],
  [12_345, "12 s"],
  [61_000, "1 min"],
  [7_500_000, "2 h 5 min"],
  [7_200_000, "2 h"],
  [349_200_000, "4 d 1 h"],
])("%d ms are %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});
