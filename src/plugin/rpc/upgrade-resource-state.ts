import { encodeObject } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
import type {
  RawState,
  UpgradeResourceState_Request,
  UpgradeResourceState_Response,
} from "../protocol/tfplugin6.generated";
import type { ResourceDefinition, StateResponse } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { decodeState } from "../values/decode-json";
import { parseJsonValue } from "../values/parse-json-value";
import { ValueError } from "../values/value-error";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Gives a stored state the current shape, whatever version wrote it: new attributes become null,
 * and removed ones are dropped (rule C-62). Any content gives a state or a diagnostic (rule C-63).
 */
export const upgradeResourceState = defineCall<UpgradeResourceState_Request, UpgradeResourceState_Response>({
  rpc: "UpgradeResourceState",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session) => {
    const resource = findResource(session, request.typeName);
    const response = upgrade(resource, request);
    if (response.state !== null) resource.noteStoredState?.(response.state, session.data);
    return {
      upgradedState: response.state === null ? undefined : encodeObject(response.state, resource.schema),
      diagnostics: session.report(response.diagnostics),
    };
  },
  recover: (diagnostics) => ({ upgradedState: undefined, diagnostics }),
});

function upgrade(
  { schema }: ResourceDefinition<unknown>,
  { rawState }: UpgradeResourceState_Request,
): StateResponse {
  if (rawState === undefined || rawState.json.length === 0) return refuse(describeMissingJson(rawState));
  try {
    const raw = parseJsonValue(rawState.json);
    if (raw === null) return refuse("It is null.");
    return { state: decodeState(raw, toObjectType(schema.attributes)), diagnostics: [] };
  } catch (error) {
    if (error instanceof ValueError) return refuse(error.message);
    throw error;
  }
}

function describeMissingJson(rawState: RawState | undefined): string {
  return rawState !== undefined && rawState.flatmap.size > 0
    ? "It was written by Terraform 0.11 or older. Run terraform apply with Terraform 0.12 first."
    : "It is empty.";
}

function refuse(problem: string): StateResponse {
  const diagnostic: Diagnostic = {
    severity: "error",
    summary: "Stored state not understood",
    detail:
      `The state of this resource cannot be read: ${problem}\n\nIf the state was edited by hand or written by ` +
      "a newer version of the provider, restore a backup or use that version. To start afresh, remove the " +
      "resource from the state (terraform state rm ADDRESS) and import it again.",
  };
  return { state: null, diagnostics: [diagnostic] };
}
