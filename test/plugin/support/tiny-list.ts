import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { getString } from "../../../src/plugin/get-attribute";
import type { IdentityDefinition, ListDefinition, ListEvent } from "../../../src/plugin/provider-definition";
import type { Schema } from "../../../src/plugin/schema";
import { toObjectType } from "../../../src/plugin/to-object-type";
import { makeObject, UNKNOWN, type Value } from "../../../src/plugin/value";

/** What configuring the tiny provider makes. */
export interface TinyData {
  readonly directory: string | undefined;
}

/** Name of the file, in the provider's folder, that says how many things a list produced when it ended. */
export const LIST_END_FILE = "list-ended";

/** A thing is known by its name. */
export const THING_IDENTITY: IdentityDefinition = {
  attributes: { name: { type: "string", required: true, description: "Name of the thing." } },
  getIdentity(object) {
    const name = getString(object, "name");
    return typeof name === "string" ? new Map([["name", name]]) : null;
  },
  isSame: (a, b) => a.get("name") === b.get("name"),
};

/** Makes the list of things: it finds all that its configuration names, in this order. */
export function createThingList(schema: Schema): ListDefinition<TinyData> {
  const find = (name: string, secret: Value = null): ListEvent => {
    const state = makeObject(toObjectType(schema.attributes), { id: name, name, secret });
    return { found: { displayName: `Thing\u001b ${name}`, state }, diagnostics: [] };
  };
  return {
    schema: {
      version: 0,
      description: "Things by name.",
      attributes: {
        names: { type: { list: "string" }, required: true, description: "Names of the things." },
        behaviour: {
          type: "string",
          optional: true,
          description: "What it does: throw, endless, misfit, warn.",
        },
      },
    },
    async validateConfig({ config }) {
      const isKnown = config.get("names") !== UNKNOWN;
      const path = [{ attribute: "names" }];
      const isEmpty = isKnown && (config.get("names") as readonly Value[] | null)?.length === 0;
      return {
        diagnostics: isEmpty
          ? [{ severity: "error", summary: "No\u001b names", detail: "Name some.", path }]
          : [],
      };
    },
    async *list({ config, limit, data }) {
      const behaviour = getString(config, "behaviour");
      let produced = 0;
      try {
        for (const name of config.get("names") as readonly string[]) {
          produced += 1;
          yield find(name);
        }
        if (behaviour === "warn") yield warn(`At most ${limit}.`);
        if (behaviour === "misfit") yield find("misfit", true);
        if (behaviour === "throw") throw new Error("The list broke, \u001b[31m.");
        while (behaviour === "endless") {
          produced += 1;
          yield find(`thing ${produced} ${"x".repeat(100_000)}`);
        }
      } finally {
        if (data?.directory !== undefined)
          writeFileSync(join(data.directory, LIST_END_FILE), String(produced));
      }
    },
  };
}

function warn(detail: string): ListEvent {
  return { diagnostics: [{ severity: "warning", summary: "Listed", detail }] };
}
