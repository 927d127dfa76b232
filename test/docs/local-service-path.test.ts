import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { scrubEnvironment } from "../support/e2e/scrub-environment";
import { listBlocks } from "./support/page-program";
import { ROOT, readText } from "./support/registry-pages";
import { Terminal } from "./support/terminal";

let scratch: string;
let terminal: Terminal;

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), "local-service-"));
  for (const name of ["home", "bin", "work"]) await mkdir(join(scratch, name));
  const program = `#!/bin/sh\nexec node '${ROOT}/dist/cli.js' "$@"\n`;
  await writeFile(join(scratch, "bin/mergequeue"), program, { mode: 0o755 });
  const PATH = [join(scratch, "bin"), process.env["PATH"]].join(delimiter);
  terminal = new Terminal(join(scratch, "work"), scrubEnvironment(join(scratch, "home"), { PATH }));
});

afterAll(async () => {
  await terminal.run('kill "$SERVICE"');
  await rm(scratch, { recursive: true, force: true });
});

test("the commands of docs/local-service.md work in an empty directory, one block after another", async () => {
  const blocks = listBlocks(readText("docs/local-service.md"), "sh");
  const [options = "", start = "", submit = "", second = "", forecast = "", control = ""] = blocks;
  expect(options.match(/^mergequeue serve/gm)).toHaveLength(5);

  // A service that keeps the output of the block open would keep the block from ending.
  const begin = `${start.replace("> ready.json &", "> ready.json 2> hints.txt &")}export SERVICE=$!`;
  await terminal.run(begin);
  await terminal.run(submit);
  expect((await terminal.run("mergequeue pr list github.com/acme/web/main")).stdout).toContain("#7");
  expect((await terminal.run(second)).stdout).toContain('"repositoryUrl":"https://github.com/acme/web"');
  const { stdout } = await terminal.run(control);
  expect(stdout).toContain("Fix the build");
  expect(stdout).not.toContain('"error"');

  // The first forecast that a reader makes shows a difference.
  await terminal.run('kill "$SERVICE"');
  await terminal.run(begin.replace("mergequeue serve", "mergequeue serve --demo"));
  const shown = (await terminal.run(forecast)).stdout;
  expect(shown).toMatch(/^p90 \+.*, CI minutes per merge −/m);
});
