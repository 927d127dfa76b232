import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { TfNumber } from "../../../src/plugin/tf-number";
import { makeScratch } from "../../support/make-scratch";
import { waitFor } from "../../support/wait-for";
import { buildTinyProvider } from "../support/build-tiny-provider";
import { call, connect } from "../support/connect";
import type { Given } from "../support/encode-object";
import { parseHandshake } from "../support/plugin-process";
import { GRPCControllerService } from "../support/services";
import { listErrors, type StateResponse, TerraformSide } from "../support/terraform-side";

const provider = buildTinyProvider();
const scratch = makeScratch();
let sides: TerraformSide[] = [];

async function start(env: { readonly [name: string]: string } = {}): Promise<TerraformSide> {
  const side = await TerraformSide.start({ command: provider.command, env: { TMPDIR: scratch, ...env } });
  sides.push(side);
  await side.configure({ directory: scratch });
  return side;
}

/** Creates a thing whose behaviour shows itself in apply. */
function create(side: TerraformSide, given: Given): Promise<StateResponse> {
  const config = side.make("tiny_thing", given);
  return side.apply("tiny_thing", { planned: config, config });
}

function readThing(name: string): string | undefined {
  const file = join(scratch, `${name}.txt`);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

afterEach(async () => {
  for (const side of sides) {
    side.client.close();
    await side.process.end();
  }
  sides = [];
});

describe("signals", () => {
  test("F-12: Shutdown in the middle of a write lets the write finish", async () => {
    const side = await start({ TF_LOG: "info" });
    const response = create(side, { name: "shut", behaviour: "slow" });
    await waitForLog(side, '"step":2');

    await call(side.client, GRPCControllerService.shutdown, {});
    await expect(side.process.exited).resolves.toEqual({ code: 0, signal: null });

    expect(readThing("shut")).toBe("saved without size\n");
    await expect(response).resolves.toMatchObject({ diagnostics: [] });
  });

  test("F-12: a write that comes after SIGTERM is refused, and nothing is changed", async () => {
    const side = await start({ TF_LOG: "debug" });
    const held = create(side, { name: "first", behaviour: "held" });
    await waitForLog(side, "still writing");

    side.process.child.kill("SIGTERM");
    await waitForLog(side, "Received SIGTERM");
    const late = await create(side, { name: "late" });
    writeFileSync(join(scratch, "release"), "");

    expect(listErrors(late.diagnostics)).toEqual([expect.stringMatching(/^Provider is stopping: /)]);
    expect(late.state).toBeNull();
    expect(readThing("late")).toBeUndefined();
    await expect(held).resolves.toMatchObject({ diagnostics: [] });
  });
});

describe("StopProvider", () => {
  test("C-74: it returns while a call waits, and that call ends", async () => {
    const side = await start({ TF_LOG: "trace" });
    const waiting = create(side, { name: "waiting", behaviour: "wait" });
    await waitForLog(side, "ApplyResourceChange");

    await side.stop();

    expect(listErrors((await waiting).diagnostics)).toEqual([
      expect.stringContaining("Interrupted while waiting."),
    ]);
  });
});

describe("crash", () => {
  test("G-24: an uncaught exception is shown as a panic without secrets, and the exit status is 2", async () => {
    const side = await start();
    const socketDirectory = findSocketDirectory(side);
    const secret = "secret-of-this-test-0123456789";
    await side.validateProvider({ token: secret });

    await expect(create(side, { name: "x", behaviour: "crash", secret })).rejects.toMatchObject({ code: 14 });

    await expect(side.process.exited).resolves.toEqual({ code: 2, signal: null });
    const [first, second, ...others] = side.process.stderr().split("\n");
    expect(first).toBe("panic: Error: crashed with [redacted]");
    // G-21: a line that is a JSON object of another shape would crash Terraform itself.
    expect(second).toBe('| {"@message": 5, "@level": 6}');
    expect(others[0]).toMatch(/^ {4}at /);
    expect(side.process.stderr()).not.toContain(secret);
    expect(existsSync(socketDirectory)).toBe(false);
  });
});

function findSocketDirectory(side: TerraformSide): string {
  return dirname(parseHandshake(side.process.stdout().split("\n")[0]).address);
}

describe("orphan", () => {
  test("G-27: it exits by itself when its parent is killed, after the in-progress write", async () => {
    const orphan = await startOrphan();
    const response = create(orphan.side, { name: "orphan", size: TfNumber.of(1), behaviour: "slow" });
    await orphan.killParent();

    // Its log is not read any more; that must not end it before the write is done.
    await expect(response).resolves.toMatchObject({ diagnostics: [] });
    await orphan.ended;

    expect(readThing("orphan")).toBe("saved 1\n");
    expect(existsSync(orphan.socketDirectory)).toBe(false);
  });
});

/** Starts the provider below a process that can be killed, as Terraform can. */
async function startOrphan() {
  const [program, ...args] = provider.command;
  const parent = spawn(
    process.execPath,
    [
      "-e",
      `const { spawn } = require("node:child_process");
       const child = spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: ["ignore", "pipe", "pipe"] });
       child.stdout.pipe(process.stdout);
       process.stdout.write("");
       child.once("spawn", () => process.stderr.write(String(child.pid)));`,
    ],
    {
      env: {
        PATH: process.env["PATH"],
        TMPDIR: scratch,
        TF_LOG: "trace",
        TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const [line, pid] = await Promise.all([readSome(parent.stdout), readSome(parent.stderr)]);
  const handshake = parseHandshake(line.trimEnd());
  const side = await TerraformSide.attach(
    {
      child: parent,
      pid: Number(pid),
      client: undefined,
      stdout: () => line,
      stderr: () => "",
      firstLine: Promise.resolve(line),
      exited: Promise.resolve({ code: 0, signal: null }),
      end: async () => undefined,
    },
    connect(handshake, undefined),
  );
  await side.configure({ directory: scratch });
  return {
    side,
    socketDirectory: dirname(handshake.address),
    async killParent(): Promise<void> {
      parent.kill("SIGKILL");
      await new Promise((resolve) => parent.once("exit", resolve));
    },
    /** Resolves when the provider's process is gone. */
    get ended(): Promise<void> {
      return waitFor(() => !isRunning(Number(pid)), `process ${pid} to end`);
    },
  };
}

function readSome(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    stream.once("data", (chunk: Buffer) => {
      resolve(chunk.toString());
    });
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for a line of the provider's log that contains a string. */
async function waitForLog(side: TerraformSide, text: string): Promise<void> {
  await waitFor(() => side.process.stderr().includes(text), `a log with ${text}`);
}
