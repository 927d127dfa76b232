import { encodeObject } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
import type {
  RawState,
  UpgradeResourceState_Request,
  UpgradeResourceState_Response,
} from "../protocol/tfplugin6.generated";
import type { CallContext, ResourceDefinition, StateResponse } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { decodeState } from "../values/decode-json";
import { parseJsonValue } from "../values/parse-json-value";
import { ValueError } from "../values/value-error";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Upgrades a stored state to the current schema. Terraform calls this for equal versions, too: new attributes become null,
 * and removed ones are dropped (rule C-62). Any content gives a state or a diagnostic (rule C-63).
 */
export const upgradeResourceState = defineCall<UpgradeResourceState_Request, UpgradeResourceState_Response>({
  rpc: "UpgradeResourceState",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async (request, session, context) => {
    const resource = findResource(session, request.typeName);
    const response = await upgrade(resource, request, context);
    if (response.state !== null) resource.noteStoredState?.(response.state, session.data);
    return {
      upgradedState: response.state === null ? undefined : encodeObject(response.state, resource.schema),
      diagnostics: session.report(response.diagnostics),
    };
  },
  recover: (diagnostics) => ({ upgradedState: undefined, diagnostics }),
});

async function upgrade(
  resource: ResourceDefinition<unknown>,
  { version, rawState }: UpgradeResourceState_Request,
  context: CallContext,
): Promise<StateResponse> {
  if (rawState === undefined || rawState.json.length === 0) return refuse(describeMissingJson(rawState));
  try {
    const raw = parseJsonValue(rawState.json);
    if (raw === null) return refuse("It is null.");
    const isCurrent = version === BigInt(resource.schema.version);
    const upgradeState = resource.upgradeState?.bind(resource);
    const upgradeByDefinition =
      upgradeState === undefined
        ? undefined
        : () => upgradeState({ version: Number(version), rawState: raw }, context);
    if (!isCurrent && upgradeByDefinition !== undefined) return await upgradeByDefinition();
    const state = tryDecode(raw, resource);
    if (!(state instanceof ValueError)) return { state, diagnostics: [] };
    return await (upgradeByDefinition?.() ?? refuse(state.message));
  } catch (error) {
    if (error instanceof ValueError) return refuse(error.message);
    throw error;
  }
}

function tryDecode(
  raw: unknown,
  { schema }: ResourceDefinition<unknown>,
): StateResponse["state"] | ValueError {
  try {
    return decodeState(raw, toObjectType(schema.attributes));
  } catch (error) {
    if (error instanceof ValueError) return error;
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
