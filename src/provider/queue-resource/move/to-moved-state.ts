import { toObjectType } from "../../../plugin/schema/to-object-type";
import { isRawObject } from "../../../plugin/values/convert-raw";
import { decodeState } from "../../../plugin/values/decode-json";
import { TfNumber } from "../../../plugin/values/tf-number";
import { makeObject, type ObjectValue, type Value } from "../../../plugin/values/value";
import { PROVIDER_TYPE } from "../../../product";
import { toAttributeName } from "../../../queue/attribute-name";
import {
  checkBranchShape,
  checkRepositoryPart,
  formatQueueId,
  type QueueIdentity,
  REPOSITORY_PARTS,
} from "../../../queue/queue-identity";
import type { SettingDefinition } from "../../../queue/setting-definition";
import { SETTINGS, type SettingValue } from "../../../queue/settings";
import { checkSetting } from "../../../queue/validate-settings";
import { normalizeText } from "../../../text/normalize-text";
import { toIdentityAttributes } from "../../argument-values";
import { QUEUE_SCHEMA } from "../../queue-schema";
import { fromSettingValue, mapSettings } from "../values/setting-values";

/** A resource type whose state a `moved` block can hand over to `mergequeue_queue`. */
export interface MoveSource {
  /** Full name of the resource type. */
  readonly typeName: string;
  /** Matches the address of its provider: registry host, namespace, type; or the type alone, from OpenTofu. */
  readonly address: RegExp;
  /** The source in words, for an error. */
  readonly description: string;
  /** Whether the state is one of this provider's own, private state included. */
  readonly isOwn: boolean;
  /** The attributes that are taken over. */
  readonly attributes: readonly string[];
}

const OWN_TYPE = `${PROVIDER_TYPE}_queue`;

/**
 * The sources, from any registry. The versions 0.1 to 1.0 of `trunk-io/trunk` spell identity and settings as services
 * do; what differs is the case of enums (upper until 0.1.2).
 */
const SOURCES: readonly MoveSource[] = [
  {
    typeName: "trunk_merge_queue",
    address: /^(?:[^/]+\/trunk-io\/)?trunk$/,
    description: "trunk_merge_queue of trunk-io/trunk",
    isOwn: false,
    attributes: ["id", "repo", "target_branch", ...SETTINGS.map(({ name }) => toAttributeName(name))],
  },
  {
    typeName: OWN_TYPE,
    address: new RegExp(`^(?:[^/]+/[^/]+/)?${PROVIDER_TYPE}$`),
    description: `${OWN_TYPE} of this provider under another address`,
    isOwn: true,
    attributes: Object.keys(QUEUE_SCHEMA.attributes),
  },
];

/** Finds the source that a resource type of a provider is; undefined if its state cannot be moved. */
export function tryFindMoveSource(providerAddress: string, typeName: string): MoveSource | undefined {
  return SOURCES.find((source) => source.typeName === typeName && source.address.test(providerAddress));
}

/** Names all sources, for an error. */
export function describeMoveSources(): string {
  return SOURCES.map(({ description }) => description).join(" and ");
}

/** A state that was taken over, or why it could not be. */
export type MovedState =
  | {
      readonly state: ObjectValue;
      /** Attributes of the source, not null, that have no place in the state; in alphabetical order. */
      readonly left: readonly string[];
    }
  | { readonly problems: readonly string[] };

/**
 * Makes a state of `mergequeue_queue` from one of a source. A setting that validation would refuse (0, an unknown
 * word, a transient state) becomes null: the read that follows a move fills it in.
 * @param raw - the source's state as `parseJson` returns it
 * @throws ValueError if a state of our own does not have our shape
 */
export function toMovedState(raw: unknown, source: MoveSource): MovedState {
  // A Map, so that no foreign key reaches a prototype (promise S-12).
  const attributes = toMap(raw);
  const identity = findIdentity(attributes);
  if ("problems" in identity) return identity;
  const type = toObjectType(QUEUE_SCHEMA.attributes);
  const kept = (source.isOwn ? decodeState(raw, type) : null) ?? makeObject(type, {});
  const state = mapSettings(kept, (setting) =>
    toSetting(setting, attributes.get(toAttributeName(setting.name))),
  );
  for (const [name, value] of toIdentityAttributes(identity)) state.set(name, value);
  state.set("id", formatQueueId(identity));
  const left = [...attributes]
    .filter(([name, value]) => value !== null && !source.attributes.includes(name))
    .map(([name]) => name);
  return { state, left: left.sort() };
}

function findIdentity(
  attributes: ReadonlyMap<string, unknown>,
): QueueIdentity | { readonly problems: readonly string[] } {
  const repo = toMap(attributes.get("repo"));
  const [host, owner, name] = REPOSITORY_PARTS.map((part) => toText(repo.get(part)));
  const targetBranch = toText(attributes.get("target_branch"));
  const problems = [
    checkRepositoryPart("host", host),
    checkRepositoryPart("owner", owner),
    checkRepositoryPart("name", name),
    checkBranchShape(targetBranch),
  ].filter((problem) => problem !== undefined);
  return problems.length > 0
    ? { problems }
    : ({ repo: { host, owner, name }, targetBranch } as QueueIdentity);
}

function toSetting(setting: SettingDefinition, raw: unknown): Value {
  const value = setting.kind === "enum" ? toWord(setting.values, raw) : toPlain(raw);
  // What passes the check is of the setting's type.
  return checkSetting(setting, value).length === 0 ? fromSettingValue(value as SettingValue) : null;
}

function toWord(words: readonly string[], raw: unknown): unknown {
  return typeof raw === "string" ? words.find((word) => word === raw.toLowerCase()) : undefined;
}

function toPlain(raw: unknown): unknown {
  if (raw instanceof TfNumber) return raw.toSafeInteger();
  return Array.isArray(raw) ? (raw as readonly unknown[]).map(toText) : toText(raw);
}

function toMap(raw: unknown): ReadonlyMap<string, unknown> {
  return new Map(isRawObject(raw) ? Object.entries(raw) : []);
}

function toText(raw: unknown): unknown {
  return typeof raw === "string" ? normalizeText(raw) : raw;
}
