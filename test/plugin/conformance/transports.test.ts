import { TfNumber } from "../../../src/plugin/tf-number";
import { DynamicValue } from "../../../src/plugin/value";
import { invokeAction, validateAction } from "../support/action-calls";
import { CallsStage, changeThing, THING } from "../support/calls-stage";
import { readData } from "../support/data-calls";
import { callFunction } from "../support/function-calls";
import { listObjects } from "../support/list-objects";
import type { TerraformSide } from "../support/terraform-side";

/** Calls of every kind, whose answers do not depend on the process. */
const CALLS: Readonly<Record<string, (side: TerraformSide) => Promise<unknown>>> = {
  validate: (side) => side.validate(THING, { name: "invalid" }),
  plan: (side) => side.plan(THING, { config: side.make(THING, { name: "a", size: TfNumber.of(3) }) }),
  lifecycle: async (side) => {
    const { state } = await changeThing(side, { name: "whole", tags: ["b", "a"] });
    const read = await side.read(THING, state ?? new Map());
    return [read, await changeThing(side, null, state)];
  },
  "thirty changes at once": (side) =>
    Promise.all(Array.from({ length: 30 }, (_, index) => changeThing(side, { name: `parallel-${index}` }))),
  "a plan of 1.2 MB": (side) => {
    const tags = Array.from({ length: 100 }, (_, index) => `${"x".repeat(12_000)}${index}`);
    return side.plan(THING, { config: side.make(THING, { name: "large", tags }) });
  },
  import: (side) => side.import(THING, "nothing"),
  upgrade: (side) => side.upgrade(THING, 0, '{"name":"a"}'),
  data: (side) => readData(side, "tiny_note", { name: "a", echo: new DynamicValue("string", "b") }),
  "data that cannot be read": (side) => readData(side, "tiny_note", { name: "a", behaviour: "throw" }),
  function: (side) => callFunction(side, "repeat", ["ab", TfNumber.of(2)]),
  list: (side) =>
    listObjects(side, THING, { names: ["a", "x".repeat(2_000_000)] }, { includesResource: true }),
  "an action": (side) => invokeAction(side, "tiny_ring", { name: "ding", times: TfNumber.of(300) }),
  "a wrong action": (side) => validateAction(side, "tiny_ring", { name: "invalid" }),
};

/** Texts are compared, because comparing megabytes in objects takes minutes. */
function print(answer: unknown): string {
  return JSON.stringify(answer, (_name, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    return value instanceof Map ? [...(value as Map<unknown, unknown>)] : value;
  });
}

describe("every way in which Terraform reaches a provider", () => {
  const stage = new CallsStage();
  let here: TerraformSide;
  let sides: readonly TerraformSide[] = [];

  beforeAll(async () => {
    here = await stage.startInProcess();
    sides = await stage.startAll();
  });

  afterAll(async () => {
    await Promise.all(
      [here, ...sides].map(async (side) => {
        side.client.close();
        await side.process.end();
      }),
    );
  });

  test("G-29: shows the same schemas", () => {
    const printSchemas = ({
      resourceSchemas,
      dataSourceSchemas,
      listSchemas,
      actionSchemas,
    }: TerraformSide) => print([resourceSchemas, dataSourceSchemas, listSchemas, actionSchemas]);
    expect(sides.map(printSchemas)).toEqual(Array(3).fill(printSchemas(here)));
  });

  test.each(Object.entries(CALLS))("C-05, G-25, G-29: answers alike: %s", async (_what, act) => {
    const expected = print(await act(here));

    for (const side of sides) expect(print(await act(side)) === expected).toBe(true);
  });
});
