import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { devDependencies } from "../../../package.json";
import type { CommandProcess } from "../../../src/cli/command-session";
import { PACKAGE_NAME, VERSION } from "../../../src/product";
import { scrubEnvironment } from "../../support/e2e/scrub-environment";
import { type Running, run } from "../fake-context";
import { QUEUE_ID, TOKEN } from "../support/run-on-service";
import { call, directory, onDirectory, onService } from "../support/stage";

const ROOT = resolve(__dirname, "../../..");
const CODE = join(ROOT, "src/cli");
const FLAGS = ["--template", "hcl", "--queue", QUEUE_ID, "--required-status", "ci/build"] as const;

onDirectory();

function init(args: readonly string[], changes: Partial<CommandProcess> = {}): Running {
  const catchStop = (): Promise<never> => new Promise(() => undefined);
  return run(["init", ...args], { codeDirectory: CODE, workingDirectory: directory, catchStop, ...changes });
}

/** A terminal whose user gives these answers; undefined ends the input. */
function answerInOrder(...answers: readonly (string | undefined)[]): Partial<CommandProcess> {
  const left = [...answers];
  return {
    terminal: { isInput: true, isOut: true, isError: true, columns: 500 },
    readLine: async () => {
      if (left.length === 0) throw new Error("one question too many");
      return left.shift();
    },
  };
}

/** Lists all files, relative to the directory. */
function listFiles(): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

function read(file: string): string {
  return readFileSync(join(directory, file), "utf8");
}

describe("mergequeue init without a terminal", () => {
  test.each([
    [[], {}],
    [["--template", "hcl", "--required-status", "ci/build"], {}],
    [["--token-file", "-"], answerInOrder("hcl")],
  ])("init %p lacks the queue and writes nothing", async (args, changes) => {
    await init(args, changes).fails(
      "There is no terminal to ask on. Give --queue or --from. Nothing was written.",
    );
    expect(listFiles()).toEqual([]);
  });

  test("--queue is enough for a project for CDK Terrain that leaves required statuses to branch protection", async () => {
    expect(await init(["--queue", QUEUE_ID])).toMatchObject({ exitStatus: 0, error: "" });
    const text = read("queues.ts");
    expect(text).toContain('from "terraform-provider-mergequeue/cdktn";');
    expect(text).toContain('    mode: "single",\n');
    expect(text).toContain("// Required statuses are those of branch protection.");
    expect(text).not.toContain("requiredStatuses");
  });

  test.each([
    [["--template", "java"], "Allowed choices are cdktn, cdktf, hcl"],
    [["--queue", "github.com/acme"], "github.com/acme"],
    [["--required-status", " "], "Must contain only non-empty names"],
    [["--from", QUEUE_ID, "--queue", QUEUE_ID], "cannot be used with"],
  ])("init with %p is refused before anything is written", async (args, message) => {
    await init([...FLAGS, ...args]).fails(message);
    expect(listFiles()).toEqual([]);
  });
});

describe("mergequeue init on a terminal", () => {
  test("asks three questions, each again after an invalid answer, and writes the project", async () => {
    const answers = answerInOrder("hlc", "hcl", "acme/web", QUEUE_ID, "perhaps", "");
    const { error, out } = await init([], answers).endsWith(0);
    expect(error).toMatch(
      /Which template do you want\?[^]*Queue \([^]*Does this queue exist\?[^]*Answer yes or no\./,
    );
    expect(error).toContain('There is no template "hlc". Did you mean hcl?');
    expect(error).not.toContain("untested");
    const [, list = ""] = /^Wrote\n((?: {2}.*\n)+)/.exec(out) ?? [];
    expect(list.trim().split(/\s+/)).toEqual(listFiles());
    expect(read("main.tf")).not.toContain("required_statuses");
  });

  test.each([
    ["--queue", QUEUE_ID],
    ["--required-status", "ci/build"],
  ])(
    "an empty answer chooses CDK Terrain; with %s %s it does not ask if the queue is new",
    async (...args) => {
      await init(args, answerInOrder("", QUEUE_ID)).endsWith(0);
      expect(read("queues.ts")).toContain('from "terraform-provider-mergequeue/cdktn";');
    },
  );

  test("the end of the input and an interrupt write nothing", async () => {
    const ended = init([], answerInOrder("hcl", undefined));
    await ended.endsWith(1, "The input ended before the last question. Nothing was written.");
    await init([], {
      ...answerInOrder(),
      catchStop: () => Promise.resolve("SIGINT"),
      readLine: (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            reject(new Error("aborted"));
          });
        }),
    }).endsWith(130);
    expect(listFiles()).toEqual([]);
  });

  test("the process reads answers that are pasted at once, and ends although its input stays open", async () => {
    const preload = join(directory, "terminal.cjs");
    writeFileSync(preload, "process.stdin.isTTY = process.stderr.isTTY = true;");
    const project = join(directory, "project");
    mkdirSync(project);
    const child = spawn(process.execPath, ["--require", preload, join(ROOT, "dist/cli.js"), "init"], {
      cwd: project,
      env: scrubEnvironment(directory),
    });
    child.stdin.write(`hcl\n${QUEUE_ID}\nn\n`);
    const [status] = (await once(child, "close")) as [number];
    expect(status).toBe(0);
    expect(readdirSync(project)).toContain("main.tf");
  });
});

describe.each(["cdktn", "cdktf", "hcl", "pulumi"])("the project of --template %s", (template) => {
  const makeProject = (...args: readonly string[]): Running =>
    init(["--template", template, "--queue", QUEUE_ID, ...args]);

  const readAll = (): string => listFiles().map(read).join("\n");

  test("sets required statuses only if they are given, and never says that pull requests merge untested", async () => {
    const { out } = await makeProject();
    const declared = /required_?statuses/i;
    expect(readAll().replaceAll(/.*(?:\/\/|#).*Required statuses.*/g, "")).not.toMatch(declared);
    expect(out + readAll()).not.toContain("untested");
    // Tested one by one, so that no targets have to be reported.
    expect(readAll()).toMatch(/^ *mode *[:=] "?single"?,?$/m);
    expect(out).toContain("npx --no mergequeue serve --auto\n");
    for (const file of listFiles()) rmSync(join(directory, file));
    await makeProject("--required-status", "ci/build");
    expect(readAll()).toMatch(/required_?statuses"?(?::| =) \["ci\/build"\]/i);
  });
});

describe("mergequeue init in a project with a CDK", () => {
  test.each([
    ["cdktf", "jest", '"terraform-provider-mergequeue"', '"@jest/globals"'],
    ["cdktn", "vitest", '"terraform-provider-mergequeue/cdktn"', '"vitest"'],
    ["cdktf", "tsx", '"terraform-provider-mergequeue"', '"node:test"'],
  ])(
    "of %s and %s adds queues and a test, and says how to call them",
    async (library, runner, from, test) => {
      const text = JSON.stringify({ dependencies: { [library]: "1" }, devDependencies: { [runner]: "1" } });
      writeFileSync(join(directory, "package.json"), text);
      writeFileSync(join(directory, "main.ts"), "mine");
      const { out } = await init(["--queue", QUEUE_ID]).endsWith(0);
      expect(listFiles()).toEqual(["main.ts", "package.json", "queues.test.ts", "queues.ts"]);
      expect([read("main.ts"), read("package.json")]).toEqual(["mine", text]);
      expect(read("queues.ts")).toContain(`from ${from};`);
      expect(read("queues.test.ts")).toContain(`import { test } from ${test};`);
      expect(out).toMatch(/^Wrote\n {2}queues\.test\.ts\n {2}queues\.ts\n\n[^]*\n {2}declareQueues\(this\);/);
    },
  );

  test("another template is a project of its own, which overwrites nothing", async () => {
    writeFileSync(join(directory, "package.json"), JSON.stringify({ dependencies: { cdktf: "1" } }));
    await init(FLAGS).fails("These files of the project exist already: package.json. Nothing was written.");
  });
});

describe("the files of mergequeue init", () => {
  test("existing files are named and left alone, and nothing is written beside them", async () => {
    mkdirSync(join(directory, "tests"));
    writeFileSync(join(directory, "tests/queues.tftest.hcl"), "mine");
    symlinkSync("/nowhere/at/all", join(directory, "main.tf"));
    await init(FLAGS).fails(
      "These files of the project exist already: main.tf, tests/queues.tftest.hcl. Nothing was written.",
    );
    expect(listFiles()).toEqual(["main.tf", "tests/queues.tftest.hcl"]);
    expect(read("tests/queues.tftest.hcl")).toBe("mine");
  });

  test("a README of the repository is kept, and the project has none", async () => {
    writeFileSync(join(directory, "README.md"), "mine");
    expect((await init(FLAGS).endsWith(0)).out).not.toContain("README.md");
    expect(read("README.md")).toBe("mine");
  });

  test("if a file cannot be written, those before it are removed again", async () => {
    writeFileSync(join(directory, "tests"), "mine");
    await init(FLAGS).fails("The project cannot be written: ");
    expect(listFiles()).toEqual(["tests"]);
  });

  test("the package's archive is packed first, unless it is there", async () => {
    const archive = `${PACKAGE_NAME}-${VERSION}.tgz`;
    const first = await init(FLAGS);
    expect(first.out).toContain(`npm pack --silent --ignore-scripts "${ROOT}"`);
    expect(read("package.json")).toContain(`"${PACKAGE_NAME}": "file:${archive}"`);
    for (const file of listFiles()) rmSync(join(directory, file));
    writeFileSync(join(directory, archive), "");
    expect((await init(FLAGS)).out).not.toContain("npm pack");
  });

  test("the packages of a project are those that this one is tested with", async () => {
    for (const template of ["cdktf", "cdktn"]) {
      await init([...FLAGS, "--template", template]);
      const made = JSON.parse(read("package.json")) as Record<string, Record<string, string>>;
      const { [PACKAGE_NAME]: own, ...others } = { ...made["dependencies"], ...made["devDependencies"] };
      expect(own).toMatch(/^file:/);
      expect(Object.keys(others)).toContain(template);
      expect(devDependencies).toMatchObject(others);
      for (const file of listFiles()) rmSync(join(directory, file));
    }
  });

  test("the workflows use the same actions as the recipes", async () => {
    const listActions = (text: string): string[] => text.match(/uses: .*/g) ?? [];
    const recipes = ["queues.yml", "queues-terraform.yml"].map((name) =>
      readFileSync(join(ROOT, "examples/recipes/github-actions", name), "utf8"),
    );
    const known = recipes.flatMap(listActions);
    for (const folder of ["workflow", "pulumi"]) {
      const file = join(CODE, "init/templates", folder, ".github/workflows/queues.yml");
      const used = listActions(readFileSync(file, "utf8"));
      expect(used.length).toBeGreaterThan(1);
      expect(known).toEqual(expect.arrayContaining(used));
    }
  });
});

describe("mergequeue init --template pulumi", () => {
  /** Returns the properties of the only resource, with dollar signs as Pulumi reads them. */
  function readProperties(name: string): unknown {
    const { resources } = parse(read("Pulumi.yaml")) as {
      readonly resources: Readonly<Record<string, { readonly type: string; readonly properties: object }>>;
    };
    expect(Object.keys(resources)).toEqual([name]);
    expect(resources[name]?.type).toBe("mergequeue:Queue");
    return JSON.parse(JSON.stringify(resources[name]?.properties).replaceAll("$$", "$"));
  }

  test("declares a queue whose names mean something to Pulumi and to YAML", async () => {
    const branch = `release/"\${x}:#%$$y'`;
    await init([
      ...["--template", "pulumi", "--queue", `github.com/acme/web/${branch}`],
      ...["--required-status", "yes", "--required-status", "say: ${hi}"],
    ]);
    expect(readProperties("acme_web_release_x_y")).toEqual({
      repo: { host: "github.com", owner: "acme", name: "web" },
      targetBranch: branch,
      requiredStatuses: ["yes", "say: ${hi}"],
      mode: "single",
      mergeMethod: "squash",
    });
  });
});

describe("mergequeue init --from", () => {
  onService();

  function initFrom(id: string, environment: Readonly<Record<string, string>> = {}): Running {
    return call(["init", "--template", "cdktf", "--from", id], { codeDirectory: CODE, environment });
  }

  test("on a terminal, a queue that exists is offered", async () => {
    await call("init", { codeDirectory: CODE, ...answerInOrder("hcl", QUEUE_ID, "Yes") }).endsWith(0);
    expect(read("main.tf")).toMatch(/^ {2}concurrency +=( 2)$/m);
  });

  test("a queue that cannot be read is the command's error, and nothing is written", async () => {
    await initFrom("github.com/acme/api/main").fails("There is no queue github.com/acme/api/main.");
    expect(listFiles()).toEqual([]);
  });

  test("no project is written with the token in it", async () => {
    const environment = { MERGEQUEUE_TOKEN: TOKEN };
    const made = init([...FLAGS, "--required-status", TOKEN], { environment });
    await made.fails("The output would contain the API token");
    expect(listFiles()).toEqual([]);
  });
});
