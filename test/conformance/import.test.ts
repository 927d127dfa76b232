import fc from "fast-check";
import { onOperation, rewriteAnswer } from "../../src/emulator/faults";
import { listErrors } from "../plugin/support/terraform-side";
import { arbitraryLive } from "../provider/support/arbitrary-queue";
import { BuiltProvider, putQueue, QUEUE_TYPE, type Stage, startStage } from "./support/provider-under-test";
import { settingsOf } from "./support/queue-world";

const ID = "github.com/acme/web/main";

let provider: BuiltProvider;
let stage: Stage;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
  putQueue(stage.emulator);
});

afterEach(() => {
  stage.emulator.setFaults();
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

describe("an import", () => {
  test("C-22, C-67: a configuration generated from anything that the service shows is valid and gives an empty plan", async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryLive, async (live) => {
        const show = rewriteAnswer(() => ({ branch: "main", enqueuedPullRequests: [], ...live }));
        stage.emulator.setFaults(onOperation("getQueue", show));
        const resource = stage.createResource();
        expect(await resource.import(ID)).toEqual([]);
        // Terraform writes optional attributes that are not null; it never writes attributes that are only computed.
        const generated = new Map([...(resource.state ?? []), ["id", null] as const]);
        expect(await stage.side.validate(QUEUE_TYPE, Object.fromEntries(generated))).toEqual([]);
        await expect(resource.plan(generated)).resolves.toMatchObject({ action: "no-op" });
        // The reads that follow show the values as they are, and still nothing is to be done.
        await resource.refresh();
        await expect(resource.plan(generated)).resolves.toMatchObject({ action: "no-op", warnings: [] });
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["paused", "paused"],
    ["switching_modes", undefined],
  ])(
    "C-22, K-6b: of a queue that is %s leaves out the state and what cannot be configured",
    async (word, later) => {
      const hostile = { pendingFailureDepth: 0, mode: "turbo", state: word, concurrency: 2 };
      const show = rewriteAnswer((body) => ({ ...(body as object), ...hostile }));
      stage.emulator.setFaults(onOperation("getQueue", show));
      const resource = stage.createResource();
      const look = (): unknown[] => {
        const settings = settingsOf(resource.state ?? new Map());
        return (["pendingFailureDepth", "mode", "state", "concurrency"] as const).map(
          (name) => settings[name],
        );
      };
      await resource.import(ID);
      expect(look()).toEqual([undefined, undefined, undefined, 2]);
      await resource.refresh();
      expect(look()).toEqual([0, "turbo", later, 2]);
    },
  );

  test("C-66: of a queue that is not there fails", async () => {
    const resource = stage.createResource();
    await expect(resource.import("github.com/acme/web/none")).resolves.toEqual([
      "Cannot import non-existent remote object",
    ]);
  });

  test.each([
    ["", "host/owner/name/branch"],
    ["/", "host/owner/name/branch"],
    ["github.com", "host/owner/name/branch"],
    ["github.com/acme/web", "host/owner/name/branch"],
    ["github.com/acme/web/", "host/owner/name/branch"],
    ["https://github.com/acme/web", 'write "github.com/acme/web/BRANCH"'],
  ])("C-66: of %j fails, and shows the format of an id", async (id, form) => {
    const resource = stage.createResource();
    const [error, ...more] = await resource.import(id);
    expect(error).toContain(form);
    expect(more).toEqual([]);
    expect(resource.state).toBeNull();
  });

  test("C-66: of any id ends with a state or an error, and sends no request", async () => {
    const before = stage.emulator.requests.length;
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (id) => {
        const [response] = await stage.side.import(QUEUE_TYPE, id);
        expect(response?.state === null).toBe(listErrors(response?.diagnostics ?? []).length > 0);
      }),
    );
    expect(stage.emulator.requests).toHaveLength(before);
  });
});
