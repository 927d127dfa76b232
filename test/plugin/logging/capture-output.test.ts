import type { Writable } from "node:stream";
import { captureOutput, type WriteFile } from "../../../src/plugin/logging/capture-output";
import type { LogSink } from "../../../src/plugin/logging/logger";

interface Host {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

function setUp({ write }: { write?: WriteFile } = {}) {
  const written: [number, string][] = [];
  const writeDown: WriteFile = (fd, bytes, offset) => {
    written.push([fd, bytes.subarray(offset).toString()]);
    return bytes.length - offset;
  };
  // Node makes its streams when they are first read, and that takes time.
  const host = {
    get stdout(): never {
      throw new Error("the true stream is made");
    },
    get stderr(): never {
      throw new Error("the true stream is made");
    },
  };
  const output = captureOutput(host, write ?? writeDown);
  const lines: [string, string][] = [];
  const sink: LogSink = (level, message) => lines.push([level, message]);
  return { host: host as unknown as Host, output, written, lines, sink };
}

/** An error as of the operating system. */
function fail(code: string): never {
  throw new (class extends Error {
    readonly code = code;
  })();
}

describe("captureOutput", () => {
  test("G-03: what others write becomes log lines, that from before the sink included", () => {
    const { host, output, written, lines, sink } = setUp();
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
    expect(written).toEqual([]);
  });

  test("G-03: the owner still writes to the true files", () => {
    const { output, written } = setUp();
    expect(output.writeOutput("handshake\n")).toBe(true);
    expect(output.writeError("line\n")).toBe(true);
    expect(written).toEqual([
      [1, "handshake\n"],
      [2, "line\n"],
    ]);
  });

  test("writing to a captured stream after its end does no harm", async () => {
    const { host, output, lines, sink } = setUp();
    output.drainTo(sink);
    host.stdout.end("last\n");
    host.stdout.write("more\n");
    await new Promise(setImmediate);
    expect(lines).toEqual([["debug", "last"]]);
  });

  test("a file that is briefly not writable, or accepts only parts, gets the rest afterwards", () => {
    let refusals = 3;
    const parts: string[] = [];
    const { output } = setUp({
      write: (_fd, bytes, offset) => {
        refusals -= 1;
        if (refusals > 0) fail("EAGAIN");
        const part = bytes.subarray(offset, offset + 3);
        parts.push(part.toString());
        return part.length;
      },
    });
    expect(output.writeError("line\n")).toBe(true);
    expect(parts).toEqual(["lin", "e\n"]);
  });

  test.each(["EAGAIN", "EPIPE"])(
    "G-27: a missing or stuck reader (%s) does not block the provider",
    (code) => {
      expect(setUp({ write: () => fail(code) }).output.writeOutput("handshake\n")).toBe(false);
    },
  );

  test("S-18: lines that wait for a sink are limited", () => {
    const { host, output, lines, sink } = setUp();
    for (let line = 0; line < 5000; line += 1) host.stdout.write(`${line}\n`);
    output.drainTo(sink);
    expect(lines).toHaveLength(1000);
  });
});
