import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { onOperation } from "../../src/emulator/faults";
import { parseQueueId } from "../../src/queue/parse-queue-id";
import { createGate } from "../support/create-gate";
import { QUEUE_ID, submit, TOKEN } from "./support/run-on-service";
import { directory, emulator, onStage } from "./support/stage";
import { writeStack } from "./support/write-stack";

const COMMAND = join(__dirname, "../../dist/cli.js");

type Running = ChildProcessByStdio<null, Readable, Readable>;

const children: Running[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

onStage();

/** Starts the built command. */
function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  output: number | "pipe" = "pipe",
): Running {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env["PATH"], MERGEQUEUE_BASE_URL: emulator.url, MERGEQUEUE_TOKEN: TOKEN, ...env },
    stdio: ["ignore", output, "pipe"],
  }) as Running;
  children.push(child);
  return child;
}

/** Waits for the end of a process, and returns its status and standard error. */
async function endOf(child: Running) {
  const exited = once(child, "exit") as Promise<[number | null]>;
  const [error, [status]] = await Promise.all([text(child.stderr), exited]);
  return { status, error };
}

async function finish(child: Running) {
  const [out, ended] = await Promise.all([text(child.stdout), endOf(child)]);
  return { ...ended, out };
}

describe("mergequeue as a process", () => {
  test("however often init asks, only its own words are in the prompt", () => {
    const preload = join(directory, "terminal.cjs");
    writeFileSync(preload, "process.stdin.isTTY = process.stderr.isTTY = true;");
    const { stderr } = spawnSync(process.execPath, ["--require", preload, COMMAND, "init"], {
      // A directory without package.json, so that it asks for the template.
      cwd: directory,
      env: { PATH: process.env["PATH"] },
      input: "wrong\n".repeat(12),
      encoding: "utf8",
    });
    expect(stderr.split('There is no template "wrong".')).toHaveLength(13);
    expect(stderr).not.toMatch(/warning|listener/i);
  });

  test("a user without HOME, whom the machine does not list, can use it", async () => {
    const preload = join(directory, "no-user.cjs");
    writeFileSync(preload, 'require("node:os").homedir = () => { throw new Error("ENOENT: no user"); };');
    const env = { NODE_OPTIONS: `--require "${preload}"` };
    const { status, error } = await finish(start(["queue", "get", QUEUE_ID], env));
    expect({ status, error }).toEqual({ status: 0, error: "" });
  });

  test("L-1, L-2: a success is status 0 and one document, and the process ends by itself", async () => {
    const { status, out, error } = await finish(start(["queue", "get", QUEUE_ID, "--json"]));
    expect({ status, error }).toEqual({ status: 0, error: "" });
    expect(JSON.parse(out)).toMatchObject({ state: "running" });
  });

  test("S-03: the token is in no output, not even with every debugging switch on", async () => {
    const env = { DEBUG: "*", NODE_DEBUG: "http,net,tls,undici" };
    const { status, out, error } = await finish(start(["--verbose", "queue", "get", "h.io/o/n/b"], env));
    expect(status).toBe(1);
    expect(error).toContain("404");
    expect(out + error).not.toContain(TOKEN);
  });

  const cannotWrite = existsSync("/dev/full") ? test : test.skip;

  /** Runs a command on a stack, with a standard output that is full. */
  async function runIntoFull(...args: readonly string[]) {
    writeStack(directory, { [QUEUE_ID]: { concurrency: 9 }, "github.com/acme/new/main": {} });
    const full = openSync("/dev/full", "w");
    const ended = await endOf(start(args, {}, full));
    closeSync(full);
    return ended;
  }

  cannotWrite.each([[["plan", "--detailed-exitcode"]], [["--help"]]])(
    "L-1: %j whose output cannot be written is an error, and says so",
    async (words) => {
      const { error, status } = await runIntoFull(...words, ...(words[0] === "plan" ? [directory] : []));
      expect(status).toBe(1);
      expect(error).toMatch(/^Error: Standard output cannot be written: .*ENOSPC.*\n$/);
    },
  );

  cannotWrite.each([[[]], [["--json"]]])(
    "L-1: an apply %j whose output cannot be written says on standard error what it did, status 1",
    async (options) => {
      const { error, status } = await runIntoFull("apply", directory, "--auto-approve", ...options);
      expect(status).toBe(1);
      expect(error).toMatch(/^Error: Standard output cannot be written: .*ENOSPC/m);
      expect(error).toContain("github.com/acme/new/main: created");
      const done = options.length === 0 ? "Done: 1 created, 1 changed, 0 destroyed." : '"result": "created"';
      expect(error).toContain(done);
    },
  );

  test("closed standard error does not keep the command from its work", async () => {
    submit(emulator, 7);
    const child = start(["pr", "get", QUEUE_ID, "9"]);
    child.stderr.destroy();
    const [status] = (await once(child, "exit")) as [number | null];
    expect(status).toBe(1);
  });

  test.each(["SIGINT", "SIGTERM"] as const)(
    "L-1: %s while draining is waited for leaves the queue draining, status 130",
    async (signal) => {
      submit(emulator, 7, 8);
      const child = start(["queue", "drain", QUEUE_ID, "--wait", "--auto-approve", "--json"]);
      const ended = text(child.stdout);
      const lines: string[] = [];
      const reader = createInterface(child.stderr);
      const closed = once(reader, "close");
      const waits = new Promise<void>((resolve) => {
        reader.on("line", (line) => {
          lines.push(line);
          if (line.includes("2 left")) resolve();
        });
      });
      const exited = once(child, "exit") as Promise<[number | null]>;
      await waits;
      child.kill(signal);
      const [out, [status]] = await Promise.all([ended, exited, closed]);
      expect(status).toBe(130);
      expect(lines.join("\n")).toContain("Interrupted; 2 pull requests are left.");
      expect(JSON.parse(out)).toMatchObject({ error: { code: "interrupted" } });
      const outcome = emulator.engine.preview({ type: "readQueue", identity: parseQueueId(QUEUE_ID) });
      expect(outcome).toMatchObject({ kind: "done", queue: { settings: { state: "draining" } } });
    },
  );

  describe("applying", () => {
    beforeEach(() => {
      writeStack(directory, { [QUEUE_ID]: { concurrency: 9 } });
    });

    test("L-1: a second Ctrl-C ends an apply while the service is silent, status 130", async () => {
      const [begun, over] = [createGate(), createGate()];
      emulator.setFaults(
        onOperation("updateQueue", async (_request, next) => {
          begun.open();
          await over.opened;
          return next();
        }),
      );
      const child = start(["apply", directory, "--auto-approve"]);
      child.stderr.once("data", () => child.kill("SIGINT"));
      const ended = finish(child);
      await begun.opened;
      child.kill("SIGINT");
      const { status, error } = await ended;
      over.open();
      expect(status).toBe(130);
      expect(error).toContain("Interrupted: finishing 1 request. Press Ctrl-C again to stop now.\n");
      expect(error).toContain(`\n- ${QUEUE_ID}\n0 of 1 queue done, 1 unknown.`);
    });

    test("a reader that leaves does not end an apply, and learns nothing but its status", async () => {
      const child = start(["apply", directory, "--auto-approve"]);
      child.stdout.destroy();
      expect(await endOf(child)).toEqual({ status: 0, error: "" });
      const queue = emulator.engine.tryFindQueue(parseQueueId(QUEUE_ID));
      expect(queue?.settings).toMatchObject({ concurrency: 9 });
    });

    test("L-1: differences give status 2 even if the reader closes the pipe", async () => {
      const child = start(["plan", directory, "--detailed-exitcode"]);
      child.stdout.destroy();
      const [status] = (await once(child, "exit")) as [number | null];
      expect(status).toBe(2);
    });
  });
});
