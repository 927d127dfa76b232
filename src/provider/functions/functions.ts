import type { FunctionDefinition } from "../../plugin/provider-definition";
import { PARSE_QUEUE_ID_FUNCTION } from "./parse-queue-id-function";
import { QUEUE_ID_FUNCTION } from "./queue-id-function";

/** The provider's functions by name, as in `provider::mergequeue::queue_id`. */
export const FUNCTIONS: { readonly [name: string]: FunctionDefinition } = {
  queue_id: QUEUE_ID_FUNCTION,
  parse_queue_id: PARSE_QUEUE_ID_FUNCTION,
};
