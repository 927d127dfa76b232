import { isRawObject } from "../../plugin/convert-raw";
import { decodeState } from "../../plugin/decode-json";
import type { Diagnostic } from "../../plugin/diagnostic";
import type { MoveRequest, StateResponse } from "../../plugin/provider-definition";
import { TfNumber } from "../../plugin/tf-number";
import { toObjectType } from "../../plugin/to-object-type";
import { makeObject, type ObjectValue, type Value } from "../../plugin/value";
import { isValueError, ValueError } from "../../plugin/value-error";
import { PROVIDER_TYPE } from "../../product";
import { fromRuleAttributes } from "../../queue/batching-rule";
import {
  checkBranchShape,
  checkRepositoryPart,
  formatQueueId,
  type QueueIdentity,
  REPOSITORY_PARTS,
} from "../../queue/queue-identity";
import type { SettingDefinition } from "../../queue/setting-definition";
import { SETTINGS, type SettingValue } from "../../queue/settings";
import { checkSetting } from "../../queue/validate-settings";
import { joinFirst } from "../../text/join-first";
import { normalizeText } from "../../text/normalize-text";
import { quote } from "../../text/quote";
import { toIdentityAttributes } from "../argument-values";
import { createError, createWarning } from "../diagnostics";
import { QUEUE_SCHEMA } from "../queue-schema";
import { encodePrivate } from "./values/queue-private";
import { fromSettingValue, mapSettings } from "./values/setting-values";

const MAX_NAMES = 15;

/**
 * Converts a state. Sends no request, because Terraform reads the queue next. Keeps `state`, unlike an
 * import, so that no change is planned. Ignores another provider's private state, which Terraform may send.
 */
export async function moveResource(request: MoveRequest): Promise<StateResponse> {
  const { sourceProviderAddress, sourceTypeName, sourceState, sourcePrivate } = request;
  const source = SOURCES.find(
    ({ typeName, address }) => typeName === sourceTypeName && address.test(sourceProviderAddress),
  );
  if (source === undefined) return { state: null, diagnostics: [refuseSource(request)] };
  try {
    const { state, left } = toMovedState(sourceState, source);
    const queueId = state.get("queue_id");
    return {
      state,
      private: source.isOwn ? sourcePrivate : encodePrivate(typeof queueId === "string" ? { queueId } : {}),
      diagnostics: left.length === 0 ? [] : [warnOfAttributes(request, left)],
    };
  } catch (error) {
    if (!isValueError(error)) throw error;
    return { state: null, diagnostics: [refuseState(request, error.message)] };
  }
}

const IMPORT_INSTEAD =
  "Remove the moved block. Remove the old resource from the state (terraform state rm ADDRESS): this does not " +
  'change the queue. Then import the queue into the new resource (terraform import ADDRESS "host/owner/name/branch").';

function refuseSource({ sourceTypeName, sourceProviderAddress }: MoveRequest): Diagnostic {
  const sources = SOURCES.map(({ description }) => description).join(" and ");
  return createError(
    "Cannot move this resource",
    `mergequeue_queue can take over the state of ${sources}, but not that of ${sourceTypeName} of ` +
      `${sourceProviderAddress}. ${IMPORT_INSTEAD}`,
  );
}

function refuseState(request: MoveRequest, problems: string): Diagnostic {
  return createError(
    "State cannot be moved",
    `The state of ${describeObject(request)} does not fit: ${problems} If the state was edited by hand, restore a ` +
      `backup. ${IMPORT_INSTEAD}`,
  );
}

function warnOfAttributes(request: MoveRequest, names: readonly string[]): Diagnostic {
  const list = joinFirst(names.map(quote), MAX_NAMES);
  return createWarning(
    "Settings without a counterpart",
    describeObject(request),
    `${describeObject(request)} has attributes that mergequeue_queue does not have: ${list}. They are removed from the ` +
      "state and no longer managed. On the queue they stay as they are.",
  );
}

/** Names the resource by its id, because Terraform shows no address with the diagnostics of a move. */
function describeObject({ sourceTypeName, sourceState }: MoveRequest): string {
  const id = toMap(sourceState).get("id");
  return typeof id === "string" ? `${sourceTypeName} with the id ${quote(id)}` : sourceTypeName;
}

const OWN_TYPE = `${PROVIDER_TYPE}_queue`;

/** Resource types that can be moved, from any registry. `trunk-io/trunk` up to 0.1.2 has upper-case enums. */
const SOURCES = [
  {
    typeName: "trunk_merge_queue",
    // Registry host, namespace, type; or the type alone, from OpenTofu.
    address: /^(?:[^/]+\/trunk-io\/)?trunk$/,
    description: "trunk_merge_queue of trunk-io/trunk",
    isOwn: false,
    // Includes those of version 2. The new state drops managed_state.
    attributes: [
      ...["id", "repo", "target_branch", "queue_id", "managed_state"],
      ...SETTINGS.map(({ attribute }) => attribute),
    ],
  },
  {
    typeName: OWN_TYPE,
    address: new RegExp(`^(?:[^/]+/[^/]+/)?${PROVIDER_TYPE}$`),
    description: `${OWN_TYPE} of this provider under another address`,
    // Private state included.
    isOwn: true,
    attributes: Object.keys(QUEUE_SCHEMA.attributes),
  },
];

/**
 * Invalid values become null until the next read (`state`: until the next apply) fills them in. `left`: the
 * attributes without a counterpart. @throws ValueError if the state names no queue or does not fit the schema
 */
function toMovedState(raw: unknown, from: (typeof SOURCES)[number]): { state: ObjectValue; left: string[] } {
  // A Map, so that no foreign key reaches a prototype.
  const attributes = toMap(raw);
  const identity = findIdentity(attributes);
  const type = toObjectType(QUEUE_SCHEMA.attributes);
  const kept = (from.isOwn ? decodeState(raw, type) : null) ?? makeObject(type, {});
  const state = mapSettings(kept, (setting) => toSetting(setting, attributes.get(setting.attribute)));
  for (const [name, value] of toIdentityAttributes(identity)) state.set(name, value);
  const queueId = toText(attributes.get("queue_id"));
  state.set("id", formatQueueId(identity)).set("queue_id", typeof queueId === "string" ? queueId : null);
  const left = [...attributes].filter(([name, value]) => value !== null && !from.attributes.includes(name));
  return { state, left: left.map(([name]) => name).sort() };
}

function findIdentity(attributes: ReadonlyMap<string, unknown>): QueueIdentity {
  const repo = toMap(attributes.get("repo"));
  const [host, owner, name] = REPOSITORY_PARTS.map((part) => toText(repo.get(part)));
  const targetBranch = toText(attributes.get("target_branch"));
  const problems = [
    ...REPOSITORY_PARTS.map((part) => checkRepositoryPart(part, toText(repo.get(part)))),
    checkBranchShape(targetBranch),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new ValueError([], problems.join(" "));
  return { repo: { host, owner, name }, targetBranch } as QueueIdentity;
}

function toSetting(setting: SettingDefinition, raw: unknown): Value {
  // Words were upper case in early versions.
  const isWord = (word: string): boolean => typeof raw === "string" && word === raw.toLowerCase();
  const value = setting.kind === "enum" ? setting.values.find(isWord) : fromRuleAttributes(toPlain(raw));
  // What passes the check is of the setting's type.
  return checkSetting(setting, value).length === 0 ? fromSettingValue(value as SettingValue) : null;
}

function toPlain(raw: unknown): unknown {
  if (raw instanceof TfNumber) return raw.toSafeInteger();
  if (Array.isArray(raw)) return (raw as readonly unknown[]).map(toPlain);
  if (!isRawObject(raw)) return toText(raw);
  return Object.fromEntries(Object.entries(raw).map(([name, field]) => [name, toText(field)]));
}

function toMap(raw: unknown): ReadonlyMap<string, unknown> {
  return new Map(isRawObject(raw) ? Object.entries(raw) : []);
}

function toText(raw: unknown): unknown {
  return typeof raw === "string" ? normalizeText(raw) : raw;
}
