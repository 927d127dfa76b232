import { encodeDynamic } from "../convert/dynamic-value";
import type {
  UpgradeResourceIdentity_Request,
  UpgradeResourceIdentity_Response,
} from "../protocol/tfplugin6.generated";
import { toObjectType } from "../schema/to-object-type";
import { decodeState } from "../values/decode-json";
import { parseJsonValue } from "../values/parse-json-value";
import { defineCall } from "./define-call";
import { findResource } from "./find-definition";

/**
 * Upgrades a stored identity to the current schema. Hosts may call it for equal versions, too. No identity has had
 * another version yet, so one is not understood.
 */
export const upgradeResourceIdentity = defineCall<
  UpgradeResourceIdentity_Request,
  UpgradeResourceIdentity_Response
>({
  rpc: "UpgradeResourceIdentity",
  nameSubject: ({ typeName }) => ({ typeName }),
  run: async ({ typeName, version, rawIdentity }, session) => {
    const { identity } = findResource(session, typeName);
    if (identity === undefined || version !== BigInt(identity.version)) {
      const diagnostic = {
        severity: "error",
        summary: "Stored identity not understood",
        detail:
          `The stored identity of ${typeName} has version ${version}: a newer version of the provider wrote it. Use that ` +
          "version, or a newer one.",
      } as const;
      return { upgradedIdentity: undefined, diagnostics: session.report([diagnostic]) };
    }
    const type = toObjectType(identity.attributes);
    const upgraded = decodeState(parseJsonValue(rawIdentity?.json ?? "null"), type);
    return { upgradedIdentity: { identityData: encodeDynamic(upgraded, type) }, diagnostics: [] };
  },
  recover: (diagnostics) => ({ upgradedIdentity: undefined, diagnostics }),
});
