import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "../support/make-scratch";

const ROOT = join(__dirname, "../..");

let project: string;

beforeEach(() => {
  project = makeScratch();
});

function write(path: string, content: string): void {
  mkdirSync(join(project, path, ".."), { recursive: true });
  writeFileSync(join(project, path), content);
}

/** Synthesizes with the built constructs in a process of its own, and returns what it recorded. */
function synthesize(
  program: string,
  outdir = "cdktf.out",
): { directory: string; files: Record<string, string> } {
  execFileSync(process.execPath, [program], { cwd: project, env: { ...process.env, CDKTF_OUTDIR: outdir } });
  return JSON.parse(readFileSync(join(project, outdir, "mergequeue-sources.json"), "utf8")) as never;
}

const MODULES = `const { App, TerraformStack } = require(${JSON.stringify(join(ROOT, "node_modules/cdktf"))});
const { MergeQueueProvider } = require(${JSON.stringify(join(ROOT, "dist/index.js"))});
exports.run = () => {
  const app = new App();
  for (const name of ["a", "b"]) new MergeQueueProvider(new TerraformStack(app, name), "mergequeue", { plugin: false });
  app.synth();
};`;

test("synthesis records the modules that it loaded from below the project, and the CDK's configuration", () => {
  write("cdktf.json", "{}");
  write("main.js", 'require("./lib/queues.js").run();');
  write("lib/queues.js", MODULES);
  write("unused.js", "");
  write("node_modules/foreign/index.js", "");
  mkdirSync(join(project, "build"));
  const { directory, files } = synthesize("main.js", "build/out");
  expect(directory).toBe("../..");
  expect(Object.keys(files)).toEqual(["cdktf.json", "lib/queues.js", "main.js"]);
  expect(files["cdktf.json"]).toBe("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});

test("where a program is an ES module, synthesis records every program but tests and what is not the project's", () => {
  const path = JSON.stringify(join(project, "queues.cjs"));
  const program = `import { createRequire } from "node:module"; createRequire(import.meta.url)(${path}).run();`;
  write("main.mjs", program);
  write("queues.cjs", MODULES);
  const foreign = ["a.d.ts", "queues.test.ts", "test/a.ts", "node_modules/f/i.js", ".h/a.js", "a.md"];
  for (const other of ["lib/more.ts", ...foreign]) write(other, "");
  const { directory, files } = synthesize("main.mjs");
  expect(directory).toBe("..");
  expect(Object.keys(files)).toEqual(["lib/more.ts", "main.mjs", "queues.cjs"]);
});
