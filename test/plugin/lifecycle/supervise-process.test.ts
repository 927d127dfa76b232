import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { superviseProcess } from "../../../src/plugin/lifecycle/supervise-process";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { reportCrashes } from "../../../src/plugin/start-plugin";
import { createRedactor } from "../../../src/text/create-redactor";

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
  const signals = new CallSignals({ isDebug });
  const work = new WorkTracker();
  const calls = new WorkTracker();
  const cleanUp = jest.fn();
  const log = () => undefined;
  const supervisor = superviseProcess({ host, log, work, calls, signals, isDebug, cleanUp });
  return { host, work, calls, signals, cleanUp, supervisor };
}

describe("superviseProcess", () => {
  test("G-18: SIGTERM ends the process with 143 after cleaning up; a write that has started may finish", async () => {
    const { host, signals, cleanUp } = setUp();
    const { endSignal } = signals;

    host.emit("SIGTERM");
    await once(host, "exit");

    expect(host.exits).toEqual([143]);
    expect(signals.isEnding).toBe(true);
    expect(endSignal.aborted).toBe(false);
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["SIGINT", 130],
    ["SIGHUP", 129],
  ])("G-18, G-27: %s, which a terminal sends, has no effect except while debugging", async (signal, code) => {
    const served = setUp();
    const debugged = setUp(true);

    served.host.emit(signal);
    debugged.host.emit(signal);
    await once(debugged.host, "exit");

    expect(served.signals.isEnding).toBe(false);
    expect(served.host.exits).toEqual([]);
    expect(debugged.host.exits).toEqual([code]);
  });

  test("F-12, G-16: after Shutdown the process ends at once, but not in the middle of a write", async () => {
    const { host, work, signals, supervisor } = setUp();
    let finish = (): void => undefined;
    const write = work.track(() => new Promise<void>((resolve) => (finish = resolve)));

    supervisor.shutDown();
    expect(host.exits).toEqual([]);
    expect(signals.endSignal.aborted).toBe(true);
    finish();
    await write;
    await once(host, "exit");

    expect(host.exits).toEqual([0]);
  });

  test("G-16: after Shutdown, the rest of its response is sent before the process ends", async () => {
    const { host, supervisor } = setUp();

    supervisor.shutDown();
    const early = [...host.exits];
    await setImmediate();

    expect([early, host.exits]).toEqual([[], [0]]);
  });

  test("C-52: after a write, the process runs until its response is sent, but no longer", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick"] });
    const [responding, hanging] = [setUp(), setUp()];
    let send = (): void => undefined;
    void responding.calls.track(() => new Promise<void>((resolve) => (send = resolve)));
    void hanging.calls.track(() => new Promise<void>(() => undefined));

    for (const { host } of [responding, hanging]) host.emit("SIGTERM");
    await jest.advanceTimersByTimeAsync(300);
    expect([...responding.host.exits, ...hanging.host.exits]).toEqual([]);
    send();
    await jest.advanceTimersByTimeAsync(50);
    expect([responding.host.exits, hanging.host.exits]).toEqual([[143], []]);
    await jest.advanceTimersByTimeAsync(300);
    jest.useRealTimers();

    expect(hanging.host.exits).toEqual([143]);
  });

  test("G-27, F-12: if Terraform dies, endSignal is aborted and the process ends with status 1", async () => {
    jest.useFakeTimers({ doNotFake: ["nextTick"] });
    const { host, signals } = setUp();
    const { endSignal } = signals;

    host.ppid = 99;
    await jest.advanceTimersByTimeAsync(1_100);
    jest.useRealTimers();

    expect(endSignal.aborted).toBe(true);
    expect(host.exits).toEqual([1]);
  });

  test("G-03: a provider that cannot start exits at once without a reader, otherwise after the reader had time", () => {
    jest.useFakeTimers();
    const [hanging, read] = [setUp(), setUp()];

    hanging.supervisor.giveUp(false);
    read.supervisor.giveUp(true);
    jest.advanceTimersByTime(4_900);
    const early = [...read.host.exits];
    jest.advanceTimersByTime(200);
    jest.useRealTimers();

    expect(hanging.host.exits).toEqual([1]);
    expect([early, read.host.exits]).toEqual([[], [1]]);
  });

  test("G-16: several reasons to end the process end it once", async () => {
    const { host, supervisor } = setUp();

    host.emit("SIGTERM");
    await once(host, "exit");
    supervisor.shutDown();
    supervisor.giveUp(false);
    await setImmediate();

    expect(host.exits).toEqual([143]);
  });
});

describe("reportCrashes", () => {
  test("G-24: of several failures the first is shown", () => {
    const host = new FakeHost();
    const texts: string[] = [];
    const output = {
      writeOutput: () => true,
      writeError: (text: string) => texts.push(text) > 0,
      drainTo: () => undefined,
    };
    reportCrashes(host, output, createRedactor());

    host.emit("unhandledRejection", new Error("first"));
    host.emit("uncaughtException", new Error("second"));

    expect(texts).toEqual([expect.stringMatching(/^panic: Error: first\n/)]);
    expect(host.exits).toEqual([2]);
  });
});
