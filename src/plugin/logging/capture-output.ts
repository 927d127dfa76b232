import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import type { LogSink } from "./logger";

/** A process whose output streams can be taken away from it. */
export interface OutputHost {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/** The true standard output and error of a process whose visible ones have been captured. */
export interface CapturedOutput {
  /** Writes to the true standard output; has happened on return. Answers whether there is a reader. */
  writeOutput(text: string): boolean;
  /** Writes to the true standard error; has happened on return. Answers whether there is a reader. */
  writeError(text: string): boolean;
  /** Says where captured lines go; those captured before are handed over now. */
  drainTo(log: LogSink): void;
}

/** Writes to an open file, as Node's `writeSync`; answers how many octets it took. */
export type WriteFile = (fd: number, octets: Buffer, offset: number) => number;

type TakeLine = (level: "debug" | "warn", line: string) => void;

/** A library that talks without end before there is a sink must not fill the memory. */
const MAX_WAITING_LINES = 1000;

/** A reader that takes nothing for so long has lost the text; whoever writes has more to do. */
const PATIENCE_MS = 500;

const PAUSE_MS = 5;

/**
 * Takes a process's standard output and error away from everybody else: the first line of output is the
 * plugin handshake (rule G-03), and a foreign JSON object on standard error can crash Terraform (rule G-21).
 * What anybody else writes becomes log lines: output at level debug, errors at warn. Call
 * it before anything else is loaded.
 *
 * Node's own streams are never made: that would cost a tenth of the start. What is written goes straight to the
 * open files. A reader that is gone is no error: the writer's work is not done.
 *
 * @param write - writes to the true files; Node's `writeSync` unless said
 */
export function captureOutput(host: OutputHost, write: WriteFile = writeSync): CapturedOutput {
  let log: LogSink | undefined;
  const waiting: { level: "debug" | "warn"; line: string }[] = [];
  const take: TakeLine = (level, line) => {
    if (log !== undefined) log(level, line);
    else if (waiting.length < MAX_WAITING_LINES) waiting.push({ level, line });
  };
  defineLazily(host, "stdout", () => createLineStream("debug", take));
  defineLazily(host, "stderr", () => createLineStream("warn", take));
  return {
    writeOutput: (text) => writeAll(write, 1, text),
    writeError: (text) => writeAll(write, 2, text),
    drainTo(sink) {
      log = sink;
      for (const { level, line } of waiting.splice(0)) sink(level, line);
    },
  };
}

function defineLazily(owner: object, name: string, create: () => unknown): void {
  let value: unknown;
  Object.defineProperty(owner, name, {
    configurable: true,
    enumerable: true,
    get: () => (value ??= create()),
  });
}

function createLineStream(level: "debug" | "warn", take: TakeLine): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(chunk: string | Uint8Array, _encoding, done) {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      for (const line of text.split(/\r?\n/)) if (line !== "") take(level, line);
      done();
    },
  });
  // Whoever ends it and writes on has made a mistake that is none of the provider's users'.
  stream.on("error", () => undefined);
  return stream;
}

function writeAll(write: WriteFile, fd: number, text: string): boolean {
  const octets = Buffer.from(text, "utf8");
  let written = 0;
  for (let waitedMs = 0; written < octets.length && waitedMs < PATIENCE_MS; ) {
    try {
      written += write(fd, octets, written);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return false;
      // Whoever shares the file has made it one that does not wait.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      waitedMs += PAUSE_MS;
    }
  }
  return written === octets.length;
}
