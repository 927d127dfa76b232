import type { Attributes, AttributeType, NestedAttribute, PlainAttribute } from "../plugin/schema";
import type { SettingDefinition } from "../queue/setting-definition";

/** Returns the attributes of a repository. @param addition - text at the end of each description */
export function createRepositoryAttributes(addition = ""): { readonly [name: string]: PlainAttribute } {
  const part = (description: string): PlainAttribute => ({
    type: "string",
    required: true,
    description: `${description} Case-insensitive. Must not be empty or contain a slash.${addition}`,
  });
  return {
    host: part("Code host, for example `github.com`."),
    owner: part("Owner or organization."),
    name: part("Repository name."),
  };
}

/** Returns the attributes that identify a queue. @param addition - text at the end of each description */
export function createIdentityAttributes(addition = ""): Attributes {
  return {
    repo: {
      nesting: "single",
      required: true,
      description: "The repository whose pull requests the queue merges.",
      attributes: createRepositoryAttributes(addition),
    },
    target_branch: createBranchAttribute(addition),
  };
}

/** Returns the attribute of a target branch. @param addition - text at the end of its description */
export function createBranchAttribute(addition = ""): PlainAttribute {
  return {
    type: "string",
    required: true,
    description: `The branch that the queue merges into; may contain slashes.${addition}`,
  };
}

/** @param what - such as `creating the queue`. @param addition - text to put after the default */
export function createTimeoutAttribute(what: string, defaultMs: number, addition = ""): PlainAttribute {
  return optionalAttribute(
    "string",
    `How long ${what} may take, as a duration such as \`90s\` or \`5m\`. Default: ` +
      `\`${defaultMs / 60_000}m\`${addition}.`,
  );
}

const SETTING_TYPES: Readonly<Record<SettingDefinition["kind"], AttributeType>> = {
  integer: "number",
  boolean: "bool",
  enum: "string",
  string: "string",
  stringSet: { set: "string" },
  rules: { list: { object: { target_pattern: "string", policy: "string" } } },
};

export function toSettingType({ kind }: SettingDefinition): AttributeType {
  return SETTING_TYPES[kind];
}

export const QUEUE_ID_DESCRIPTION =
  "The service's own id of the queue. The id of a queue never changes. If a queue is deleted and created again, the new " +
  "queue gets another id. Null with the first interface (`/v1`), which has no ids.";

/** Makes an attribute that a configuration may leave out. */
export function optionalAttribute(type: AttributeType, description: string): PlainAttribute {
  return { type, optional: true, description };
}

/** Makes an attribute that only the service fills. */
export function computed(type: AttributeType, description: string): PlainAttribute {
  return { type, computed: true, description };
}

/** Makes an object, or a list of objects, that only the service fills. */
export function computedNested(
  nesting: "single" | "list",
  attributes: Attributes,
  description: string,
): NestedAttribute {
  return { nesting, attributes, computed: true, description };
}
