import { EventEmitter, once } from "node:events";
import type { ProcessHost } from "../../../src/plugin/lifecycle/process-host";
import { reportCrashes } from "../../../src/plugin/lifecycle/report-crashes";
import { superviseProcess } from "../../../src/plugin/lifecycle/supervise-process";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { createRedactor } from "../../../src/plugin/logging/create-redactor";
import { ProviderSession } from "../../../src/plugin/rpc/provider-session";
import { createTinyProvider } from "../support/tiny-definition";

class FakeHost extends EventEmitter {
  readonly argv: readonly string[] = [];
  readonly env = {};
  readonly pid = 2;
  ppid = 1;
  readonly platform = "linux";
  readonly stdout = process.stdout;
  readonly stderr = process.stderr;
  readonly exits: number[] = [];

  exit(code: number): void {
    this.exits.push(code);
    this.emit("exit");
  }
}

function setUp(isDebug = false) {
  const host = new FakeHost();
  const session = new ProviderSession({
    definition: createTinyProvider(),
    log: () => undefined,
    redactor: createRedactor(),
    work: new WorkTracker(),
    isDebug,
  });
  const cleanUp = jest.fn();
  const supervisor = superviseProcess({ host: host satisfies ProcessHost, session, cleanUp });
  return { host, session, cleanUp, supervisor };
}

describe("superviseProcess", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])("G-18: %s ends the process with %i, and it cleans up", async (signal, code) => {
    const { host, session, cleanUp } = setUp();

    host.emit(signal);
    await once(host, "exit");

    expect(host.exits).toEqual([code]);
    expect(session.isEnding).toBe(true);
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  test("G-18: SIGINT does nothing unless a person debugs", async () => {
    const served = setUp();
    const debugged = setUp(true);

    served.host.emit("SIGINT");
    debugged.host.emit("SIGINT");
    await once(debugged.host, "exit");

    expect(served.session.isEnding).toBe(false);
    expect(served.host.exits).toEqual([]);
    expect(debugged.host.exits).toEqual([130]);
  });

  test("G-16: several reasons to end end it once", async () => {
    const { host, supervisor } = setUp();

    supervisor.shutDown();
    host.emit("SIGTERM");
    await once(host, "exit");
    supervisor.leave(1);

    expect(host.exits).toEqual([0]);
  });
});

describe("reportCrashes", () => {
  test("G-24: of several failures the first is shown", () => {
    jest.useFakeTimers();
    const host = new FakeHost();
    const texts: string[] = [];
    const output = {
      writeOutput: () => undefined,
      writeError: (text: string, done?: () => void) => {
        texts.push(text);
        done?.();
      },
      drainTo: () => undefined,
    };
    reportCrashes(host, output, createRedactor());

    host.emit("unhandledRejection", new Error("first"));
    host.emit("uncaughtException", new Error("second"));
    jest.useRealTimers();

    expect(texts).toEqual([expect.stringMatching(/^panic: Error: first\n/)]);
    expect(host.exits).toEqual([2]);
  });
});
