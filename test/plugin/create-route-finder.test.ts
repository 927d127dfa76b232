import { type ConstantResponses, createRouteFinder } from "../../src/plugin/create-route-finder";
import type { Route } from "../../src/plugin/grpc/route";
import {
  GRPCBrokerService,
  GRPCControllerService,
  GRPCStdioService,
  HealthService,
  ProviderService,
} from "./support/services";

const SCHEMA = ProviderService.getProviderSchema.path;
const PLAN = ProviderService.planResourceChange.path;
let loaded: string[] = [];

beforeEach(() => {
  loaded = [];
});

/** Makes a finder that records what it loads; every route of the provider returns the request. */
function findIn(constants: ConstantResponses | undefined): (path: string) => Promise<Route | undefined> {
  const echo: Route = { kind: "unary", handle: async (request) => request };
  return createRouteFinder({
    loadConstants:
      constants &&
      (async () => {
        loaded.push("constants");
        return constants;
      }),
    loadRoutes: async () => {
      loaded.push("routes");
      return new Map([SCHEMA, PLAN].map((path) => [path, echo]));
    },
    onShutdown: () => loaded.push("shutdown"),
  });
}

async function ask(find: ReturnType<typeof findIn>, path: string, request = "request"): Promise<string> {
  const route = await find(path);
  if (route?.kind !== "unary") throw new Error(`no route for ${path}`);
  return String(await route.handle(Buffer.from(request)));
}

describe("createRouteFinder", () => {
  const constants = { [SCHEMA]: Buffer.from("made before").toString("base64") };

  test("G-14: go-plugin's own calls load nothing", async () => {
    const find = findIn(constants);

    expect(await find(GRPCStdioService.streamStdio.path)).toMatchObject({ endsWithClient: false });
    expect(await find(GRPCBrokerService.startStream.path)).toMatchObject({ endsWithClient: true });
    expect(await find(HealthService.check.path)).toMatchObject({ kind: "unary" });
    expect(await ask(find, GRPCControllerService.shutdown.path, "")).toBe("");
    expect(loaded).toEqual([]);
  });

  test("G-14: a response that was made before does not load the provider", async () => {
    expect(await ask(findIn(constants), SCHEMA)).toBe("made before");
    expect(loaded).toEqual(["constants"]);
  });

  test("other calls load the provider, and not the responses", async () => {
    expect(await ask(findIn(constants), PLAN)).toBe("request");
    expect(loaded).toEqual(["routes"]);
  });

  test.each([
    ["without responses", undefined],
    ["without this response", {}],
  ])("%s the provider makes it", async (_without, none) => {
    expect(await ask(findIn(none), SCHEMA)).toBe("request");
    expect(loaded.at(-1)).toBe("routes");
  });

  test("C-06: a path without a method has no route", async () => {
    expect(await findIn(constants)("/tfplugin6.Provider/Nothing")).toBeUndefined();
    expect(await findIn(constants)("/toString")).toBeUndefined();
  });
});

describe("the bytes of go-plugin's calls", () => {
  async function check(service: string): Promise<unknown> {
    const { path, requestSerialize, responseDeserialize } = HealthService.check;
    const route = await findIn(undefined)(path);
    if (route?.kind !== "unary") throw new Error("no route");
    return responseDeserialize(await route.handle(requestSerialize({ service })));
  }

  test("G-15: the whole process and the service plugin are SERVING", async () => {
    expect(await check("")).toEqual({ status: 1 });
    expect(await check("plugin")).toEqual({ status: 1 });
  });

  test("G-15: another service is NOT_FOUND", async () => {
    await expect(check("plugins")).rejects.toMatchObject({ name: "GrpcError", status: 5 });
  });
});
