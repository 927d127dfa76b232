import { createView } from "../../../src/cli/print/create-view";
import { TERMINAL } from "../fake-context";

describe("createView", () => {
  const context = { environment: {}, nowMs: () => 0, terminal: TERMINAL };

  test.each([
    ["NO_COLOR is set", { ...context, environment: { NO_COLOR: "1" } }],
    ["the terminal is dumb", { ...context, environment: { TERM: "dumb" } }],
    ["output goes elsewhere", { ...context, terminal: { ...TERMINAL, isOut: false } }],
  ])("there are none where %s", (_why, changed) => {
    expect(createView(changed).paint("bad", "failed")).toBe("failed");
  });

  test.each([
    ["the terminal is", true, 120, "60", 120],
    ["COLUMNS says, where output goes elsewhere", false, 120, "60", 60],
    ["COLUMNS says, where the terminal does not tell", true, undefined, "60", 60],
    ["most terminals are, where nothing tells", true, undefined, undefined, 80],
    ["most terminals are, where COLUMNS is not a width", true, undefined, "wide", 80],
    ["it needs to be, where output goes elsewhere and nothing tells", false, undefined, undefined, Infinity],
  ])("it is as wide as %s", (_what, isOut, width, COLUMNS, expected) => {
    const terminal = { ...TERMINAL, isOut, columns: width };
    expect(createView({ ...context, environment: { COLUMNS }, terminal }).columns).toBe(expected);
  });
});
