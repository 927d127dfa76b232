import type { LogSink } from "./logger";

/** The part of a process's output stream that is used here. */
export interface OutputStream {
  write(text: string, done?: (error?: Error | null) => void): boolean;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** The true output streams of a process whose visible ones have been captured. */
export interface CapturedOutput {
  /** Writes to the true standard output. */
  writeOutput(text: string, done?: (error?: Error | null) => void): void;
  /** Writes to the true standard error. */
  writeError(text: string, done?: (error?: Error | null) => void): void;
  /** Says where captured lines go; those captured before are handed over now. */
  drainTo(log: LogSink): void;
}

/** A library that talks without end before there is a sink must not fill the memory. */
const MAX_WAITING_LINES = 1000;

/**
 * Takes a process's standard output and error away from everybody else: the first line of output is the
 * plugin handshake (rule G-03), and a foreign JSON object on standard error can crash Terraform (rule G-21).
 * What anybody else writes, `console` included, becomes log lines: output at level debug, errors at warn. Call
 * it before anything else is loaded. A stream whose reader is gone is ignored: the writer's work is not done.
 */
export function captureOutput(host: {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}): CapturedOutput {
  let log: LogSink | undefined;
  const waiting: { level: "debug" | "warn"; line: string }[] = [];
  const take = (level: "debug" | "warn", line: string): void => {
    if (log !== undefined) log(level, line);
    else if (waiting.length < MAX_WAITING_LINES) waiting.push({ level, line });
  };
  const writeOutput = captureStream(host.stdout, (line) => {
    take("debug", line);
  });
  const writeError = captureStream(host.stderr, (line) => {
    take("warn", line);
  });
  return {
    writeOutput,
    writeError,
    drainTo(sink) {
      log = sink;
      for (const { level, line } of waiting.splice(0)) sink(level, line);
    },
  };
}

function captureStream(
  stream: OutputStream,
  take: (line: string) => void,
): (text: string, done?: (error?: Error | null) => void) => void {
  const write = stream.write.bind(stream);
  // Terraform that was killed has closed the other end: EPIPE must not end a write that is under way.
  stream.on("error", () => undefined);
  stream.write = (chunk: unknown, ...rest: unknown[]) => {
    const text = typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString();
    for (const line of text.split(/\r?\n/)) if (line !== "") take(line);
    const done = rest.find((argument) => typeof argument === "function") as (() => void) | undefined;
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
  return (text, done) => {
    write(text, done);
  };
}
