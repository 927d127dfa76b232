import { spawnSync } from "node:child_process";
import { PARSER_OPTIONS } from "../../../src/api/transport/avoid-optimizing-parser";

/** Sends requests until V8 has either optimized the parser or had every reason to. Prints what it compiles. */
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

/** Runs the requests in a process that optimizes as early as it can, unless options, set while it runs, say otherwise. */
function send(options: readonly string[]): { readonly compiled: string; readonly complaints: string } {
  const eager = ["--wasm-tiering-budget=1000", "--trace-wasm-compilation-times"];
  const { stdout, stderr } = spawnSync(process.execPath, [...eager, "-e", SEND, "--", ...options], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return { compiled: stdout, complaints: stderr };
}

describe("the options against an optimized parser", () => {
  test("are options of this Node.js, and only the baseline compiler compiles the parser", () => {
    const { compiled, complaints } = send(PARSER_OPTIONS);
    expect(complaints).toBe("");
    expect(compiled).toContain("using Liftoff");
    expect(compiled).not.toContain("using TurboFan");
    expect(send([]).compiled).toContain("using TurboFan");
  });
});
