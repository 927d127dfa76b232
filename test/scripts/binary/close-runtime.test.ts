import { closeRuntime } from "../../../scripts/binary/close-runtime";

const NAMES = [
  "BUN_OPTIONS",
  "BUN_BE_BUN",
  "BUN_INSPECT",
  "BUN_CRASH_REPORT_URL",
  "BUN_ENABLE_CRASH_REPORTING",
];
const RUNTIME = Buffer.from(
  `\0${NAMES.join("\0")}BUN_INSPECT_PRELOAD\0https://bun.report\0BUN_INSTALL`,
  "latin1",
);

describe("closeRuntime", () => {
  test("S-09, S-20: replaces every name that the runtime reads, without moving a byte", () => {
    const closed = closeRuntime(RUNTIME);

    expect(closed).toHaveLength(RUNTIME.length);
    expect(closed.toString("latin1")).toBe(
      "\0OFF_OPTIONS\0OFF_BE_BUN\0OFF_INSPECT\0OFF_CRASH_REPORT_URL\0OFF_ENABLE_CRASH_REPORTINGOFF_INSPECT_PRELOAD" +
        "\0file:///bun.report\0BUN_INSTALL",
    );
    expect(RUNTIME.toString("latin1")).toContain("https://bun.report");
  });

  test.each([...NAMES, "https://bun.report"])(
    "refuses a runtime without %s, because it has not been reviewed",
    (name) => {
      const other = Buffer.from(RUNTIME.toString("latin1").replaceAll(name, "elsewhere"), "latin1");

      expect(() => closeRuntime(other)).toThrow(`The runtime does not contain ${name}`);
    },
  );
});
