import type { JsonNode, JsonObject } from "./read-json";

/** A block of a configuration: `resource "type" "name" { … }`. */
export interface Block {
  /** Its labels: type and name of a resource. */
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** File that it is in, as seen from the directory that was asked for. */
  readonly file: string;
}

/** A local value. */
interface Local {
  readonly node: JsonNode;
  readonly file: string;
}

/** What one directory declares, as written. */
export class Configuration {
  /** `variable` blocks by name. */
  readonly variables = new Map<string, Block>();
  readonly locals = new Map<string, Local>();
  /** `resource` blocks by address. */
  readonly resources = new Map<string, Block>();
  /** `provider` blocks by name and alias: `mergequeue`, `mergequeue.eu`. */
  readonly providers = new Map<string, Block>();
  /** `module` blocks by name. */
  readonly modules = new Map<string, Block>();
}
