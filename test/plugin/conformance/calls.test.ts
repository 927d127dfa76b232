import { makeScratch } from "../../support/make-scratch";
import { changeThing, onCalls, side, stage, THING } from "../support/calls-stage";
import { call } from "../support/connect";
import { ProviderService } from "../support/services";
import { listErrors } from "../support/terraform-side";

onCalls();

describe("GetProviderSchema", () => {
  test("C-02: there is a provider schema and one for every resource type", () => {
    expect(Object.keys(side.providerSchema.attributes)).toEqual(["token", "directory"]);
    expect([...side.resourceSchemas.keys()]).toEqual(["tiny_thing"]);
    expect([...side.dataSourceSchemas.keys()]).toEqual(["tiny_note"]);
    expect([...side.functions.keys()]).toEqual(["repeat", "measure"]);
  });

  test("C-02: the metadata names the same", async () => {
    const metadata = await call(side.client, ProviderService.getMetadata, {});

    expect(metadata.resources.map(({ typeName }) => typeName)).toEqual([...side.resourceSchemas.keys()]);
    expect(metadata.dataSources.map(({ typeName }) => typeName)).toEqual([...side.dataSourceSchemas.keys()]);
    expect(metadata.functions.map(({ name }) => name)).toEqual([...side.functions.keys()]);
  });

  test("C-02: the functions of the schema can be requested alone", async () => {
    const schema = await call(side.client, ProviderService.getProviderSchema, {});

    const { functions, diagnostics } = await call(side.client, ProviderService.getFunctions, {});

    expect(diagnostics).toEqual([]);
    expect(functions).toEqual(schema.functions);
    expect(functions.get("repeat")).toMatchObject({
      summary: "Repeats a text",
      parameters: [{ name: "text" }, { name: "times", description: "How often." }],
    });
  });

  test("C-41: destroys are planned; C-65: moves between types are announced", async () => {
    const { serverCapabilities } = await call(side.client, ProviderService.getProviderSchema, {});

    expect(serverCapabilities).toEqual({
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
    });
  });
});

describe("exceptions", () => {
  test("C-08: one in plan is an error diagnostic with the prior state", async () => {
    const { state } = await changeThing(side, { name: "planned-badly" });

    const config = side.make(THING, { name: "planned-badly", behaviour: "throw-plan" });
    const { planned, diagnostics } = await side.plan(THING, { prior: state, config });

    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("The plan broke.")]);
    expect(planned).toEqual(state);
  });

  test("C-52: one in create leaves no state", async () => {
    const config = side.make(THING, { name: "broken", behaviour: "throw" });

    const { state, diagnostics } = await side.apply(THING, { planned: config, config });

    expect(listErrors(diagnostics)).toEqual([expect.stringContaining(String.raw`It broke, \x1b[31m`)]);
    expect(state).toBeNull();
  });

  test("C-55: one in update keeps the prior state and private state", async () => {
    const { state } = await changeThing(side, { name: "updated-badly" });
    const config = side.make(THING, { name: "updated-badly", behaviour: "throw" });
    const plannedPrivate = Buffer.from("kept");

    const response = await side.apply(THING, { prior: state, planned: config, config, plannedPrivate });

    expect(listErrors(response.diagnostics)).toHaveLength(1);
    expect(response.state).toEqual(state);
    expect(response.private.toString()).toBe("kept");
  });

  test("C-56: one in delete keeps the prior state", async () => {
    const prior = side.make(THING, { name: "undead", behaviour: "throw" });

    const response = await side.apply(THING, { prior, planned: null, config: null });

    expect(listErrors(response.diagnostics)).toHaveLength(1);
    expect(response.state).toEqual(prior);
  });

  test("C-57, C-60: one in read keeps state and private state", async () => {
    const current = side.make(THING, { name: "unreadable", behaviour: "throw" });

    const { state, private: kept, diagnostics } = await side.read(THING, current, Buffer.from("kept"));

    expect(listErrors(diagnostics)).toHaveLength(1);
    expect(state).toEqual(current);
    expect(kept.toString()).toBe("kept");
  });
});

test("C-72: configuring again replaces the configuration", async () => {
  const other = makeScratch();
  const { state } = await changeThing(side, { name: "here" });

  await side.configure({ directory: other });
  const elsewhere = await side.read(THING, state ?? new Map());
  await side.configure({ directory: stage.directory });
  const here = await side.read(THING, state ?? new Map());

  expect(elsewhere.state).toBeNull();
  expect(here.state).toEqual(state);
});
