import fc from "fast-check";
import { captureConsole } from "../../../src/plugin/logging/capture-output";
import { formatLogLine, type LogEntry } from "../../../src/plugin/logging/format-log-line";
import { readLogLevel } from "../../../src/plugin/logging/logger";
import { anyCharacter } from "../../support/arbitrary-character";

const TIME = new Date("2026-03-01T12:00:00.045Z");

function format(entry: Partial<LogEntry>, redact: (text: string) => string = (text) => text): string {
  return formatLogLine(
    { level: "info", module: "provider.tiny", message: "hello", time: TIME, fields: {}, ...entry },
    redact,
  );
}

function parse(line: string): Record<string, unknown> {
  return JSON.parse(line) as Record<string, unknown>;
}

describe("formatLogLine", () => {
  test("G-20: a line is hclog's JSON with six decimals of time", () => {
    expect(format({ fields: { a: 1, b: "x", c: null, d: true } })).toBe(
      '{"@level":"info","@message":"hello","@module":"provider.tiny","@timestamp":"2026-03-01T12:00:00.045000Z",' +
        '"a":1,"b":"x","c":null,"d":true}\n',
    );
  });

  test("G-21: any message and any values of fields make a valid line", () => {
    const keys = fc.constantFrom("error", "attempt", "result");
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.dictionary(keys, fc.anything()),
        (message, fields) => {
          const line = format({ message, fields });
          expect(line.indexOf("\n")).toBe(line.length - 1);
          expect(Object.keys(parse(line)).slice(4).sort()).toEqual(Object.keys(fields).sort());
        },
      ),
    );
  });

  test("G-21: a value that JSON does not have is shown as the inspector shows it", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    expect(parse(format({ fields: { cyclic, big: 1n, infinite: Number.POSITIVE_INFINITY } }))).toMatchObject({
      cyclic: "<ref *1> { self: [Circular *1] }",
      big: "1n",
      infinite: "Infinity",
    });
  });

  test.each([
    ["a long message", { message: "x".repeat(100_000) }],
    ["a message of control characters", { message: "\u0001".repeat(100_000) }],
    ["a long field", { fields: { a: "x".repeat(100_000) } }],
    [
      "many fields",
      { fields: Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, "é".repeat(2000)])) },
    ],
    ["many fields of control characters", { fields: { a: "\u0001".repeat(9000), b: "\u0001".repeat(9000) } }],
  ])("G-22: with %s a line stays within 32 KiB and valid", (_what, entry) => {
    const line = format(entry);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(32 * 1024);
    expect(parse(line)["@level"]).toBe("info");
  });

  test("S-04: a secret is hidden before a text is cut, so that no part of it is left", () => {
    const secret = "0123456789abcdef";
    const redact = (text: string): string => text.replaceAll(secret, "[redacted]");
    const message = "x".repeat(8 * 1024 - 8) + secret;
    expect(format({ message, fields: { error: { inner: secret } } }, redact)).not.toContain("01234567");
  });
});

describe("readLogLevel", () => {
  test.each([
    [{}, undefined],
    [{ TF_LOG: "" }, undefined],
    [{ TF_LOG: "off" }, undefined],
    [{ TF_LOG: "loud" }, undefined],
    [{ TF_LOG: "JSON" }, "trace"],
    [{ TF_LOG: "warn" }, "warn"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "ERROR" }, "error"],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "" }, "trace"],
    [{ TF_LOG_PROVIDER: "ERROR", TF_LOG_PROVIDER_MY_TYPE: "DEBUG" }, "debug"],
    [{ TF_LOG_PROVIDER_OTHER: "DEBUG" }, undefined],
    [{ TF_LOG: "constructor" }, undefined],
  ] as const)("G-23: %j means %s", (env, level) => {
    expect(readLogLevel(env, "my-type")).toBe(level);
  });
});

function setUp() {
  const native = jest.fn();
  const printed: [string, string][] = [];
  const made = { log: native, warn: native, error: native, table: native, assert: native, groupEnd: native };
  captureConsole(made, {
    stdout: { write: (text: string) => printed.push(["stdout", text]) },
    stderr: { write: (text: string) => printed.push(["stderr", text]) },
  });
  return { console: made, native, printed };
}

describe("captureConsole", () => {
  test("G-03: the runtime's console prints to the captured streams, by kind", () => {
    const { console, native, printed } = setUp();
    console.log("%s of %d", "one", 2, { three: [4] });
    console.warn("careful");
    console.error(new RangeError("too far").message);
    console.table([1, 2]);
    expect(printed).toEqual([
      ["stdout", "one of 2 { three: [ 4 ] }\n"],
      ["stderr", "careful\n"],
      ["stderr", "too far\n"],
      ["stdout", "[ 1, 2 ]\n"],
    ]);
    expect(native).not.toHaveBeenCalled();
  });

  test("a true assertion does not print anything", () => {
    const { console, printed } = setUp();
    console.assert(true, "holds");
    console.assert(["anything"], "holds");
    console.assert(false, "fails");
    expect(printed).toEqual([["stderr", "false fails\n"]]);
  });
});
