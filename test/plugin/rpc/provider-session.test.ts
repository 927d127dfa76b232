import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import type { ProviderDefinition } from "../../../src/plugin/provider-definition";
import { CONFIG_CALLS } from "../../../src/plugin/rpc/config-calls";
import { handleCall } from "../../../src/plugin/rpc/handle-call";
import { ProviderSession, type SessionOptions } from "../../../src/plugin/rpc/provider-session";
import { ValueError } from "../../../src/plugin/value-error";
import { createRedactor } from "../../../src/text/create-redactor";

function createSession(
  changes: Partial<ProviderDefinition<number>> = {},
  { isDebug = false, ...more }: Partial<SessionOptions> & { readonly isDebug?: boolean } = {},
): ProviderSession {
  return new ProviderSession({
    definition: {
      type: "tiny",
      schema: { version: 0, description: "", attributes: {} },
      resources: {},
      dataSources: {},
      actions: {},
      functions: {},
      validateConfig: async () => ({ diagnostics: [] }),
      configure: async () => ({ data: 1, diagnostics: [] }),
      ...changes,
    },
    log: () => undefined,
    redactor: createRedactor(),
    work: new WorkTracker(),
    signals: new CallSignals({ isDebug }),
    ...more,
  });
}

describe("stop", () => {
  test.each([
    ["later calls find the signal aborted, too", false, true],
    ["in a debug process later calls belong to the next run", true, false],
  ])("C-75: %s", (_rule, isDebug, isAborted) => {
    const session = createSession({}, { isDebug });
    const { stopSignal } = session.createContext("Plan");

    session.signals.stop();

    expect(stopSignal.aborted).toBe(true);
    expect(session.createContext("Plan").stopSignal.aborted).toBe(isAborted);
    expect(session.signals.isEnding).toBe(false);
  });

  test("G-18: at the end of a debug process, later calls are also aborted", () => {
    const session = createSession({}, { isDebug: true });

    session.signals.end();

    expect(session.createContext("Plan").stopSignal.aborted).toBe(true);
    expect(session.signals.isEnding).toBe(true);
  });

  test("F-12: endSignal means that the host no longer waits, stopSignal only that it asked to stop", () => {
    const session = createSession();
    const { stopSignal, endSignal } = session.createContext("Apply");

    session.signals.end();
    expect([stopSignal.aborted, endSignal.aborted]).toEqual([true, false]);

    session.signals.abandon();
    expect([stopSignal.aborted, endSignal.aborted]).toEqual([true, true]);
  });
});

test("log lines name the call and its subject, whatever their fields contain", () => {
  const lines: unknown[] = [];
  const session = createSession({}, { log: (...line) => lines.push(line) });

  const context = session.createContext("ReadResource", { tf_resource_type: "tiny_thing" });
  context.log("info", "hello", { a: 1, tf_rpc: "forged" });

  expect(lines).toEqual([
    ["info", "hello", { a: 1, tf_rpc: "ReadResource", tf_req_id: 1, tf_resource_type: "tiny_thing" }],
  ]);
});

describe("describeError", () => {
  test("C-08: the provider's own words come first", () => {
    const own = { severity: "error", summary: "Own", detail: "Words." } as const;

    expect(createSession({ describeError: () => own }).describeError(new Error("x"))).toBe(own);
  });

  test.each([
    [new Error("broken"), "broken"],
    ["a text", "'a text'"],
    [undefined, "undefined"],
  ])("C-08: if even describeError throws, %p is described", (error, text) => {
    const describeError = (): never => {
      throw new Error("worse");
    };
    const { summary, detail } = createSession({ describeError }).describeError(error);

    expect(summary).toBe("Unexpected error in the provider");
    expect(detail).toMatch(new RegExp(`^${text}\n\nThis is a bug in the provider`));
  });

  test("C-21: a value that does not fit is described at its path", () => {
    const path = [{ attribute: "a" }];

    expect(createSession().describeError(new ValueError(path, "a text is required.")).path).toBe(path);
  });
});

describe("configureProvider", () => {
  const config = { msgpack: Buffer.from("80", "hex"), json: Buffer.alloc(0) };

  function configure(session: ProviderSession): Promise<unknown> {
    const request = { config, terraformVersion: "1.11.4" };
    return handleCall("ConfigureProvider", CONFIG_CALLS.configureProvider, request, {
      session,
      send: () => Promise.resolve(false),
    });
  }

  test.each<[string, ProviderDefinition<number>["configure"]]>([
    ["an error", async () => ({ data: 2, diagnostics: [{ severity: "error", summary: "s", detail: "d" }] })],
    ["an exception", () => Promise.reject(new Error("no"))],
  ])("C-72: after %s the earlier configuration no longer applies", async (_what, fail) => {
    const session = createSession({ configure: fail });
    session.data = 1;

    expect(await configure(session)).toMatchObject({ diagnostics: [{ severity: 1 }] });
    expect(session.data).toBeUndefined();
  });
});
