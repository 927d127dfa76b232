import fc from "fast-check";
import {
  collect,
  parseLimit,
  parsePriority,
  parsePullRequestNumber,
  parseSince,
} from "../../src/cli/parse-arguments";

const NOW_MS = Date.UTC(2026, 0, 31, 8);

describe("parsePullRequestNumber", () => {
  test("accepts every number of the interface, with or without a hash", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (number) => {
        expect(parsePullRequestNumber(String(number))).toBe(number);
        expect(parsePullRequestNumber(`#${number}`)).toBe(number);
      }),
    );
  });

  test.each(["", "#", "##7", "7#", "1e3", "0x7", "4294967296", " 7", "-7", "７"])("refuses %j", (text) => {
    expect(() => parsePullRequestNumber(text)).toThrow("whole number from 0 to 4294967295");
  });
});

describe("parsePriority", () => {
  test.each([
    ["0", 0],
    ["4294967295", 4_294_967_295],
    ["high", "high"],
    ["-1", "-1"],
    ["1.5", "1.5"],
  ])("%j is %j", (text, priority) => {
    expect(parsePriority(text)).toBe(priority);
  });

  test.each(["", "4294967296", "99999999999999999999"])("refuses %j", (text) => {
    expect(() => parsePriority(text)).toThrow(/priority/);
  });
});

describe("parseSince", () => {
  test.each([
    ["2026-01-31T08:00:00Z", "2026-01-31T08:00:00.000Z"],
    ["2026-01-31T08:00:00.25+01:00", "2026-01-31T07:00:00.250Z"],
    ["2026-01-31T08:00-05:30", "2026-01-31T13:30:00.000Z"],
    ["90m", "2026-01-31T06:30:00.000Z"],
    ["1h30m", "2026-01-31T06:30:00.000Z"],
    ["7d", "2026-01-24T08:00:00.000Z"],
  ])("%j is %j", (text, moment) => {
    expect(parseSince(text, NOW_MS)).toBe(moment);
  });

  test.each([
    "",
    "today",
    "2026-01-31",
    "2026-01-31T08:00:00",
    "2026-13-31T08:00:00Z",
    "7",
    "d",
    "1769846400000",
  ])("refuses %j", (text) => {
    expect(() => parseSince(text, NOW_MS)).toThrow("It must be a date and time");
  });
});

describe("parseLimit", () => {
  test.each(["1", "100000"])("takes %j", (text) => {
    expect(parseLimit(text)).toBe(Number(text));
  });

  test.each(["0", "-1", "1.5", "", "all", "1e3"])("refuses %j", (text) => {
    expect(() => parseLimit(text)).toThrow("at least 1");
  });
});

test("collect keeps every value in order", () => {
  expect(collect("b", collect("a"))).toEqual(["a", "b"]);
});
