import type { SecondName } from "../../wire/second/operations";
import type { KeyPermission } from "../key-permissions";

type Fields = Readonly<Record<string, unknown>>;

/** What a write needs; every other operation reads, and needs nothing. */
const NEEDED: { readonly [Name in SecondName]?: readonly KeyPermission[] } = {
  "POST /merge-queues": ["settings"],
  "DELETE /merge-queues/{id}": ["settings"],
  "PATCH /merge-queues/{id}/config": ["settings"],
  "POST /merge-queues/{id}/pause": ["settings"],
  "POST /merge-queues/{id}/resume": ["settings"],
  "POST /merge-queues/{id}/drain": ["settings"],
  "POST /merge-queues/{id}/switch-modes": ["settings"],
  "POST /merge-queues/{id}/pull-requests": ["submit"],
  "POST /pull-requests/{id}/dequeue": ["submit"],
  "POST /pull-requests/{id}/restart-tests": ["submit"],
  "PUT /impacted-targets": ["submit"],
};

/** Lists what a request needs: priority, batching and directness need permissions of their own. */
export function listNeededPermissions(name: SecondName, fields: Fields): readonly KeyPermission[] {
  const { priorityValue, priorityName, allowBatching, direct } = fields;
  const needed = new Set(NEEDED[name]);
  if (priorityValue !== undefined || priorityName !== undefined) needed.add("priority");
  // A change of what is queued needs them also where it sets them back.
  const isChange = name === "PATCH /pull-requests/{id}/queue-entry";
  const isConfig = name === "PATCH /merge-queues/{id}/config";
  if (!isConfig && (isChange ? allowBatching !== undefined : allowBatching === false)) {
    needed.add("skip-batching");
  }
  if (isChange ? direct !== undefined : direct === true) needed.add("direct");
  return [...needed];
}
