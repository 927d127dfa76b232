import { formatLine, tryReadLine } from "../../../src/emulator/store/data-line";

describe("formatLine and tryReadLine", () => {
  const json = { text: "line\nbreak, ünïcode \u0000 and 🦀", list: [1, null, true] };
  const { text, link } = formatLine(json, 7);
  const line = Buffer.from(text);

  test("a line contains JSON without further line breaks", () => {
    expect(line.indexOf("\n")).toBe(line.length - 1);
    expect(tryReadLine(line.subarray(0, -1), 7)).toEqual({ json, link });
  });

  test("a line with any changed byte is invalid", () => {
    const content = line.subarray(0, -1);
    for (let index = 0; index < content.length; index += 1) {
      const changed = Buffer.from(content);
      changed[index] = (changed[index] ?? 0) ^ 0x01;
      expect(tryReadLine(changed, 7)).toBeUndefined();
    }
  });

  test("a line that does not follow its predecessor is invalid", () => {
    expect(tryReadLine(line.subarray(0, -1), 8)).toBeUndefined();
  });

  test("a truncated line is invalid, whatever is left of it", () => {
    for (let length = 0; length < line.length - 1; length += 1) {
      expect(tryReadLine(line.subarray(0, length), 7)).toBeUndefined();
    }
  });

  test("invalid JSON is refused even with a matching checksum", () => {
    // The checksum of an empty line is zero.
    expect(tryReadLine(Buffer.from("00000000 "))).toBeUndefined();
  });
});
