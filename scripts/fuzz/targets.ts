import type { FuzzTarget } from "./fuzz-target";
import { IMPORT_ID } from "./targets/import-id";
import { LOG_WRITER } from "./targets/log-writer";
import { RESPONSE_DECODER } from "./targets/response-decoder";
import { STACK_EVALUATOR } from "./targets/stack-evaluator";
import { VALUE_DECODER } from "./targets/value-decoder";

/** The parts of the product that read foreign bytes. */
export const TARGETS: readonly FuzzTarget[] = [
  VALUE_DECODER,
  IMPORT_ID,
  LOG_WRITER,
  RESPONSE_DECODER,
  STACK_EVALUATOR,
];
