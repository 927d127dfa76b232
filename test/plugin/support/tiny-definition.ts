import { getString } from "../../../src/plugin/get-attribute";
import type {
  ActionDefinition,
  DataSourceDefinition,
  FunctionDefinition,
  ProviderDefinition,
} from "../../../src/plugin/provider-definition";
import type { Schema } from "../../../src/plugin/schema";
import { TfNumber } from "../../../src/plugin/tf-number";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { DynamicValue, isListValue, makeObject, type Value } from "../../../src/plugin/value";
import { misbehave, readText, refuseInvalid, save, withValue } from "./tiny-behaviour";
import type { TinyData } from "./tiny-list";
import { createThing } from "./tiny-thing";

/*
 * A provider without a service, to prove what the SDK does by itself. Its one resource type, `tiny_thing`,
 * keeps things as files in the folder that the configuration names; its data source reads nothing but what it
 * is given; its action rings a bell.
 */

const PROVIDER_SCHEMA: Schema = {
  version: 0,
  description: "A provider for tests.",
  attributes: {
    token: { type: "string", optional: true, sensitive: true, description: "A secret." },
    directory: { type: "string", optional: true, description: "Folder of the things." },
  },
};

const NOTE_SCHEMA: Schema = {
  version: 0,
  description: "A note.",
  attributes: {
    name: { type: "string", required: true, description: "Name of the note." },
    echo: { type: "dynamic", optional: true, description: "Anything, shown as it is." },
    directory: { type: "string", computed: true, description: "Folder of the provider's configuration." },
    found: { type: "dynamic", computed: true, description: "What was found." },
    lines: {
      nesting: "list",
      computed: true,
      attributes: {
        text: { type: "string", computed: true, description: "Text." },
        tags: { type: { map: "dynamic" }, computed: true, description: "Values of one type." },
      },
      description: "The note's lines.",
    },
    behaviour: { type: "string", optional: true, description: "What goes wrong: throw, misfit, wait." },
  },
};

const RING_SCHEMA: Schema = {
  version: 0,
  description: "Rings a bell.",
  attributes: {
    name: { type: "string", required: true, description: "What it says." },
    times: { type: "number", optional: true, description: "How often. Default: never." },
    behaviour: {
      type: "string",
      optional: true,
      description: "What goes wrong: as with a thing; stopped; nameless, which keeps no file.",
    },
  },
};

export function createTinyProvider(): ProviderDefinition<TinyData> {
  return {
    type: "tiny",
    schema: PROVIDER_SCHEMA,
    validateConfig: async () => ({ diagnostics: [] }),
    async configure({ config }) {
      const directory = getString(config, "directory");
      return { data: { directory: typeof directory === "string" ? directory : undefined }, diagnostics: [] };
    },
    resources: { tiny_thing: createThing() },
    dataSources: { tiny_note: NOTE },
    actions: { tiny_ring: RING },
    functions: { repeat: REPEAT, measure: MEASURE },
  };
}

/** Shows everything that a data source can return. */
const NOTE: DataSourceDefinition<TinyData> = {
  schema: NOTE_SCHEMA,
  async validateConfig({ config }) {
    return { diagnostics: refuseInvalid(config, "Bad\u001b note") };
  },
  async read({ config, data }, context) {
    await misbehave(config, context);
    const found = new Map<string, Value>([
      ["many", [TfNumber.of(1), TfNumber.of(2)]],
      ["named", new Map([["a", true]])],
      ["none", null],
    ]);
    const type = ["object", { many: ["list", "number"], named: ["map", "bool"], none: "dynamic" }];
    const tags = new Map([["t", new DynamicValue(["tuple", ["string"]], ["x"])]]);
    const line = new Map<string, Value>(Object.entries({ text: "one", tags }));
    const given = { name: getString(config, "name"), echo: config.get("echo") ?? null };
    const state = makeObject(toObjectType(NOTE_SCHEMA.attributes), {
      ...given,
      directory: data?.directory ?? null,
      found: new DynamicValue(type, found),
      lines: readText(config, "behaviour") === "misfit" ? "no list" : [line],
    });
    return { state, diagnostics: [{ severity: "warning", summary: "Read", detail: "Once." }] };
  },
};

/** Reports each time that it rings. */
const RING: ActionDefinition<TinyData> = {
  schema: RING_SCHEMA,
  async validateConfig({ config }) {
    return { diagnostics: refuseInvalid(config, "Bad\u001b bell") };
  },
  async plan({ config, data }) {
    const isKnown = typeof getString(config, "name") === "string";
    const detail = `${isKnown ? "known" : "unknown"} in ${data?.directory ?? "no folder"}`;
    return { diagnostics: [{ severity: "warning", summary: "Will ring", detail }] };
  },
  async invoke({ config, data }, context, report) {
    const times = config.get("times");
    const count = times instanceof TfNumber ? Number(times.text) : 0;
    for (let ring = 1; ring <= count; ring += 1) report(`${readText(config, "name")} ${ring}`);
    if (readText(config, "behaviour") === "stopped") {
      await misbehave(withValue(config, "behaviour", "wait"), context).catch(() => undefined);
      report("stopped");
      report(`${readText(config, "name")} after the stop`);
    }
    await misbehave(config, context);
    if (readText(config, "behaviour") !== "nameless") save(data, config);
    return {
      diagnostics: [{ severity: "warning", summary: "Rang", detail: `${readText(config, "name")}.` }],
    };
  },
};

/** Fails in every way in which a function can. */
const REPEAT: FunctionDefinition = {
  summary: "Repeats a text",
  description: "Returns the text *n* times.",
  parameters: [
    { name: "text", type: "string", description: "What to repeat." },
    { name: "times", type: "number", description: "How often." },
  ],
  returns: "string",
  call: ([text, times]) => {
    if (text === "throw") throw new Error("It broke,\u001b[31m.");
    if (text === "misfit") return { value: true };
    if (typeof text !== "string" || !(times instanceof TfNumber)) throw new Error("not reached");
    const count = Number(times.text);
    if (count < 0) return { error: { text: `Not ${text}\u001b[31m.`, argument: 1 } };
    return { value: text.repeat(count) };
  },
};

/** Takes and returns values of any shape. */
const MEASURE: FunctionDefinition = {
  summary: "Measures",
  description: "Returns the number of items, and the value itself.",
  parameters: [
    { name: "items", type: { list: { object: { a: "string" } } }, description: "Items." },
    { name: "any", type: "dynamic", description: "Anything." },
  ],
  returns: { object: { count: "number", any: "dynamic" } },
  call: ([items, any]) => ({
    value: new Map<string, Value>([
      ["count", TfNumber.of(items !== undefined && isListValue(items) ? items.length : -1)],
      ["any", any ?? null],
    ]),
  }),
};
