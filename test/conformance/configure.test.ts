import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { callFunction } from "../plugin/support/function-calls";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { config, state } from "../provider/support/queue-values";
import { CoreResource } from "./support/core-resource";
import { onBuiltProvider, provider, QUEUE_TYPE } from "./support/provider-under-test";

let first: OpenEmulator;
let second: OpenEmulator;
let asked: TerraformSide | undefined;
onBuiltProvider();

beforeEach(async () => {
  [first, second] = await Promise.all([startOpenEmulator(), startOpenEmulator()]);
});

afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

/** Applies the create of the tests' queue. */
async function create(side: TerraformSide): Promise<readonly string[]> {
  const resource = new CoreResource(side, QUEUE_TYPE);
  return resource.apply(await resource.plan(config()), config());
}

describe("a provider that is not configured", () => {
  test("C-01: validates without a token and without a service", async () => {
    const side = await provider.start();
    await expect(side.validateProvider({})).resolves.toEqual([]);
    await expect(side.validate(QUEUE_TYPE, Object.fromEntries(config()))).resolves.toEqual([]);
  });

  test("C-04: plans, upgrades and imports; other calls fail because it is not configured", async () => {
    const side = await provider.start();
    const resource = new CoreResource(side, QUEUE_TYPE);
    await expect(resource.plan(config())).resolves.toMatchObject({ action: "create", warnings: [] });
    const read = await side.read(QUEUE_TYPE, state());
    expect(read.state).toEqual(state());
    expect(listErrors(read.diagnostics)).toEqual([expect.stringContaining("not configured")]);
    await expect(create(side)).resolves.toEqual([expect.stringContaining("not configured")]);
  });

  test.each<[string, (side: TerraformSide) => Promise<unknown>, unknown]>([
    ["upgrade", (side) => side.upgrade(QUEUE_TYPE, 0, '{"target_branch":"main"}'), { diagnostics: [] }],
    ["plan", (side) => side.plan(QUEUE_TYPE, { config: config() }), { diagnostics: [] }],
    [
      "callFunction",
      (side) => callFunction(side, "parse_queue_id", ["h/o/n/b"]),
      { value: expect.any(Map) as unknown },
    ],
  ])("C-04: %s works as the first call of a process", async (_, ask, expected) => {
    asked ??= await provider.start();
    expect(await ask(await provider.startUnasked(asked))).toMatchObject(expected as object);
  });
});
