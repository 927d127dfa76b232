import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundleEntry } from "../../scripts/build/bundle-entry";
import { ENTRIES } from "../../scripts/build/entries";
import type { OpenEmulator } from "../../src/emulator/start-emulator";
import { QUEUE_ID, startService, TOKEN } from "../cli/support/run-on-service";
import { makeScratch } from "../support/make-scratch";

const run = promisify(execFile);

/** What the help needs. */
const PARSER = ["cli.js", "command-commander.js", "command-parser.js", "command.js"];

describe("the command's bundle", () => {
  let directory = "";
  let contents: ReadonlyMap<string, readonly string[]> = new Map();
  let service: OpenEmulator;

  beforeAll(async () => {
    directory = makeScratch();
    const entry = ENTRIES.find(({ outFile }) => outFile === "command.js");
    if (entry === undefined) throw new Error("no entry is the command");
    contents = await bundleEntry(resolve(__dirname, "../.."), entry, directory);
    // Lists the code that a process has loaded, after all else.
    const list = "console.error(Object.keys(require.cache).join('\\n'))";
    await writeFile(join(directory, "list-loaded.cjs"), `process.on("exit", () => ${list});`);
    service = await startService();
  });

  afterAll(async () => {
    await service.close();
  });

  /** Runs a command line. @returns the names of the files of the bundle that it loads */
  async function listLoaded(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<string[]> {
    const command = ["--require", join(directory, "list-loaded.cjs"), join(directory, "cli.js"), ...args];
    const connection = { MERGEQUEUE_BASE_URL: service.url, MERGEQUEUE_TOKEN: TOKEN };
    const { stderr } = await run(process.execPath, command, { env: { ...connection, ...env } });
    const paths = stderr.split("\n").filter((path) => path.startsWith(directory));
    const names = paths.map((path) => basename(path));
    return names.filter((name) => name !== "list-loaded.cjs").sort();
  }

  test("--version loads nothing but its text", async () => {
    expect(await listLoaded(["--version"])).toEqual(["cli.js", "command.js"]);
  });

  test.each([[["--help"]], [["queue", "--help"]], [["completion", "--help"]]])(
    "%j loads the parser only",
    async (args) => {
      expect(await listLoaded(args)).toEqual(PARSER);
    },
  );

  test("the parser contains no code of clients, plans, reports, simulations and services", () => {
    const inputs = contents.get("command-parser.js") ?? [];
    const packages = inputs.flatMap((input) => /^node_modules\/([^/]+)/.exec(input)?.[1] ?? []);
    const widths = ["ansi-regex", "emoji-regex", "is-fullwidth-code-point", "string-width", "strip-ansi"];
    expect([...new Set(packages)].sort()).toEqual(widths);
    const light = /^src\/(text|queue|cli)\/|^src\/(product|api\/clock|api\/request-limiter)\.ts$/;
    expect(inputs.filter((input) => input.startsWith("src/") && !light.test(input)).sort()).toEqual([
      "src/distribution/distribution-error.ts",
      "src/report/print-json.ts",
      "src/report/wrap-text.ts",
    ]);
    const subcommands = inputs.filter((input) => input.startsWith("src/cli/commands/"));
    expect(subcommands.sort()).toEqual(["src/cli/commands/completion.ts", "src/cli/commands/version.ts"]);
  });

  test("queue get loads what reads live queues, and the client", async () => {
    const args = ["queue", "get", QUEUE_ID];
    expect(await listLoaded(args)).toEqual([...PARSER, "command-client.js", "command-live.js"].sort());
  });

  test("local-exec loads its own code, and the client", async () => {
    const repo = { host: "github.com", owner: "acme", name: "web" };
    const queue = { repo, target_branch: "other", concurrency: 2 };
    const env = { MERGEQUEUE_QUEUE: JSON.stringify(queue) };
    const files = [...PARSER, "command-client.js", "command-local-exec.js"].sort();
    expect(await listLoaded(["local-exec", "create"], env)).toEqual(files);
    expect(await listLoaded(["local-exec", "configure"], env)).toEqual(files);
  });

  test.each(["command-live.js", "command-local-exec.js", "command-client.js"])(
    "%s contains no code of simulations, services and reports",
    (file) => {
      const inputs = contents.get(file) ?? [];
      expect(inputs).toContain("src/queue/settings.ts");
      expect(inputs.filter((input) => /^src\/(foresight|emulator|cli\/report)\//.test(input))).toEqual([]);
    },
  );

  test("one file contains the parser, whose errors are recognized by class", () => {
    const places = [...contents].filter(([, inputs]) =>
      inputs.some((input) => input.includes("/commander/")),
    );
    expect(places.map(([file]) => file)).toEqual(["command-commander.js"]);
  });

  test("requires only Node.js and its own files", async () => {
    const { builtinModules } = jest.requireActual<{ builtinModules: readonly string[] }>("node:module");
    const code = await Promise.all(
      [...contents.keys()].map((file) => readFile(join(directory, file), "utf8")),
    );
    const required = code.flatMap((text) =>
      [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name = ""]) => name.replace(/^node:/, "")),
    );
    expect(required).toContain("./command-client.js");
    const known = new Set([...builtinModules, ...[...contents.keys()].map((file) => `./${file}`)]);
    expect([...new Set(required)].filter((name) => !known.has(name))).toEqual([]);
  });
});
