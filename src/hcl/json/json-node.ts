import type { HclNumber } from "../values/hcl-number";

/** JSON as written: numbers with every digit, fields in their order, equal names kept. */
export type JsonNode = null | boolean | string | HclNumber | JsonList | JsonObject;

/** A list of JSON. */
export class JsonList {
  readonly items: readonly JsonNode[];

  constructor(items: readonly JsonNode[]) {
    this.items = items;
  }
}

/** An object of JSON. Not a plain one, so that no name reaches a prototype (promise S-12). */
export class JsonObject {
  readonly fields: readonly (readonly [string, JsonNode])[];

  constructor(fields: readonly (readonly [string, JsonNode])[]) {
    this.fields = fields;
  }

  /** Answers all values of a name, in their order. */
  getAll(name: string): JsonNode[] {
    return this.fields.filter(([key]) => key === name).map(([, value]) => value);
  }

  /** Answers the value of a name, the last if there are several; undefined if there is none. */
  get(name: string): JsonNode | undefined {
    return this.fields.findLast(([key]) => key === name)?.[1];
  }
}
