import { boundHeap } from "../../../src/plugin/lifecycle/bound-heap";
import { MANY_CALLS } from "../../../src/plugin/rpc/provider-session";
import { ProviderService } from "../support/services";
import { createTinyRoutes } from "../support/tiny-server";

jest.mock("../../../src/plugin/lifecycle/bound-heap");

describe("createRoutes", () => {
  test("a process that handles many calls bounds its heap, once", async () => {
    const routes = createTinyRoutes();
    const route = routes.get(ProviderService.getMetadata.path);
    if (route?.kind !== "unary") throw new Error("There is no GetMetadata.");
    for (let count = 1; count < MANY_CALLS; count += 1) await route.handle(Buffer.alloc(0));
    expect(boundHeap).not.toHaveBeenCalled();
    for (let count = 0; count < 2; count += 1) await route.handle(Buffer.alloc(0));
    expect(boundHeap).toHaveBeenCalledTimes(1);
  });
});
