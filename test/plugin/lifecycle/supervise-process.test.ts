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
  test("G-18: SIGTERM ends the process with 143, and it cleans up; what is begun may be completed", async () => {
    const { host, session, cleanUp } = setUp();
    const { endSignal } = session.createContext("Apply");

    host.emit("SIGTERM");
    await once(host, "exit");

    expect(host.exits).toEqual([143]);
    expect(session.isEnding).toBe(true);
    expect(endSignal.aborted).toBe(false);
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ])("G-18, G-27: %s, which a terminal sends, does nothing unless a person debugs", async (signal, code) => {
    const served = setUp();
    const debugged = setUp(true);

    served.host.emit(signal);
    debugged.host.emit(signal);
    await once(debugged.host, "exit");

    expect(served.session.isEnding).toBe(false);
    expect(served.host.exits).toEqual([]);
    expect(debugged.host.exits).toEqual([code]);
  });

  test("F-12: Shutdown lets calls under way begin no further write", async () => {
    const { host, session, supervisor } = setUp();
    const { endSignal } = session.createContext("Apply");

    supervisor.shutDown();
    expect(endSignal.aborted).toBe(true);
    await once(host, "exit");
  });

  test("G-27, F-12: so does the death of Terraform, which ends the process with 1", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick"] });
    const { host, session } = setUp();
    const { endSignal } = session.createContext("Apply");

    host.ppid = 99;
    await jest.advanceTimersByTimeAsync(1_100);
    jest.useRealTimers();

    expect(endSignal.aborted).toBe(true);
    expect(host.exits).toEqual([1]);
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
