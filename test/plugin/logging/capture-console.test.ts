import { captureConsole } from "../../../src/plugin/logging/capture-console";

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

  test("methods that do not print are not replaced", () => {
    const { console, native } = setUp();

    console.groupEnd();

    expect(native).toHaveBeenCalledTimes(1);
  });
});
