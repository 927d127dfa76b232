import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { decodeContent } from "../../../src/api/transport/decode-content";
import { catchError } from "../../support/catch-error";

const CONTENT = Buffer.from('{"concurrency":3}');

describe("decodeContent", () => {
  test.each([
    ["gzip", gzipSync(CONTENT)],
    ["X-Gzip", gzipSync(CONTENT)],
    ["br", brotliCompressSync(CONTENT)],
    ["deflate", deflateSync(CONTENT)],
    ["deflate", deflateRawSync(CONTENT)],
    ["identity", CONTENT],
    ["", CONTENT],
    ["gzip, br", brotliCompressSync(gzipSync(CONTENT))],
  ])("F-20: %s is decoded", (encodings, encoded) => {
    expect(decodeContent(encoded, encodings, 1000)).toEqual(CONTENT);
  });

  test("an encoding that it does not know leaves the content as it is", () => {
    expect(decodeContent(CONTENT, "zstd", 1000)).toEqual(CONTENT);
  });

  test.each(["gzip", "br", "deflate"])("nothing is nothing in %s, too", (encoding) => {
    expect(decodeContent(Buffer.alloc(0), encoding, 1000)).toHaveLength(0);
  });

  test.each([
    ["gzip", gzipSync],
    ["br", brotliCompressSync],
    ["deflate", deflateSync],
  ] as const)(
    "F-07, S-18: a decompression bomb in %s is refused, even inside another encoding",
    (encoding, compress) => {
      const bomb = compress(Buffer.alloc(5_000));
      expect(catchError(() => decodeContent(bomb, encoding, 4_999))).toMatchObject({
        code: "ERR_BUFFER_TOO_LARGE",
      });
      expect(decodeContent(bomb, encoding, 5_000)).toHaveLength(5_000);
      const nested = gzipSync(bomb);
      expect(catchError(() => decodeContent(nested, `${encoding}, gzip`, 4_999))).toMatchObject({
        code: "ERR_BUFFER_TOO_LARGE",
      });
    },
  );
});
