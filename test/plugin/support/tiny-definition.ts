import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  ActionDefinition,
  CallContext,
  DataSourceDefinition,
  FunctionDefinition,
  PlanRequest,
  PlanResponse,
  ProviderDefinition,
  ResourceDefinition,
  StateResponse,
} from "../../../src/plugin/provider-definition";
import type { Schema } from "../../../src/plugin/schema/schema";
import { toObjectType } from "../../../src/plugin/schema/to-object-type";
import { getString } from "../../../src/plugin/values/get-attribute";
import { TfNumber } from "../../../src/plugin/values/tf-number";
import {
  DynamicValue,
  isListValue,
  makeObject,
  type ObjectValue,
  UNKNOWN,
  type Value,
} from "../../../src/plugin/values/value";
import { createThingList, THING_IDENTITY, type TinyData } from "./tiny-list";

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

const THING_SCHEMA: Schema = {
  version: 1,
  description: "A thing, kept in a file.",
  attributes: {
    id: { type: "string", computed: true, description: "The name, once the thing exists." },
    name: {
      type: "string",
      required: true,
      description: "Name of the thing; another name is another thing.",
    },
    size: { type: "number", optional: true, description: "Any number." },
    tags: { type: { set: "string" }, optional: true, description: "Any texts." },
    secret: { type: "string", optional: true, sensitive: true, description: "A secret." },
    place: {
      nesting: "single",
      optional: true,
      attributes: {
        shelf: { type: "string", required: true, description: "Which shelf." },
        position: { type: "number", optional: true, description: "Position on the shelf." },
      },
      description: "Where the thing is.",
    },
    extra: { type: "dynamic", optional: true, description: "Anything." },
    behaviour: {
      type: "string",
      optional: true,
      description: "What goes wrong: throw, crash, slow, held, wait, log, print.",
    },
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

/** Makes the provider. */
export function createTinyProvider(): ProviderDefinition<TinyData> {
  return {
    type: "tiny",
    schema: PROVIDER_SCHEMA,
    validateConfig: async () => ({ diagnostics: [] }),
    async configure({ config }) {
      const directory = getString(config, "directory");
      return {
        data: { directory: typeof directory === "string" ? directory : undefined },
        diagnostics: [],
      };
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
    const isInvalid = getString(config, "name") === "invalid";
    const path = [{ attribute: "name" }];
    return {
      diagnostics: isInvalid ? [{ severity: "error", summary: "Bad\u001b note", detail: "No.", path }] : [],
    };
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
    const line = new Map<string, Value>([
      ["text", "one"],
      ["tags", tags],
    ]);
    const given = { name: getString(config, "name"), echo: config.get("echo") ?? null };
    const state = makeObject(toObjectType(NOTE_SCHEMA.attributes), {
      ...given,
      directory: data?.directory ?? null,
      found: new DynamicValue(type, found),
      lines: readText(config, "behaviour") === "misfit" ? "no list" : [line],
    });
    return {
      state,
      diagnostics: [{ severity: "warning", summary: "Read", detail: "Once." }],
    };
  },
};

/** Reports each time that it rings. */
const RING: ActionDefinition<TinyData> = {
  schema: RING_SCHEMA,
  async validateConfig({ config }) {
    const path = [{ attribute: "name" }];
    const isInvalid = getString(config, "name") === "invalid";
    return {
      diagnostics: isInvalid ? [{ severity: "error", summary: "Bad\u001b bell", detail: "No.", path }] : [],
    };
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

function createThing(): ResourceDefinition<TinyData> {
  return {
    schema: THING_SCHEMA,
    identity: THING_IDENTITY,
    list: createThingList(THING_SCHEMA),
    async validateConfig({ config }, { log }) {
      const behaviour = getString(config, "behaviour");
      if (behaviour === "print") print();
      if (behaviour === "log")
        log("info", "foreign", { "@message": 5, "@level": null, "@timestamp": {}, n: 1n });
      return {
        diagnostics:
          getString(config, "name") === "invalid"
            ? [
                {
                  severity: "error",
                  summary: "Invalid name\u001b[31m",
                  detail: `Not this one, ${readText(config, "secret")}.`,
                  path: [{ attribute: "name" }],
                },
                {
                  severity: "warning",
                  summary: "Odd shelf",
                  detail: "Odd.",
                  path: [{ attribute: "place" }, { attribute: "shelf" }],
                },
              ]
            : [],
      };
    },
    noteStoredState: () => undefined,
    plan: planThing,
    async create({ planned, data, plannedPrivate }, context) {
      await misbehave(planned, context);
      const state = withValue(planned, "id", planned.get("name") ?? null);
      save(data, state);
      return { state, diagnostics: [], private: Buffer.concat([plannedPrivate, Buffer.from("+created")]) };
    },
    async update({ planned, data }, context) {
      await misbehave(planned, context);
      save(data, planned);
      return { state: planned, diagnostics: [] };
    },
    async delete({ prior, data }, context) {
      await misbehave(prior, context);
      rmSync(toFile(data, prior), { force: true });
      return { state: null, diagnostics: [] };
    },
    async read({ state, data }, context): Promise<StateResponse> {
      await misbehave(state, context);
      return { state: existsSync(toFile(data, state)) ? state : null, diagnostics: [] };
    },
    async importState({ data, ...target }) {
      const id = "id" in target ? target.id : readText(target.identity, "name");
      if (id === "nothing") return { state: null, diagnostics: [] };
      const state = makeObject(toObjectType(THING_SCHEMA.attributes), { id, name: id });
      if (data?.directory !== undefined && !existsSync(toFile(data, state))) save(data, state);
      return { state, diagnostics: [], private: Buffer.from("imported") };
    },
    async moveState({ sourceProviderAddress, sourceTypeName, sourceState, sourcePrivate }) {
      const { title } = sourceState as { readonly title?: unknown };
      if (title === "broken") throw new Error("The move broke.");
      if (title === "nothing") return { state: null, diagnostics: [] };
      const name = typeof title === "string" ? title : null;
      const state = makeObject(toObjectType(THING_SCHEMA.attributes), { id: name, name });
      const source = `${sourceTypeName} of ${sourceProviderAddress}`;
      if (title === "refused") {
        return { state, diagnostics: [{ severity: "error", summary: "Refused", detail: source }] };
      }
      const diagnostics = [{ severity: "warning" as const, summary: "Moved\u001b[31m", detail: source }];
      const hasPrivate = sourcePrivate.length > 0;
      return {
        state,
        diagnostics,
        ...(hasPrivate ? { private: Buffer.concat([sourcePrivate, Buffer.from("+moved")]) } : {}),
      };
    },
  };
}

async function planThing(request: PlanRequest<TinyData>, context: CallContext): Promise<PlanResponse> {
  const { config, prior, proposed, priorPrivate } = request;
  if (getString(config, "behaviour") === "throw-plan") throw new Error("The plan broke.");
  if (proposed === null) return { planned: null, diagnostics: [], plannedPrivate: Buffer.from("destroy") };
  context.log("debug", "planning");
  const isReplaced = prior !== null && getString(prior, "name") !== getString(proposed, "name");
  return {
    planned: prior === null || isReplaced ? withValue(proposed, "id", UNKNOWN) : proposed,
    diagnostics: [],
    ...(isReplaced ? { requiresReplace: [[{ attribute: "name" }]] } : {}),
    ...(prior === null ? { plannedPrivate: Buffer.from("planned") } : { plannedPrivate: priorPrivate }),
  };
}

async function misbehave(object: ObjectValue, { log, stopSignal }: CallContext): Promise<void> {
  const secret = object.has("secret") ? readText(object, "secret") : "";
  switch (readText(object, "behaviour")) {
    case "throw":
      throw new Error(`It broke, \u001b[31m${secret}.`);
    case "crash":
      setTimeout(() => {
        throw new Error(`crashed with ${secret}\n{"@message": 5, "@level": 6}`);
      }, 0);
      await new Promise(() => undefined);
      break;
    case "slow":
      // A write that does not heed the stop signal, as after its first step; talkative, to meet closed pipes.
      for (let step = 0; step < 10; step += 1) {
        log("info", "still writing", { step, stopped: stopSignal.aborted });
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      break;
    case "held":
      // A write that takes until the test lets it end, however busy the machine is.
      log("info", "still writing", { stopped: stopSignal.aborted });
      while (!existsSync(join(tmpdir(), "release"))) await new Promise((resolve) => setTimeout(resolve, 20));
      break;
    case "wait":
      await new Promise((resolve) => {
        stopSignal.addEventListener("abort", resolve);
        // Work in progress keeps a real provider's process alive, too.
        setTimeout(resolve, 60_000);
      });
      throw new Error("Interrupted while waiting.");
  }
}

function readText(object: ObjectValue, name: string): string {
  const text = getString(object, name);
  return typeof text === "string" ? text : "";
}

/** Simulates a careless dependency. */
function print(): void {
  console.log('{"@message": 5, "@level": 6}');
  console.error('{"@message": {}, "@timestamp": []}');
  process.stdout.write("1|6|unix|/nowhere|grpc|\n");
}

function withValue(object: ObjectValue, name: string, value: Value): ObjectValue {
  return new Map([...object, [name, value]]);
}

function toFile(data: TinyData | undefined, object: ObjectValue): string {
  const name = getString(object, "name");
  if (typeof name !== "string") throw new Error("The thing has no name.");
  return join(data?.directory ?? "/nonexistent", `${encodeURIComponent(name)}.txt`);
}

function save(data: TinyData | undefined, object: ObjectValue): void {
  if (data?.directory === undefined) return;
  const size = object.get("size") ?? null;
  const file = toFile(data, object);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  writeFileSync(file, `${before}saved ${size instanceof TfNumber ? size.text : "without size"}\n`);
}
