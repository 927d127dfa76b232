import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import type {
  DataResponse,
  FunctionDefinition,
  ProviderDefinition,
} from "../../../src/plugin/provider-definition";
import { configureProvider } from "../../../src/plugin/rpc/configure-provider";
import { getProviderSchema } from "../../../src/plugin/rpc/get-provider-schema";
import { MANY_CALLS, ProviderSession, type SessionOptions } from "../../../src/plugin/rpc/provider-session";
import { ValueError } from "../../../src/plugin/values/value-error";
import { createRedactor } from "../../../src/text/create-redactor";

const schema = { version: 0, description: "", attributes: {} };

function createSession(
  changes: Partial<ProviderDefinition<number>> = {},
  { isDebug = false, log = () => undefined, ...more }: Partial<SessionOptions<number>> = {},
): ProviderSession<number> {
  return new ProviderSession<number>({
    definition: {
      type: "tiny",
      schema,
      resources: {},
      configure: async () => ({ data: 1, diagnostics: [] }),
      ...changes,
    },
    log,
    redactor: createRedactor(),
    work: new WorkTracker(),
    signals: new CallSignals(isDebug),
    isDebug,
    ...more,
  });
}

describe("many calls", () => {
  test("are reported once", () => {
    let reports = 0;
    const session = createSession({}, { onManyCalls: () => (reports += 1) });
    const receive = (calls: number): number => {
      for (let call = 0; call < calls; call += 1) session.createContext("Plan");
      return reports;
    };
    expect([receive(MANY_CALLS - 1), receive(1), receive(MANY_CALLS)]).toEqual([0, 1, 1]);
  });
});

describe("stop", () => {
  test("C-75: running and later calls find the signal aborted", () => {
    const session = createSession();
    const { stopSignal } = session.createContext("Plan");

    session.signals.stop();

    expect(stopSignal.aborted).toBe(true);
    expect(session.createContext("Plan").stopSignal.aborted).toBe(true);
    expect(session.signals.isEnding).toBe(false);
  });

  test("C-75: in a debug process later calls belong to the next run", () => {
    const session = createSession({}, { isDebug: true });
    const { stopSignal } = session.createContext("Plan");

    session.signals.stop();

    expect(stopSignal.aborted).toBe(true);
    expect(session.createContext("Plan").stopSignal.aborted).toBe(false);
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

describe("createContext", () => {
  test("log lines name the call, whatever their fields contain", () => {
    const lines: unknown[] = [];
    const session = createSession({}, { log: (...line) => lines.push(line) });

    const fields = { a: 1, tf_rpc: "forged" };
    session.createContext("ReadResource", { typeName: "tiny_thing" }).log("info", "hello", fields);
    session.createContext("ReadDataSource", { dataSource: "tiny_note" }).log("info", "hello");
    session.createContext("CallFunction", { functionName: "shout" }).log("info", "hello");

    expect(lines).toEqual([
      ["info", "hello", { a: 1, tf_rpc: "ReadResource", tf_req_id: 1, tf_resource_type: "tiny_thing" }],
      ["info", "hello", { tf_rpc: "ReadDataSource", tf_req_id: 2, tf_data_source_type: "tiny_note" }],
      ["info", "hello", { tf_rpc: "CallFunction", tf_req_id: 3, tf_function_name: "shout" }],
    ]);
  });
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
  ])("C-08: without them %p is described", (error, text) => {
    const { summary, detail } = createSession().describeError(error);

    expect(summary).toBe("Unexpected error in the provider");
    expect(detail).toMatch(new RegExp(`^${text}\n\nThis is a bug in the provider`));
  });

  test("C-08: a describeError that throws does not matter", () => {
    const session = createSession({
      describeError: () => {
        throw new Error("worse");
      },
    });

    expect(session.describeError(new Error("broken")).detail).toContain("broken");
  });

  test("C-21: a value that does not fit is described at its path", () => {
    const path = [{ attribute: "a" }];

    expect(createSession().describeError(new ValueError(path, "a text is required.")).path).toBe(path);
  });
});

describe("getProviderSchema", () => {
  const attributes = { bad: { type: "string", description: "" } } as const;

  test("C-03: a debug process reports problems of the schema", async () => {
    const session = createSession({ schema: { ...schema, attributes } }, { isDebug: true });

    const { diagnostics } = await getProviderSchema({}, session);

    expect(diagnostics.map(({ summary }) => summary)).toEqual(["Invalid schema of provider"]);
  });

  test("C-03: it also reports problems of data sources and functions", async () => {
    const read = async (): Promise<DataResponse> => ({ state: null, diagnostics: [] });
    const shout: FunctionDefinition = {
      summary: "",
      description: "",
      parameters: [],
      returns: { set: "dynamic" },
      call: () => ({ value: null }),
    };
    const session = createSession(
      { dataSources: { tiny_note: { schema: { ...schema, attributes }, read } }, functions: { shout } },
      { isDebug: true },
    );

    const { diagnostics } = await getProviderSchema({}, session);

    expect(diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`)).toEqual([
      "Invalid schema of data source tiny_note: bad: it must be required, optional or computed.",
      "Invalid function shout: the result: a set cannot hold values of type dynamic.",
    ]);
  });

  test("C-03: users are not told", async () => {
    const session = createSession({ schema: { ...schema, attributes } });

    expect((await getProviderSchema({}, session)).diagnostics).toEqual([]);
  });
});

describe("configureProvider", () => {
  const config = { msgpack: Buffer.from("80", "hex"), json: Buffer.alloc(0) };
  const request = { config, terraformVersion: "1.11.4", clientCapabilities: undefined };

  test("C-72: later calls get the result of configure", async () => {
    const session = createSession();

    await configureProvider(request, session);

    expect(session.data).toBe(1);
  });

  const configures: readonly (readonly [string, ProviderDefinition<number>["configure"]])[] = [
    ["an error", async () => ({ data: 2, diagnostics: [{ severity: "error", summary: "s", detail: "d" }] })],
    [
      "an exception",
      async () => {
        throw new Error("no");
      },
    ],
  ];

  test.each(configures)(
    "C-72: after %s the earlier configuration no longer applies",
    async (_what, configure) => {
      const session = createSession({ configure });
      session.data = 1;

      const { diagnostics } = await configureProvider(request, session);

      expect(diagnostics).toHaveLength(1);
      expect(session.data).toBeUndefined();
    },
  );
});

describe("load", () => {
  const definition = {
    type: "tiny",
    schema,
    resources: {},
    configure: async () => ({ data: 1, diagnostics: [] }),
  };

  function createLoading(source: () => Promise<ProviderDefinition<number>>): ProviderSession<number> {
    return new ProviderSession<number>({
      definition: source,
      log: () => undefined,
      redactor: createRedactor(),
      work: new WorkTracker(),
      signals: new CallSignals(false),
      isDebug: false,
    });
  }

  test("the provider is loaded once, however many calls arrive at once", async () => {
    const source = jest.fn(async () => definition);
    const session = createLoading(source);
    await Promise.all([session.load(), session.load(), session.load()]);
    expect(source).toHaveBeenCalledTimes(1);
    expect(session.definition).toBe(definition);
  });

  test("using the provider before it is loaded throws an error that says so", () => {
    const session = createLoading(async () => definition);
    expect(() => session.definition).toThrow("used before it is loaded");
    expect(session.describeError(new Error("early")).detail).toContain("early");
  });

  test("a provider that cannot be loaded fails every call", async () => {
    const session = createLoading(() => Promise.reject(new Error("broken file")));
    await expect(session.load()).rejects.toThrow("broken file");
    await expect(session.load()).rejects.toThrow("broken file");
  });
});
