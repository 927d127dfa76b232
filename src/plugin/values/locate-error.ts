import type { PathStep } from "../diagnostic";
import { isValueError, ValueError } from "./value-error";

/**
 * Tells where what was thrown for a part of a value stands in the whole. Paths are made of errors only: to make one
 * for every attribute takes longer than to read it.
 * @param error - what was caught; only a {@link ValueError} has a place
 * @param step - leads from the whole to the part
 */
export function locateError(error: unknown, step: PathStep): unknown {
  return isValueError(error) ? new ValueError([step, ...error.path], error.problem) : error;
}
