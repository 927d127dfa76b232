import { formatLine, tryReadLine } from "../../../src/emulator/store/data-line";

describe("formatLine and tryReadLine", () => {
  const json = { text: "line\nbreak, ünïcode \u0000 and 🦀", list: [1, null, true] };
  const line = Buffer.from(formatLine(json));

  test("a line holds JSON without any other line break", () => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(tryReadLine(line.subarray(0, -1))).toEqual({ json });
  });

  test("a line in which any byte has changed is none", () => {
    const content = line.subarray(0, -1);
    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 0x01;
      expect(tryReadLine(changed)).toBeUndefined();
    }
  });

  test("a line that ends early is none, whatever is left of it", () => {
    for (let length = 0; length < line.length - 1; length += 1) {
      expect(tryReadLine(line.subarray(0, length))).toBeUndefined();
    }
  });

  test("what is no JSON is none, whatever its checksum says", () => {
    // The checksum of nothing is zero.
    expect(tryReadLine(Buffer.from("00000000 "))).toBeUndefined();
  });
});
