import { createRequire } from "node:module";
import { resolve } from "node:path";
import { build } from "esbuild";
import { trimUndici } from "../../scripts/build/trim-undici";

const ROOT = resolve(__dirname, "../..");

/** Bundles a program as the provider's bundle is made; returns its code and the files in it. */
async function bundle(contents: string): Promise<{ code: string; files: string[] }> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    metafile: true,
    plugins: [trimUndici(ROOT)],
  });
  return { code: outputFiles[0]?.text ?? "", files: Object.keys(metafile.inputs) };
}

/** Runs a program that `bundle` made. */
function run(code: string): void {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the output of the bundler above
  const start = new Function("require", "module", code) as (require: NodeJS.Require, module: object) => void;
  start(createRequire(__filename), { exports: {} });
}

describe("trimUndici", () => {
  test("leaves out fetch, HTTP/2 and Node's own HTTP client, which the transport does not use", async () => {
    const { code, files } = await bundle('require("undici")');
    expect(files).toContain("node_modules/undici/lib/dispatcher/client-h1.js");
    expect(files).toContain("node_modules/undici/lib/dispatcher/proxy-agent.js");
    expect(files.filter((file) => file.includes("/undici/lib/web/"))).toEqual([
      "node_modules/undici/lib/web/fetch/body.js",
    ]);
    expect(code).toContain("node:net");
    expect(code).not.toContain("node:http2");
    expect(code).not.toMatch(/require\("node:http"\)/);
  });

  test.each([
    ["dispatcher/client-h2.js", "part({}, {})"],
    ["dispatcher/socks5-proxy-agent.js", 'new part("socks5://127.0.0.1")'],
    ["web/fetch/body.js", "part.extractBody({})"],
  ])("what it leaves out of %s can be loaded, and its use fails clearly", async (part, use) => {
    const load = `const part = require("undici/lib/${part}");`;
    run((await bundle(load)).code);
    const { code } = await bundle(`${load} ${use};`);
    expect(() => {
      run(code);
    }).toThrow("This part of undici is not in the bundle: scripts/build/trim-undici.ts.");
  });
});
