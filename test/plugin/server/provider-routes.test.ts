import { boundHeap } from "../../../src/plugin/lifecycle/bound-heap";
import { CallSignals } from "../../../src/plugin/lifecycle/call-signals";
import { WorkTracker } from "../../../src/plugin/lifecycle/work-tracker";
import { MANY_CALLS } from "../../../src/plugin/rpc/provider-session";
import { createRoutes } from "../../../src/plugin/server/provider-routes";
import { createRedactor } from "../../../src/text/create-redactor";
import { ProviderService } from "../support/services";
import { createTinyProvider } from "../support/tiny-definition";

jest.mock("../../../src/plugin/lifecycle/bound-heap");

describe("createRoutes", () => {
  test("a process that handles many calls bounds its heap, once", async () => {
    const routes = createRoutes({
      definition: createTinyProvider(),
      log: () => undefined,
      redactor: createRedactor(),
      work: new WorkTracker(),
      signals: new CallSignals(false),
    });
    const route = routes.get(ProviderService.getMetadata.path);
    if (route?.kind !== "unary") throw new Error("There is no GetMetadata.");
    for (let count = 1; count < MANY_CALLS; count += 1) await route.handle(Buffer.alloc(0));
    expect(boundHeap).not.toHaveBeenCalled();
    for (let count = 0; count < 2; count += 1) await route.handle(Buffer.alloc(0));
    expect(boundHeap).toHaveBeenCalledTimes(1);
  });
});
