import { EventEmitter } from "node:events";
import { captureOutput, type OutputStream } from "../../../src/plugin/logging/capture-output";
import type { LogSink } from "../../../src/plugin/logging/logger";

class FakeStream extends EventEmitter implements OutputStream {
  readonly written: string[] = [];

  write(text: string, done?: () => void): boolean {
    this.written.push(text);
    done?.();
    return true;
  }
}

function setUp() {
  const host = { stdout: new FakeStream(), stderr: new FakeStream() };
  const lines: [string, string][] = [];
  const sink: LogSink = (level, message) => lines.push([level, message]);
  return { host, output: captureOutput(host), lines, sink };
}

describe("captureOutput", () => {
  test("G-03: what others write becomes log lines, that from before the sink included", () => {
    const { host, output, lines, sink } = setUp();

    host.stdout.write("early\n");
    output.drainTo(sink);
    host.stdout.write("one\r\ntwo\n");
    host.stderr.write("three");

    expect(lines).toEqual([
      ["debug", "early"],
      ["debug", "one"],
      ["debug", "two"],
      ["warn", "three"],
    ]);
    expect([...host.stdout.written, ...host.stderr.written]).toEqual([]);
  });

  test("G-03: the owner still writes to the true streams", () => {
    const { host, output } = setUp();
    const done = jest.fn();

    output.writeOutput("handshake\n", done);
    output.writeError("line\n");

    expect(host.stdout.written).toEqual(["handshake\n"]);
    expect(host.stderr.written).toEqual(["line\n"]);
    expect(done).toHaveBeenCalledTimes(1);
  });

  test("bytes are text, and a writer that waits for its callback gets it", async () => {
    const { host, output, lines, sink } = setUp();
    output.drainTo(sink);

    const write = host.stdout.write.bind(host.stdout) as unknown as (
      chunk: Uint8Array,
      encoding: string,
      done: () => void,
    ) => boolean;
    await new Promise<void>((resolve) => {
      expect(write(Buffer.from("é\n"), "utf8", resolve)).toBe(true);
    });

    expect(lines).toEqual([["debug", "é"]]);
  });

  test("G-27: a stream whose reader is gone raises no error", () => {
    const { host } = setUp();

    expect(host.stderr.emit("error", new Error("EPIPE"))).toBe(true);
  });

  test("S-18: lines that wait for a sink are limited", () => {
    const { host, output, lines, sink } = setUp();

    for (let line = 0; line < 5000; line += 1) host.stdout.write(`${line}\n`);
    output.drainTo(sink);

    expect(lines).toHaveLength(1000);
  });
});
