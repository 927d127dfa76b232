import fc from "fast-check";
import { conformsTo } from "../plugin/support/conforms-to";
import { listErrors } from "../plugin/support/terraform-side";
import { config } from "../provider/support/queue-values";
import { TRUNK_STATES } from "../support/trunk-states";
import { BuiltProvider, putQueue, QUEUE_TYPE, type Stage, startStage } from "./support/provider-under-test";

const SOURCE = { providerAddress: "registry.terraform.io/trunk-io/trunk", typeName: "trunk_merge_queue" };
// What the framework of that provider keeps for a resource without private state.
const SOURCE_PRIVATE = Buffer.from("null");

const DECLARED = config({
  state: "running",
  mode: "parallel",
  concurrency: 3,
  merge_method: "squash",
  required_statuses: ["ci/build", "ci/test"],
});

let provider: BuiltProvider;
let stage: Stage;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
  putQueue(stage.emulator, {
    mode: "parallel",
    concurrency: 3,
    mergeMethod: "squash",
    requiredStatuses: ["ci/test", "ci/build"],
  });
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

describe("a queue that trunk-io/trunk managed", () => {
  test.each(Object.entries(TRUNK_STATES))(
    "C-65, C-40: moves without a call and plans empty, from a state %s",
    async (_version, source) => {
      const { side, emulator } = stage;
      const json = JSON.stringify(source);
      const before = emulator.requests.length;
      const moved = await side.move(QUEUE_TYPE, { ...SOURCE, json, private: SOURCE_PRIVATE });
      expect(emulator.requests).toHaveLength(before);
      expect(listErrors(moved.diagnostics)).toEqual([]);
      const { state } = moved;
      if (state === null) throw new Error("nothing was moved");
      // Some versions of Terraform keep the source's private state, others take ours.
      for (const kept of [SOURCE_PRIVATE, moved.private]) {
        const read = await side.read(QUEUE_TYPE, state, kept);
        for (const declared of [DECLARED, config()]) {
          const plan = await side.plan(QUEUE_TYPE, {
            prior: read.state,
            config: declared,
            priorPrivate: read.private,
          });
          expect(plan).toMatchObject({ planned: read.state, requiresReplace: [], diagnostics: [] });
        }
      }
    },
  );

  test("C-65: moves in a process that was never configured", async () => {
    const fresh = await provider.start();
    const json = JSON.stringify(TRUNK_STATES["0.1 in upper case"]);
    const { state, diagnostics } = await fresh.move(QUEUE_TYPE, { ...SOURCE, json });
    expect(diagnostics).toEqual([]);
    expect(state?.get("merge_method")).toBe("squash");
  });

  test("C-65: a source of another type is an error", async () => {
    const { state, diagnostics } = await stage.side.move(QUEUE_TYPE, {
      providerAddress: "registry.terraform.io/hashicorp/null",
      typeName: "null_resource",
      json: '{"id":"1","triggers":null}',
    });
    expect(state).toBeNull();
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("Cannot move this resource: ")]);
  });

  test("C-63: any state ends with a state or with one error", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string()), fc.nat(3), async (json, version) => {
        const { state, diagnostics } = await stage.side.move(QUEUE_TYPE, { ...SOURCE, version, json });
        const errors = listErrors(diagnostics);
        expect(errors).toHaveLength(state === null ? 1 : 0);
        expect(errors.join()).not.toContain("bug in the provider");
        expect(conformsTo(state, stage.side.findSchema(QUEUE_TYPE))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
