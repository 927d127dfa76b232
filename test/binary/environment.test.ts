import "./support/use-binary";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator/start-emulator";
import { QUEUE_TYPE } from "../conformance/support/provider-under-test";
import { listErrors, TerraformSide } from "../plugin/support/terraform-side";
import { state } from "../provider/support/queue-values";
import { layOutProvider } from "../support/e2e/provider-source";
import { makeScratch } from "../support/make-scratch";

let base: string;
let executable: string;
/** A file that exists if other code than the provider's has run in its process. */
let trace: string;
let canary: string;
let emulator: Emulator;

beforeAll(async () => {
  base = makeScratch("mq-bin-");
  executable = await layOutProvider(base);
  trace = join(base, "trace");
  canary = join(base, "canary.js");
  await writeFile(canary, `require("node:fs").writeFileSync(${JSON.stringify(trace)}, "ran");`);
  emulator = await startEmulator();
});

afterAll(async () => {
  await emulator.close();
});

/** Reads a queue, and returns the errors. */
async function read(side: TerraformSide, given: { readonly [argument: string]: string }) {
  const errors = listErrors(await side.configure(given));
  const { diagnostics } = await side.read(QUEUE_TYPE, state());
  await side.close();
  return [...errors, ...listErrors(diagnostics)];
}

test("S-09: the compiled provider does not read anything from the working directory", async () => {
  const cwd = join(base, "stack");
  const module = join(cwd, "node_modules/undici");
  await mkdir(module, { recursive: true });
  const hostile = `MERGEQUEUE_TOKEN=of-a-file\nMERGEQUEUE_BASE_URL=${emulator.url}\n`;
  for (const name of [".env", ".env.local", ".env.production"]) await writeFile(join(cwd, name), hostile);
  await writeFile(join(cwd, "bunfig.toml"), `preload = [${JSON.stringify(canary)}]\n`);
  await writeFile(
    join(cwd, "tsconfig.json"),
    '{"compilerOptions":{"paths":{"*":["./node_modules/undici"]}}}',
  );
  await writeFile(join(cwd, "package.json"), '{"type":"module","imports":{"#x":"./node_modules/undici"}}');
  await writeFile(join(module, "index.js"), `require(${JSON.stringify(canary)});`);

  const side = await TerraformSide.start({ command: [executable], cwd });
  const errors = await read(side, {});

  expect(errors.join("\n")).toMatch(/base_url|token/);
  expect(emulator.requests).toEqual([]);
  expect(existsSync(trace)).toBe(false);
});

test("S-09: variables that are meant for programs of Node.js and Bun change nothing", async () => {
  const side = await TerraformSide.start({
    command: [executable],
    env: {
      NODE_OPTIONS: `--require ${canary}`,
      NODE_PATH: base,
      BUN_OPTIONS: `--preload ${canary}`,
      BUN_BE_BUN: "1",
      BUN_INSPECT: "ws://127.0.0.1:0/",
      BUN_INSPECT_PRELOAD: canary,
      BUN_CONFIG_VERBOSE_FETCH: "curl",
    },
  });
  const errors = await read(side, { base_url: emulator.url, token: emulator.token });

  expect(errors).toEqual([]);
  expect(emulator.requests.map(({ operation }) => operation)).toContain("getQueue");
  expect(side.process.stderr()).toBe("");
  expect(existsSync(trace)).toBe(false);
});
