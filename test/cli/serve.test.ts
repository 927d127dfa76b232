import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Emulator } from "../../src/emulator/emulator";
import type { GetQueueResponse } from "../../src/wire/first/get-queue";
import { createGate } from "../support/create-gate";
import { type CommandRun, type Running, run, TERMINAL } from "./fake-context";
import { directory, onDirectory } from "./support/stage";

const COMMAND = join(__dirname, "../../dist/cli.js");

/** Reads the ready line as a program would. */
function readReady(line: string): Pick<Emulator, "url" | "token" | "secondUrl" | "keys"> {
  return JSON.parse(line) as ReturnType<typeof readReady>;
}

const MAIN = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };

interface Served extends ReturnType<typeof readReady> {
  readonly post: (operation: string, body: unknown) => Promise<Response>;
}

onDirectory();

const here = (words: string): Running => run(words, { workingDirectory: directory });

/** What careful defaults give where the published ones are bold. */
const CAREFUL = {
  concurrency: 1,
  mergeMethod: "merge_commit",
  directMergeMode: "off",
  testingTimeoutMinutes: 60,
};

/** Runs the command, does something to the service as soon as it is ready, and stops it. */
async function serveWhile(
  args: readonly string[],
  act: (served: Served) => Promise<void>,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandRun> {
  const stop = createGate();
  let acted: Promise<void> | undefined;
  const ended = await run(["serve", ...args], {
    workingDirectory: directory,
    environment,
    catchStop: () => stop.opened.then(() => "SIGTERM"),
    writeOut: (line) => {
      const ready = readReady(line);
      const token = environment["MERGEQUEUE_TOKEN"] ?? ready.token;
      const headers = { "content-type": "application/json", "x-api-token": token };
      const post: Served["post"] = (operation, body) =>
        fetch(`${ready.url}/${operation}`, { method: "POST", headers, body: JSON.stringify(body) });
      acted = act({ ...ready, post }).finally(stop.open);
    },
  });
  await acted;
  return ended;
}

describe("mergequeue serve", () => {
  test("an empty MERGEQUEUE_TOKEN counts as unset", async () => {
    const { out } = await run("serve", { environment: { MERGEQUEUE_TOKEN: "" } });
    expect(readReady(out).token).toMatch(/^[\w-]{32}$/);
  });

  test("prints one line of JSON when it is ready, and ends after a stop signal", async () => {
    const { exitStatus, out, error } = await serveWhile([], async ({ post }) => {
      expect((await post("getQueue", {})).status).toBe(400);
    });
    const { url, token, secondUrl, keys } = readReady(out);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(out).toBe(`${JSON.stringify({ url, token, secondUrl, keys })}\n`);
    expect(secondUrl).toBe(url.replace("/v1", "/v2"));
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(keys).toEqual({});
    expect(error).toContain(readReady(out).url);
    expect(error).toContain(`Watch its queues at ${new URL("/", readReady(out).url).href}\n`);
    expect(error).toContain("it then forgets everything");
    expect(exitStatus).toBe(0);
    await expect(fetch(readReady(out).url)).rejects.toThrow();
  });

  test("--key generates a key for the second interface, which may do what it says", async () => {
    const args = ["--key", "ci=submit,priority", "--key", "boss=all", "--key", "reader=none"];
    const { error } = await serveWhile(args, async ({ secondUrl, keys, token }) => {
      const create = async (key = ""): Promise<number> => {
        const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
        const body = JSON.stringify({ repositoryId: randomUUID(), targetBranch: "main" });
        return (await fetch(`${secondUrl}/merge-queues`, { method: "POST", headers, body })).status;
      };
      const given = [keys["ci"], keys["boss"], keys["reader"], token, "wrong"];
      expect(await Promise.all(given.map(create))).toEqual([403, 404, 403, 404, 401]);
    });
    expect(error).toMatch(/export MERGEQUEUE_TOKEN="trunk_v2_[\w-]{32}" {2}# reader\n/);
  });

  test.each([
    [["--key", "ci"], "ci=submit,priority"],
    [["--key", "=all"], "ci=submit,priority"],
    [["--key", "ci=submit,everything"], "submit, priority, skip-batching, direct, settings, all, none"],
    [["--key", "ci=all", "--key", "ci=none"], 'Two keys have the label "ci"'],
  ])("refuses %j", async (args, message) => {
    await run(["serve", ...args]).fails(message);
  });

  test("S-03: accepts the token of MERGEQUEUE_TOKEN, and prints its name instead of it", async () => {
    const token = "from-the-environment";
    const use = async ({ post }: Served): Promise<void> => {
      expect((await post("getQueue", {})).status).toBe(400);
    };
    const { out, error } = await serveWhile([], use, { MERGEQUEUE_TOKEN: token });
    expect(readReady(out).token).toBe("$MERGEQUEUE_TOKEN");
    expect(out + error).not.toContain(token);
    expect(error).not.toContain("export MERGEQUEUE_TOKEN");
    expect(error).not.toContain("Warning");
  });

  test("prints lines that can be pasted into a shell", async () => {
    const { out, error } = await run("serve");
    const { url, token } = readReady(out);
    const exports = error.split("\n").filter((line) => line.startsWith("  export "));
    const script = `${exports.join("\n")}\nprintf '%s %s' "$MERGEQUEUE_BASE_URL" "$MERGEQUEUE_TOKEN"`;
    expect(execFileSync("sh", ["-eu"], { input: script, encoding: "utf8" })).toBe(`${url} ${token}`);
  });

  test("S-03: a token that cannot be sent is refused without showing it", async () => {
    const environment = { MERGEQUEUE_TOKEN: "secret with spaces" };
    const { error } = await run("serve", { environment }).fails("visible ASCII");
    expect(error).not.toContain("secret");
  });

  test.each(["-1", "65536", "80.5", "http", ""])("refuses the port %j", async (port) => {
    await run(["serve", `--port=${port}`]).fails("It must be a whole number from 0 to 65535.");
  });
});

describe("mergequeue serve with options", () => {
  test("--data keeps everything in a file, relative to the working directory", async () => {
    const first = await serveWhile(["--data", "queues.data"], async ({ post }) => {
      expect((await post("createQueue", MAIN)).status).toBe(200);
    });
    expect(first.error).toContain("everything is kept in queues.data");
    expect(await readdir(directory)).toEqual(["queues.data"]);
    await serveWhile(["--data", "queues.data"], async ({ post }) => {
      expect((await post("getQueue", MAIN)).status).toBe(200);
    });
  });

  test("--options defines behaviour that the interface does not", async () => {
    const options = { statuses: { queue_exists: 409 }, inheritedStatuses: ["ci/build"] };
    await writeFile(join(directory, "options.json"), JSON.stringify(options));
    await serveWhile(["--options", "options.json"], async ({ post }) => {
      await post("createQueue", MAIN);
      expect((await post("createQueue", MAIN)).status).toBe(409);
      expect(await (await post("getQueue", MAIN)).json()).toMatchObject({ requiredStatuses: ["ci/build"] });
    });
  });

  test("--answers live answers as a live service does, whatever the file of options says", async () => {
    const path = join(directory, "options.json");
    await writeFile(path, JSON.stringify({ answers: "interface", requiresImpactedTargets: "always" }));
    await serveWhile(["--answers", "live", "--options", "options.json"], async ({ post }) => {
      await post("createQueue", MAIN);
      await post("submitPullRequest", { ...MAIN, pr: { number: 7 } });
      expect(await (await post("getQueue", MAIN)).json()).toMatchObject({ enqueuedPullRequests: [] });
    });
    await writeFile(path, "[]");
    await here("serve --answers live --options options.json").fails("an object");
  });

  test.each([
    ["one-line", ["testing", "testing", "pending"]],
    ["one-at-a-time", ["testing", "pending", "pending"]],
  ])("--single-mode %s says how mode single tests", async (mode, expected) => {
    await serveWhile(["--single-mode", mode], async ({ post }) => {
      await post("createQueue", { ...MAIN, mode: "single", concurrency: 2 });
      for (const number of [7, 8, 9]) await post("submitPullRequest", { ...MAIN, pr: { number } });
      const { enqueuedPullRequests } = (await (await post("getQueue", MAIN)).json()) as GetQueueResponse;
      expect(enqueuedPullRequests?.map(({ state }) => state)).toEqual(expected);
    });
  });

  const FILE = { defaults: "careful", newQueue: { concurrency: 3 } };
  test.each<[what: string, args: string[], options: object, created: object]>([
    ["as published", [], {}, { concurrency: 5, mergeMethod: "squash", directMergeMode: "always" }],
    ["careful", ["--defaults", "careful"], { defaults: "published" }, CAREFUL],
    ["careful by the file, but for one", [], FILE, { ...CAREFUL, concurrency: 3 }],
  ])("new queues are %s; --defaults wins over the file of options", async (_, args, options, created) => {
    await writeFile(join(directory, "options.json"), JSON.stringify(options));
    await serveWhile([...args, "--options", "options.json"], async ({ post }) => {
      await post("createQueue", MAIN);
      expect(await (await post("getQueue", MAIN)).json()).toMatchObject(created);
    });
  });

  test("--options refuses a file that is not JSON", async () => {
    await writeFile(join(directory, "options.json"), "{");
    await here("serve --options options.json").fails('The file of options, "options.json", is not JSON');
  });

  test("--auto lets pull requests of a parallel queue merge by themselves", async () => {
    const args = ["--auto", "--auto-duration", "0", "--auto-failure-rate", "0"];
    await serveWhile(args, async ({ post }) => {
      await post("createQueue", { ...MAIN, mode: "parallel", concurrency: 4 });
      await post("submitPullRequest", { ...MAIN, pr: { number: 7 } });
      const response = await post("getSubmittedPullRequest", { ...MAIN, pr: { number: 7 } });
      expect(await response.json()).toMatchObject({ prNumber: 7, state: "merged" });
    });
  });

  test("--demo on a terminal shows the token once, and commands that work on its queues", async () => {
    const load = "--workload workload.json --test-time 8m --pull-requests 20 --replications 2";
    const stop = createGate();
    let acted: Promise<void> | undefined;
    const shown: string[] = [];
    const act = async (text: string): Promise<void> => {
      const given = [...text.matchAll(/export (\w+)="(.+)"/g)].map(([, name = "", value]) => [name, value]);
      const steps = [...text.matchAll(/^ {2}mergequeue (.+)$/gm)].map(([, args = ""]) => args);
      for (const args of [
        ...steps.map((step) => (step.startsWith("queue resume") ? `${step} --auto-approve` : step)),
        "metrics github.com/acme/web",
        "workload record github.com/acme/catalog/main --out workload.json",
        `simulate github.com/acme/catalog/main --set concurrency=2 ${load}`,
      ]) {
        const { out } = await run(args, {
          environment: Object.fromEntries(given) as Readonly<Record<string, string>>,
          workingDirectory: directory,
          catchStop: () => new Promise(() => undefined),
          nowMs: Date.now,
        }).endsWith(0);
        shown.push(out);
      }
    };
    const { out, error } = await run(["serve", "--demo"], {
      terminal: TERMINAL,
      catchStop: () => stop.opened.then(() => "SIGTERM"),
      writeError: (text) => {
        acted = act(text).finally(stop.open);
      },
    });
    await acted;
    expect(out).toBe("");
    expect(error.match(/MERGEQUEUE_TOKEN=/g)).toHaveLength(1);
    expect(shown.slice(0, 3).join("\n")).toMatch(/testing.*\nNUMBER.*(?:\n#\d+ +failed .*){3}\n.*running/s);
    expect(await readFile(join(directory, "workload.json"), "utf8")).not.toContain("null");
  });

  test.each([
    ["--auto-duration=5-", "Give seconds such as 20"],
    ["--auto-duration=20-5", "the shorter time first"],
    ["--auto-failure-rate=1.5", "It must be a share from 0 to 1"],
    ["--auto-failure-rate=", "It must be a share from 0 to 1"],
  ])("refuses %s", async (argument, message) => {
    await run(["serve", "--auto", argument]).fails(message);
  });

  test.each(["--auto-duration=5", "--auto-failure-rate=0.2"])("refuses %s without --auto", async (flag) => {
    await run(["serve", flag]).fails("need --auto or --demo. Add --auto, or leave these options out.");
  });
});

describe("mergequeue serve as a process", () => {
  type Served = ChildProcessByStdio<null, Readable, Readable>;
  const children: Served[] = [];

  /** Starts the built command and waits until it is ready. */
  async function start(args: readonly string[] = []): Promise<{ child: Served; url: string }> {
    const child = spawn(process.execPath, [COMMAND, "serve", ...args], {
      env: { PATH: process.env["PATH"] },
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    child.stderr.resume();
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return { child, url: readReady(line).url };
  }

  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  test.each([
    ["SIGTERM", 0],
    ["SIGINT", 130],
  ] as const)("L-1: ends on %s with status %d, even while a connection is open", async (signal, status) => {
    const { child, url } = await start();
    // Keeps a connection alive: the service must not wait for it.
    await (await fetch(`${url}/getQueue`, { method: "POST" })).text();
    const exited = once(child, "exit");
    child.kill(signal);
    expect(await exited).toEqual([status, null]);
  });
});
