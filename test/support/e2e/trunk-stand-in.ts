import type { ProviderDefinition, ResourceDefinition } from "../../../src/plugin/provider-definition";
import type { Attribute, AttributeType, PlainAttribute } from "../../../src/plugin/schema";
import { startPlugin } from "../../../src/plugin/start-plugin";
import { TRUNK_SCHEMA_TYPES } from "../trunk-states";

/*
 * Stands in for the provider `trunk-io/trunk`, which Terraform asks for its schema as long as a state names
 * it: the schema and the validation. A move must not need more of it, so that anything else is an error.
 */

function optional(type: AttributeType): Attribute {
  return { type, optional: true, computed: true, description: "A setting." };
}

function part(): PlainAttribute {
  return { type: "string", required: true, description: "A part of the identity." };
}

async function refuse(): Promise<never> {
  throw new Error("The provider trunk-io/trunk must not be needed.");
}

async function accept() {
  return { diagnostics: [] };
}

const QUEUE: ResourceDefinition<never> = {
  schema: {
    version: 0,
    description: "A merge queue.",
    attributes: {
      id: { type: "string", computed: true, description: "host/owner/name/branch." },
      repo: {
        nesting: "single",
        required: true,
        description: "The repository.",
        attributes: { host: part(), owner: part(), name: part() },
      },
      target_branch: part(),
      ...Object.fromEntries(Object.entries(TRUNK_SCHEMA_TYPES).map(([name, type]) => [name, optional(type)])),
    },
  },
  plan: refuse,
  create: refuse,
  update: refuse,
  delete: refuse,
  read: refuse,
  validateConfig: accept,
  importState: refuse,
  moveState: refuse,
  noteStoredState: () => undefined,
  identity: { attributes: { id: part() }, getIdentity: () => null, isSame: () => true },
  list: {
    schema: { version: 0, description: "Queues.", attributes: {} },
    validateConfig: refuse,
    list: refuse as never,
  },
};

const definition: ProviderDefinition<never> = {
  type: "trunk",
  schema: { version: 0, description: "A stand-in.", attributes: {} },
  validateConfig: accept,
  configure: refuse,
  resources: { trunk_merge_queue: QUEUE },
  dataSources: {},
  actions: {},
  functions: {},
};

startPlugin(process, async (runtime) => {
  const { serve } = await import("../../../src/plugin/serve");
  await serve({
    runtime,
    type: "trunk",
    definition: async () => definition,
    addresses: ["registry.terraform.io/trunk-io/trunk"],
    version: "1.0.0",
  });
});
