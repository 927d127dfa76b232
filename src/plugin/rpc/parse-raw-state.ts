import type { RawState } from "../protocol/tfplugin6.generated";
import { type JsonValue, parseJsonValue } from "../values/decode-json";
import { ValueError } from "../values/value-error";

/** Parses a stored state, of any version. @throws ValueError if there is none, or if it is not JSON */
export function parseRawState(rawState: RawState | undefined): NonNullable<JsonValue> {
  if (rawState === undefined || rawState.json.length === 0) throw new ValueError([], "It is empty.");
  const state = parseJsonValue(rawState.json);
  if (state === null) throw new ValueError([], "It is null.");
  return state;
}
