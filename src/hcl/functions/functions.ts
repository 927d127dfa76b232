import { COLLECTION_FUNCTIONS } from "./collection-functions";
import { ENCODING_FUNCTIONS } from "./encoding-functions";
import { FORMAT_FUNCTIONS } from "./format-functions";
import type { HclFunction } from "./hcl-function";
import { MAP_FUNCTIONS } from "./map-functions";
import { MARK_FUNCTIONS } from "./mark-functions";
import { NUMBER_FUNCTIONS } from "./number-functions";
import { REGEX_FUNCTIONS } from "./regex-functions";
import { STRING_FUNCTIONS } from "./string-functions";

/**
 * Terraform's functions, by name, as far as they are known here: those whose result follows from their arguments alone.
 * `try` and `can` are part of the language.
 */
export const FUNCTIONS: ReadonlyMap<string, HclFunction> = new Map([
  ...STRING_FUNCTIONS,
  ...COLLECTION_FUNCTIONS,
  ...MAP_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...MARK_FUNCTIONS,
  ...REGEX_FUNCTIONS,
  ...FORMAT_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
]);
