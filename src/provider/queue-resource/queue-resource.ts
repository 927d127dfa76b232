import type { Diagnostic } from "../../plugin/diagnostic";
import { isWhollyKnown, type ObjectValue, UNKNOWN, type Value } from "../../plugin/value";
import { checkQueueAttributes } from "../../queue/check-attributes";
import { tryGetIdentity } from "../argument-values";
import { createFinder, toInvalid } from "../diagnostics";
import type { QueueResource } from "../provider-data";
import { QUEUE_SCHEMA } from "../queue-schema";
import { createResource, deleteResource, updateResource } from "./apply-resource";
import { importResource, RESOURCE_IDENTITY } from "./import-resource";
import { moveResource } from "./move-resource";
import { planResource, rememberSeen } from "./plan-resource";
import { QUEUE_LIST } from "./queue-list";
import { readResource } from "./read-resource";
import { ADDITIONAL_SETTINGS, getAdditionalValue, toJsonValue } from "./values/additional-values";
import { toPlainValue } from "./values/setting-values";

export const QUEUE_RESOURCE: QueueResource = {
  schema: QUEUE_SCHEMA,
  identity: RESOURCE_IDENTITY,
  list: QUEUE_LIST,
  validateConfig: async ({ config, data }) => {
    data?.claims.addValidation(tryGetIdentity(config));
    return { diagnostics: validateQueue(config) };
  },
  noteStoredState: rememberSeen,
  plan: planResource,
  create: createResource,
  update: updateResource,
  delete: deleteResource,
  read: readResource,
  importState: importResource,
  moveState: moveResource,
};

/** Collects all problems of a configuration. Unknown values, and null for optional attributes, are valid. */
export function validateQueue(config: ObjectValue): Diagnostic[] {
  const find = createFinder(config);
  const additional = getAdditionalValue(config);
  const findings = checkQueueAttributes({
    find: (path) => {
      if (path[0] === ADDITIONAL_SETTINGS)
        return additional === UNKNOWN ? undefined : toJsonValue(additional);
      const value = find(path) as Value;
      // A rule of which a part is unknown cannot be checked.
      const isOpen =
        Array.isArray(value) && value.some((element) => element instanceof Map && !isWhollyKnown(element));
      return isOpen ? undefined : toPlainValue(value);
    },
  });
  return toInvalid(findings);
}
