import type { JsonNode } from "../hcl/json/json-node";
import { JsonList, JsonObject } from "../hcl/json/json-node";

/** A block of a configuration: `resource "type" "name" { … }`. */
export interface Block {
  /** Its labels: type and name of a resource. */
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** File that it is in, as seen from the directory that was asked for. */
  readonly file: string;
}

/** What one directory declares, as written; by what Terraform knows it by. */
export interface Configuration {
  /** Name of the stack. */
  readonly stack: string;
  /** Absolute path of the directory. */
  readonly directory: string;
  /** Name of the workspace, `terraform.workspace`. */
  readonly workspace: string;
  /** `variable` blocks by name. */
  readonly variables: ReadonlyMap<string, Block>;
  /** Local values by name. */
  readonly locals: ReadonlyMap<string, { readonly node: JsonNode; readonly file: string }>;
  /** `resource` blocks by address. */
  readonly resources: ReadonlyMap<string, Block>;
  /** `provider` blocks by name and alias: `mergequeue`, `mergequeue.eu`. */
  readonly providers: ReadonlyMap<string, Block>;
  /** `module` blocks by name. */
  readonly modules: ReadonlyMap<string, Block>;
}

/** Key of comments in Terraform's JSON. */
export const COMMENT = "//";

/**
 * Lists the blocks of one type in a body: each level of labels, and the body itself, is an object or a list of them.
 * @param onFault - is told of what is no block
 */
export function listBlocks(
  node: JsonNode,
  labelCount: number,
  onFault: (what: string) => void,
): { readonly labels: readonly string[]; readonly body: JsonObject }[] {
  if (node === null) return [];
  if (node instanceof JsonList) return node.items.flatMap((item) => listBlocks(item, labelCount, onFault));
  if (!(node instanceof JsonObject)) {
    onFault("an object is required, or a list of objects");
    return [];
  }
  if (labelCount === 0) return [{ labels: [], body: node }];
  return node.fields.flatMap(([label, inner]) =>
    listBlocks(inner, labelCount - 1, onFault).map(({ labels, body }) => ({
      labels: [label, ...labels],
      body,
    })),
  );
}

/** Answers a body with some of its fields replaced by those of another one, as override files do it. */
export function overrideBody(body: JsonObject, other: JsonObject): JsonObject {
  const names = new Set(other.fields.map(([name]) => name));
  return new JsonObject([...body.fields.filter(([name]) => !names.has(name)), ...other.fields]);
}
