import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { waitFor } from "../../../test/support/wait-for";
import { type RunningCommand, startCommand } from "../../support/run-command";

/** The memory of a process. */
export interface Holdings {
  /** Bytes of the heap after a garbage collection. */
  readonly liveBytes: number;
  /** Bytes of its resident memory. */
  readonly residentBytes: number;
}

/** How to start a measured process. */
export interface MeasuredOptions {
  /** The JavaScript file and its arguments. */
  readonly args: readonly string[];
  /** Its environment, in addition to PATH. */
  readonly env: { readonly [name: string]: string };
  /** A new folder, absolute. It contains the temporary directory `tmp` of the process. */
  readonly folder: string;
  /** Matches its output once it is ready. */
  readonly ready: RegExp;
}

/** Runs before the program and measures memory at each SIGUSR2. */
const HOOK = `"use strict";
const { appendFileSync } = require("node:fs");
process.on("SIGUSR2", () => {
  // The second collection frees objects with finalizers.
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const line = JSON.stringify({ liveBytes: heapUsed + external, residentBytes: rss });
  appendFileSync(process.env.MEASURE_FILE, line + "\\n");
});
`;

/** A long-running Node.js program that reports its memory. Linux only: it reads /proc. */
export class MeasuredProcess {
  readonly pid: number;
  /** The match of {@link MeasuredOptions.ready}. */
  readonly ready: RegExpExecArray;
  /** Its directory for temporary files, absolute. */
  readonly temporary: string;
  readonly #command: RunningCommand;
  readonly #file: string;
  #measured = 0;

  private constructor(command: RunningCommand, ready: RegExpExecArray, folder: string) {
    this.#command = command;
    this.pid = command.child.pid ?? 0;
    this.ready = ready;
    this.temporary = join(folder, "tmp");
    this.#file = join(folder, "measured.jsonl");
  }

  /**
   * Starts the program and waits until it is ready. End it with {@link stop}.
   * @throws Error with its output if it ends instead
   */
  static async start({ args, env, folder, ready }: MeasuredOptions): Promise<MeasuredProcess> {
    const temporary = join(folder, "tmp");
    const [hook, file] = [join(folder, "hook.cjs"), join(folder, "measured.jsonl")];
    await mkdir(temporary, { recursive: true });
    writeFileSync(hook, HOOK);
    writeFileSync(file, "");
    const command = startCommand(process.execPath, ["--expose-gc", "--require", hook, ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], TMPDIR: temporary, MEASURE_FILE: file, ...env },
    });
    let hasEnded = false;
    void command.finished.finally(() => {
      hasEnded = true;
    });
    await waitFor(() => hasEnded || ready.test(command.output()), `${args.join(" ")} to be ready`);
    const found = ready.exec(command.output());
    if (found === null) throw new Error(`${args.join(" ")} ended at once:\n${command.output()}`);
    return new MeasuredProcess(command, found, folder);
  }

  /** Measures its memory. */
  async measure(): Promise<Holdings> {
    this.#measured += 1;
    process.kill(this.pid, "SIGUSR2");
    await waitFor(() => this.#readLines().length >= this.#measured, "the process to measure itself");
    return JSON.parse(this.#readLines()[this.#measured - 1] ?? "") as Holdings;
  }

  /** Counts its open file descriptors, sockets included. */
  countDescriptors(): number {
    return readdirSync(`/proc/${this.pid}/fd`).length;
  }

  /** Terminates it and waits for its end. @returns its exit status */
  async stop(): Promise<number> {
    this.#command.child.kill("SIGTERM");
    return (await this.#command.finished).status;
  }

  #readLines(): readonly string[] {
    // The last line may be incomplete.
    return readFileSync(this.#file, "utf8").split("\n").slice(0, -1);
  }
}
