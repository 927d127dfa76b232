import {
  ADDRESS_ARGUMENTS,
  type ArgumentName,
  PROVIDER_ARGUMENTS,
  toVariableName,
} from "../../queue/provider-arguments";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { isUnresolved, toAttributeValue } from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";

/** Arguments of a provisioner, with tokens at any depth. */
type Document = Readonly<Record<string, unknown>>;

/** Returns the arguments of the provisioner that deletes a queue. It sees nothing else. */
export function toDeletion(props: MergeQueueProps, mode: LocalExecMode): Document {
  return {
    policy: toAttributeValue(props.deletionPolicy) ?? "refuse",
    timeout: toAttributeValue(props.timeouts?.delete),
    connection: Object.fromEntries(listGiven(mode, ADDRESS_ARGUMENTS)),
  };
}

/** Returns the declared settings by name, each of which becomes a trigger. */
export function toSettingTriggers(props: MergeQueueProps): Record<string, unknown> {
  const additional = toAttributeValue(props.additionalSettings);
  const named = listSettings(props);
  if (isUnresolved(additional)) named.push(["additionalSettings", additional]);
  else if (typeof additional === "object" && additional !== null) {
    for (const [name, value] of Object.entries(additional)) named.push([`additionalSettings.${name}`, value]);
  }
  return Object.fromEntries(named);
}

/** Returns the arguments of a provider as environment variables. */
export function toEnvironment(mode: LocalExecMode): Record<string, string> {
  const names = PROVIDER_ARGUMENTS.map(({ attribute }) => attribute);
  return Object.fromEntries(
    listGiven(mode, names).map(([name, value]) => [toVariableName(name), String(value)]),
  );
}

function listGiven(mode: LocalExecMode, names: readonly ArgumentName[]): [ArgumentName, unknown][] {
  const connection = mode.readConnection();
  return names.flatMap((name): [ArgumentName, unknown][] =>
    connection[name] === undefined ? [] : [[name, connection[name]]],
  );
}

function listSettings(props: MergeQueueProps): [string, unknown][] {
  return [...collectDeclaredSettings(props)].map(([name, value]) => [name, toSetting(value)]);
}

/** Sorts a list of names and removes duplicates, because it is a set: only a real change is a difference. */
function toSetting(value: unknown): unknown {
  const written = toAttributeValue(value);
  if (!Array.isArray(written) || written.some(isUnresolved)) return written;
  return [...new Set(written as readonly string[])].sort();
}
