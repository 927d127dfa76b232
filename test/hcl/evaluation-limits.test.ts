import { show } from "./support/evaluate-text";

const LONG = "x".repeat(900_000);

describe("limits of evaluation", () => {
  test("S-12: line breaks that end nothing take no more time than other characters", () => {
    const text = `${"\n".repeat(900_000)}x`;
    expect(show("length(chomp(var.x))", { x: text })).toBe("900001");
    expect(show('chomp("a\\n\\r\\r\\nb\\r\\n\\n\\r")')).toBe(JSON.stringify("a\n\r\r\nb"));
  });

  test("S-12: long strings are counted where each character is one, else refused instead of exhausting memory", () => {
    expect(show("length(var.x)", { x: LONG })).toBe("900000");
    expect(show("length(var.x)", { x: `${LONG}é` })).toMatch(/^ERROR refused: length\(\): /);
    expect(show("length(var.x)", { x: "e\u0301\r\nx".normalize("NFD") })).toBe("3");
  });

  test("S-12: loops within loops end at the limit of steps, also where their body is literal", () => {
    const loop = "%{for x in range(1000)}";
    const text = `"${loop.repeat(3)}${"%{endfor}".repeat(3)}"`;
    expect(show(text)).toBe("ERROR refused: evaluating it takes too many steps");
  });
});
