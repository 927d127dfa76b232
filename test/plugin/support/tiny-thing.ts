import { existsSync, rmSync } from "node:fs";
import { getString } from "../../../src/plugin/get-attribute";
import type {
  CallContext,
  PlanRequest,
  PlanResponse,
  ResourceDefinition,
  StateResponse,
} from "../../../src/plugin/provider-definition";
import type { Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { makeObject, UNKNOWN } from "../../../src/plugin/value";
import { misbehave, readText, refuseInvalid, save, toFile, withValue } from "./tiny-behaviour";
import { createThingList, THING_IDENTITY, type TinyData } from "./tiny-list";

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

export function createThing(): ResourceDefinition<TinyData> {
  return {
    schema: THING_SCHEMA,
    identity: THING_IDENTITY,
    list: createThingList(THING_SCHEMA),
    async validateConfig({ config }, { log }) {
      const behaviour = getString(config, "behaviour");
      if (behaviour === "print") print();
      if (behaviour === "log") log("info", "foreign", { n: 1n });
      const detail = `Not this one, ${readText(config, "secret")}.`;
      const diagnostics = refuseInvalid(config, "Invalid name\u001b[31m", detail);
      if (diagnostics.length === 0) return { diagnostics };
      const path = [{ attribute: "place" }, { attribute: "shelf" }];
      return {
        diagnostics: [...diagnostics, { severity: "warning", summary: "Odd shelf", detail: "Odd.", path }],
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
      if (title === "refused")
        return { state, diagnostics: [{ severity: "error", summary: "Refused", detail: source }] };
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

/** Simulates a careless dependency. */
function print(): void {
  console.log('{"@message": 5, "@level": 6}');
  console.error('{"@message": {}, "@timestamp": []}');
  process.stdout.write("1|6|unix|/nowhere|grpc|\n");
}
