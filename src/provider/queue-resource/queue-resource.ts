import type { ResourceDefinition } from "../../plugin/provider-definition";
import { tryGetIdentity } from "../argument-values";
import type { ProviderData } from "../provider-data";
import { QUEUE_SCHEMA } from "../queue-schema";
import { createResource } from "./create-resource";
import { deleteResource } from "./delete-resource";
import { importResource } from "./import-resource";
import { QUEUE_LIST } from "./list/queue-list";
import { moveResource } from "./move/move-resource";
import { planResource, rememberSeen } from "./plan-resource";
import { readResource } from "./read-resource";
import { RESOURCE_IDENTITY } from "./resource-identity";
import { updateResource } from "./update-resource";
import { validateQueue } from "./validate-queue";

/** The resource `mergequeue_queue`. */
export const QUEUE_RESOURCE: ResourceDefinition<ProviderData> = {
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
