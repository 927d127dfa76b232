import { decodeDynamic } from "../convert/dynamic-value";
import type { Diagnostic } from "../diagnostic";
import type { ResourceIdentityData } from "../protocol/tfplugin6.generated";
import type { ResourceDefinition } from "../provider-definition";
import { toObjectType } from "../schema/to-object-type";
import { isObjectValue, type ObjectValue } from "../values/value";

/** Returns an error if a stored identity names another object than the attributes stored beside it. */
export function checkIdentity(
  { identity }: ResourceDefinition<unknown>,
  data: ResourceIdentityData | undefined,
  state: ObjectValue | null,
): Diagnostic[] {
  if (identity === undefined || data?.identityData === undefined || state === null) return [];
  const stored = decodeDynamic(data.identityData, toObjectType(identity.attributes));
  const current = identity.getIdentity(state);
  if (!isObjectValue(stored) || current === null || identity.isSame(stored, current)) return [];
  return [
    {
      severity: "error",
      summary: "State contradicts itself",
      detail:
        `The identity in the state is ${show(stored)}, but the attributes beside it say ${show(current)}. Was the state ` +
        "edited by hand? Nothing was changed. Restore a backup, or remove the resource from the state " +
        "(terraform state rm ADDRESS) and import it again.",
    },
  ];
}

function show(identity: ObjectValue): string {
  return JSON.stringify(Object.fromEntries(identity));
}
