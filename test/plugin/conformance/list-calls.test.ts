import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ListResource_Event } from "../../../src/plugin/protocol/tfplugin6.generated";
import { UNKNOWN } from "../../../src/plugin/value";
import { waitFor } from "../../support/wait-for";
import { onCalls, side, stage, THING } from "../support/calls-stage";
import { conformsTo } from "../support/conforms-to";
import { call } from "../support/connect";
import { listObjects, openList, validateList } from "../support/list-objects";
import { ProviderService } from "../support/services";
import { formatAttribute, listErrors } from "../support/terraform-side";
import { LIST_END_FILE } from "../support/tiny-list";

onCalls();

const names = ["b", "a", "c"];

/** Waits until the provider has ended a list. @returns how many things it had produced */
async function readEnd(): Promise<number> {
  const file = join(stage.directory, LIST_END_FILE);
  await waitFor(() => existsSync(file) && readFileSync(file, "utf8") !== "", "the end of the list");
  const count = Number(readFileSync(file, "utf8"));
  rmSync(file);
  return count;
}

describe("lists", () => {
  test("C-02: schema and metadata name the types that can be listed", async () => {
    const { listResources } = await call(side.client, ProviderService.getMetadata, {});

    expect(listResources).toEqual([{ typeName: THING }]);
    expect([...side.listSchemas.keys()]).toEqual([THING]);
  });

  test("each object has its identity and a name without control characters, in the provider's order", async () => {
    const { objects, diagnostics } = await listObjects(side, THING, { names });

    expect(diagnostics).toEqual([]);
    expect(objects).toEqual(
      names.map((name) => ({
        displayName: String.raw`Thing\x1b ${name}`,
        identity: new Map([["name", name]]),
        state: null,
      })),
    );
    expect(await readEnd()).toBe(3);
  });

  test("C-10: an object that was asked for has every attribute", async () => {
    const { objects } = await listObjects(side, THING, { names: ["a"] }, { includesResource: true });

    expect(objects).toHaveLength(1);
    expect(conformsTo(objects[0]?.state ?? null, side.findSchema(THING))).toEqual([]);
    expect(objects[0]?.state?.get("name")).toBe("a");
    await readEnd();
  });

  test("a warning without an object is no object, and does not end the list", async () => {
    const { objects, diagnostics } = await listObjects(side, THING, { names, behaviour: "warn" });

    expect(objects).toHaveLength(3);
    expect(diagnostics.map(({ detail }) => detail)).toEqual(["At most 100."]);
    await readEnd();
  });

  test("C-08: an exception is an error after what was found; S-14: its control characters are visible", async () => {
    const { objects, diagnostics } = await listObjects(side, THING, { names, behaviour: "throw" });

    expect(objects).toHaveLength(3);
    expect(listErrors(diagnostics)).toEqual([expect.stringContaining(String.raw`The list broke, \x1b[31m.`)]);
    await readEnd();
  });

  test("C-10: an object that does not fit the schema is an error that names the place", async () => {
    const { diagnostics } = await listObjects(
      side,
      THING,
      { names: [], behaviour: "misfit" },
      { includesResource: true },
    );

    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("secret: a string is required")]);
    await readEnd();
  });

  test("a client that does not read holds up the iteration, and ends it by leaving", async () => {
    const stream = openList(
      side,
      THING,
      { names: [], behaviour: "endless" },
      { includesResource: true, limit: 1_000_000 },
    );
    await new Promise((resolve) => stream.once("metadata", resolve));
    for (let count = 0; count < 50; count += 1) await call(side.client, ProviderService.getMetadata, {});
    stream.cancel();

    // With name and id, a thing has more than 300,000 bytes; HTTP/2 holds some of them on their way.
    expect(await readEnd()).toBeLessThan(30);
  });

  test("C-20: unknown values are validated; C-21: findings carry their paths", async () => {
    await expect(validateList(side, THING, { names: UNKNOWN })).resolves.toEqual([]);
    const [finding] = await validateList(side, THING, { names: [] });

    expect(finding?.summary).toBe(String.raw`No\x1b names`);
    expect(formatAttribute(finding)).toBe("names");
  });

  test("C-02: an unknown type cannot be listed, and the error says so", async () => {
    const [typeName, text] = ["tiny_note", 'no resource type "tiny_note"'];
    const request = { typeName, config: undefined, includeResourceObject: undefined, limit: undefined };
    const { diagnostics } = await call(side.client, ProviderService.validateListResourceConfig, request);
    const { path, requestSerialize, responseDeserialize } = ProviderService.listResource;
    const stream = side.client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, {
      typeName,
      config: undefined,
      includeResourceObject: false,
      limit: 1n,
    });
    const events: ListResource_Event[] = [];
    for await (const event of stream as AsyncIterable<ListResource_Event>) events.push(event);

    expect(listErrors(diagnostics)).toEqual([expect.stringContaining(text)]);
    expect(events.map(({ diagnostic }) => listErrors(diagnostic))).toEqual([[expect.stringContaining(text)]]);
  });
});
