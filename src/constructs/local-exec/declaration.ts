import { PROVIDER_ARGUMENTS } from "../../queue/provider-arguments";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectSettings } from "../queue/queue-attributes";
import { isUnresolved, toAttributeValue } from "../values/terraform-value";
import type { LocalExecMode } from "./local-exec-mode";

const ADDRESS_ARGUMENTS: readonly string[] = PROVIDER_ARGUMENTS.filter(({ isAddress }) => isAddress).map(
  ({ attribute }) => attribute,
);

/** Arguments of a provisioner, with tokens at any depth. */
type Document = Readonly<Record<string, unknown>>;

/** Returns the arguments of the provisioner that deletes a queue. It sees nothing else. */
export function toDeletion(props: MergeQueueProps, mode: LocalExecMode): Document {
  return {
    policy: toAttributeValue(props.deletionPolicy) ?? "refuse",
    timeout: toAttributeValue(props.timeouts?.delete),
    connection: Object.fromEntries(
      Object.entries(mode.readConnection()).filter(([argument]) => ADDRESS_ARGUMENTS.includes(argument)),
    ),
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
  const entries = Object.entries(mode.readConnection()).map(
    ([argument, value]) => [`MERGEQUEUE_${argument.toUpperCase()}`, String(value)] as const,
  );
  return Object.fromEntries(entries);
}

function listSettings(props: MergeQueueProps): [string, unknown][] {
  return [...collectSettings(props)].map(([name, value]) => [name, toSetting(value)]);
}

/** Sorts a list of names and removes duplicates, because it is a set: only a real change is a difference. */
function toSetting(value: unknown): unknown {
  const written = toAttributeValue(value);
  if (!Array.isArray(written) || written.some(isUnresolved)) return written;
  return [...new Set(written as readonly string[])].sort();
}
