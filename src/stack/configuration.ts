import type { JsonObject } from "../text/terraform-json";

/** A block of a configuration: `resource "type" "name" { … }`. */
export interface Block {
  /** Its labels: type and name of a resource. */
  readonly labels: readonly string[];
  readonly body: JsonObject;
  /** File that contains it, relative to the directory that is read. */
  readonly file: string;
}

type Blocks = Map<string, Block>;

/** What one directory declares: for each type of block, the blocks by their labels. */
export class Configuration {
  readonly variable: Blocks = new Map();
  /** Each local value by its name, as the argument `value`. */
  readonly locals: Blocks = new Map();
  /** By type and name: `mergequeue_queue.main`. */
  readonly resource: Blocks = new Map();
  /** By name and alias: `mergequeue`, `mergequeue.eu`. */
  readonly provider: Blocks = new Map();
  readonly module: Blocks = new Map();
}
