import fc from "fast-check";
import { formatGrpcMessage, readTimeoutMs } from "../../../src/plugin/grpc/grpc-headers";

describe("formatGrpcMessage", () => {
  test.each([
    ["plain text, as it is", "plain text, as it is"],
    ["100 %", "100 %25"],
    ["line\nbreak\r\t", "line%0Abreak%0D%09"],
    ["é 漢 🎉", "%C3%A9 %E6%BC%A2 %F0%9F%8E%89"],
    ["half \ud83c", "half %EF%BF%BD"],
  ])("%j is written as %j", (text, header) => {
    expect(formatGrpcMessage(text)).toBe(header);
  });

  test("S-11: for any text the header is printable ASCII, and the text can be decoded from it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const header = formatGrpcMessage(text);
        expect(header).toMatch(/^[ -~]*$/);
        expect(decodeURIComponent(header)).toBe(text);
      }),
    );
  });
});

describe("readTimeoutMs", () => {
  test.each([
    ["1H", 3_600_000],
    ["2M", 120_000],
    ["30S", 30_000],
    ["250m", 250],
    ["1500u", 2],
    ["99999999n", 100],
    ["0n", 0],
    [undefined, undefined],
  ])("%s is %p milliseconds", (header, timeoutMs) => {
    expect(readTimeoutMs(header)).toBe(timeoutMs);
  });

  test.each(["", "5", "S", "1s", "-1S", "1.5S", "123456789S", "1S ", "1S, 2S"])(
    "%j is INTERNAL: it is malformed",
    (header) => {
      expect(() => readTimeoutMs(header)).toThrow(expect.objectContaining({ status: 13 }) as Error);
    },
  );
});
