import { encodeDynamic } from "../convert/dynamic-value";
import { decodeState, parseJsonValue } from "../decode-json";
import { toObjectType } from "../to-object-type";
import { findDefinition } from "./find-definition";
import type { Call } from "./handle-call";

/** Upgrades a stored identity. Hosts call it for equal versions, too. So far every identity has version 0. */
export const upgradeResourceIdentity: Call<"upgradeResourceIdentity"> = {
  nameSubject: ({ typeName }) => ({ tf_resource_type: typeName }),
  async run({ typeName, version, rawIdentity }, { definition }) {
    const { identity } = findDefinition(definition.resources, typeName, "resource type");
    if (version !== 0n) {
      const diagnostic = {
        severity: "error",
        summary: "Stored identity not understood",
        detail:
          `The stored identity of ${typeName} has version ${version}: a newer version of the provider wrote it. Use that ` +
          "version, or a newer one.",
      } as const;
      return { upgradedIdentity: undefined, diagnostics: [diagnostic] };
    }
    const type = toObjectType(identity.attributes);
    const upgraded = decodeState(parseJsonValue(rawIdentity?.json ?? "null"), type);
    return { upgradedIdentity: { identityData: encodeDynamic(upgraded, type) }, diagnostics: [] };
  },
  recover: (diagnostics) => ({ upgradedIdentity: undefined, diagnostics }),
};
