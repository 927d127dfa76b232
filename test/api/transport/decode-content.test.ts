import { spawnSync } from "node:child_process";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { PARSER_OPTIONS } from "../../../src/api/transport/avoid-optimizing-parser";
import { decodeContent } from "../../../src/api/transport/undici-transport";
import { catchError } from "../../support/catch-error";

const CONTENT = Buffer.from('{"concurrency":3}');

/** Sends requests until V8 has optimized the parser or had every reason to. Prints what it compiles. */
const SEND = `
const { createServer } = require("node:http");
const { Pool } = require("undici");
for (const option of process.argv.slice(1)) require("node:v8").setFlagsFromString(option);
const server = createServer((request, response) => response.end("{}")).listen(0, "127.0.0.1", async () => {
  const pool = new Pool("http://127.0.0.1:" + server.address().port);
  for (let count = 0; count < 100; count += 1) {
    const { body } = await pool.request({ method: "GET", path: "/" });
    await body.text();
  }
  await pool.close();
  server.close();
});
`;

/** Runs the requests in a process that optimizes eagerly, unless options set while it runs say otherwise. */
function send(options: readonly string[]): { readonly compiled: string; readonly complaints: string } {
  const eager = ["--wasm-tiering-budget=1000", "--trace-wasm-compilation-times"];
  const { stdout, stderr } = spawnSync(process.execPath, [...eager, "-e", SEND, "--", ...options], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return { compiled: stdout, complaints: stderr };
}

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
  ] as const)("F-07, S-18: a bomb in %s is refused, even inside another encoding", (encoding, compress) => {
    const bomb = compress(Buffer.alloc(5_000));
    expect(decodeContent(bomb, encoding, 5_000)).toHaveLength(5_000);
    for (const [content, encodings] of [
      [bomb, encoding],
      [gzipSync(bomb), `${encoding}, gzip`],
    ] as const) {
      const error = catchError(() => decodeContent(content, encodings, 4_999));
      expect(error).toMatchObject({ code: "ERR_BUFFER_TOO_LARGE" });
    }
  });
});

describe("the options against an optimized parser", () => {
  test("are options of this Node.js, and only the baseline compiler compiles the parser", () => {
    const { compiled, complaints } = send(PARSER_OPTIONS);
    expect(complaints).toBe("");
    expect(compiled).toContain("using Liftoff");
    expect(compiled).not.toContain("using TurboFan");
    expect(send([]).compiled).toContain("using TurboFan");
  });
});
