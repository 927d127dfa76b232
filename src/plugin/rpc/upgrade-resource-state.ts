import { encodeObject } from "../convert/dynamic-value";
import { decodeState, type ExactJson, parseJsonValue } from "../decode-json";
import type { Diagnostic } from "../diagnostic";
import type { RawState } from "../protocol/tfplugin6.generated";
import { toObjectType } from "../to-object-type";
import type { ObjectValue } from "../value";
import { isValueError, ValueError } from "../value-error";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Gives any version's state the current shape: new attributes are null, removed ones dropped. */
export const upgradeResourceState: Call<"upgradeResourceState"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run({ typeName, rawState }, { definition, data }) {
    const resource = findDefinition(definition.resources, typeName, "resource type");
    let state: ObjectValue | null;
    try {
      state = decodeState(parseRawState(rawState), toObjectType(resource.schema.attributes));
    } catch (error) {
      if (isValueError(error))
        return { upgradedState: undefined, diagnostics: [notUnderstood(error.message)] };
      throw error;
    }
    if (state !== null) resource.noteStoredState(state, data);
    return { upgradedState: encodeObject(state, resource.schema), diagnostics: [] };
  },
  recover: (diagnostics) => ({ upgradedState: undefined, diagnostics }),
};

function notUnderstood(problem: string): Diagnostic {
  return {
    severity: "error",
    summary: "Stored state not understood",
    detail:
      `The state of this resource cannot be read: ${problem}\n\nIf the state was edited by hand or written by ` +
      "a newer version of the provider, restore a backup or use that version. To start afresh, remove the " +
      "resource from the state (terraform state rm ADDRESS) and import it again.",
  };
}

/** Parses a stored state, of any version. @throws ValueError if there is none, or if it is not JSON */
export function parseRawState(rawState: RawState | undefined): NonNullable<ExactJson> {
  if (rawState === undefined || rawState.json.length === 0) throw new ValueError([], "It is empty.");
  const state = parseJsonValue(rawState.json);
  if (state === null) throw new ValueError([], "It is null.");
  return state;
}
