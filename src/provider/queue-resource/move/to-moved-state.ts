import { toObjectType } from "../../../plugin/schema/to-object-type";
import { decodeState } from "../../../plugin/values/decode-json";
import { isRawObject } from "../../../plugin/values/describe-raw";
import { TfNumber } from "../../../plugin/values/tf-number";
import { makeObject, type ObjectValue, type Value } from "../../../plugin/values/value";
import { toAttributeName } from "../../../queue/attribute-name";
import {
  checkBranchShape,
  checkRepositoryPart,
  type QueueIdentity,
  REPOSITORY_PARTS,
} from "../../../queue/queue-identity";
import type { SettingDefinition } from "../../../queue/setting-definition";
import type { SettingValue } from "../../../queue/settings";
import { checkSetting } from "../../../queue/validate-settings";
import { normalizeText } from "../../../text/normalize-text";
import { toIdentityAttributes } from "../../argument-values";
import { QUEUE_SCHEMA } from "../../queue-schema";
import { fromSettingValue, mapSettings } from "../values/setting-values";
import type { MoveSource } from "./move-source";

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
  for (const [name, value] of Object.entries(toIdentityAttributes(identity))) state.set(name, value);
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
