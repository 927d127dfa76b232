import { writeSync } from "node:fs";
import { Writable } from "node:stream";
import { format } from "node:util";
import type { LogSink } from "./logger";

/** A process with output streams that can be captured. */
export interface OutputHost {
  readonly stdout: TextWriter;
  readonly stderr: TextWriter;
}

interface TextWriter {
  write(text: string): unknown;
}

/** Writes to the real output streams, synchronously. A write returns false if it could not write all text. */
export interface CapturedOutput {
  writeOutput(text: string): boolean;
  writeError(text: string): boolean;
  /** Sends captured lines to a log, including lines captured earlier. */
  drainTo(log: LogSink): void;
}

/** Writes to an open file, as Node's `writeSync` does. Returns the number of bytes written. */
export type WriteFile = (fd: number, bytes: Buffer, offset: number) => number;

type TakeLine = (level: "debug" | "warn", line: string) => void;

/** Number of lines that are kept until there is a log. Later lines are dropped, to limit the memory. */
const MAX_WAITING_LINES = 1000;

/** If writing makes no progress for this time, the rest of the text is dropped. */
const PATIENCE_MS = 500;

const PAUSE_MS = 5;

/**
 * Captures standard output and error before any other code is loaded. What that code prints becomes log
 * lines: the first line of output must be the handshake, and a line of foreign JSON can crash Terraform.
 * Avoids Node's own streams, which would take a tenth of the start. Does not fail if nobody reads the output.
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
  const get = (): unknown => (value ??= create());
  Object.defineProperty(owner, name, { configurable: true, enumerable: true, get });
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
  // A library that writes after the end must not disturb the user.
  stream.on("error", () => undefined);
  return stream;
}

function writeAll(write: WriteFile, fd: number, text: string): boolean {
  const bytes = Buffer.from(text, "utf8");
  let written = 0;
  for (let waitedMs = 0; written < bytes.length && waitedMs < PATIENCE_MS; ) {
    try {
      written += write(fd, bytes, written);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) return false;
      // Another process that shares the file has made it non-blocking.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      waitedMs += PAUSE_MS;
    }
  }
  return written === bytes.length;
}

export type PrintingConsole = Partial<Record<PrintingMethod, (...values: never[]) => unknown>>;

const METHODS = {
  stdout: [
    "count",
    "debug",
    "dir",
    "dirxml",
    "group",
    "groupCollapsed",
    "info",
    "log",
    "table",
    "timeEnd",
    "timeLog",
  ],
  stderr: ["assert", "error", "trace", "warn"],
} as const;

type PrintingMethod = (typeof METHODS)["stdout" | "stderr"][number];

/** Makes a console print to the captured streams, because some runtimes bypass them. Omits any layout. */
export function captureConsole(console: PrintingConsole, host: OutputHost): void {
  for (const stream of ["stdout", "stderr"] as const) {
    for (const method of METHODS[stream]) {
      console[method] = (...values: readonly unknown[]) => {
        if (method === "assert" && Boolean(values[0])) return;
        host[stream].write(`${format(...values)}\n`);
      };
    }
  }
}
