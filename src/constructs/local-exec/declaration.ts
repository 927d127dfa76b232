import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectSettings } from "../queue/queue-attributes";
import { toAdditionalValue } from "../values/additional-settings-value";
import { isUnresolvedText } from "../values/known-value";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved } from "../values/template";
import { toAttributeValue } from "../values/to-attribute-value";
import type { LocalExecMode } from "./local-exec-mode";

/** Arguments of a provider without which its service cannot be found again. */
const ADDRESS_ARGUMENTS: readonly string[] = ["base_url", "allow_insecure_http", "ca_file"];

/** What a provisioner is told; tokens at any depth. */
type Document = Readonly<Record<string, unknown>>;

/** Answers what is told to the provisioner that creates a queue. */
export function toDeclaration(props: MergeQueueProps, address: string): Document {
  return {
    ...toSettingsDocument(props, address),
    onExisting: toAttributeValue(props.onExisting),
    deletionPolicy: toAttributeValue(props.deletionPolicy),
  };
}

/** Answers what is told to the provisioner that brings a queue to what is declared. */
export function toSettingsDocument(props: MergeQueueProps, address: string): Document {
  return {
    address,
    repo: tryToRepository(props.repo),
    targetBranch: toAttributeValue(props.targetBranch),
    settings: Object.fromEntries(listSettings(props)),
    additionalSettings: toAdditionalValue(props.additionalSettings),
    timeouts: toTimeouts(props.timeouts),
  };
}

/** Answers what is told to the provisioner that deletes a queue: it sees nothing else. */
export function toDeletion(props: MergeQueueProps, mode: LocalExecMode): Document {
  return {
    policy: toAttributeValue(props.deletionPolicy) ?? "refuse",
    timeout: toTimeouts(props.timeouts)?.["delete"],
    connection: Object.fromEntries(
      Object.entries(mode.readConnection()).filter(([argument]) => ADDRESS_ARGUMENTS.includes(argument)),
    ),
  };
}

/** Answers the values of settings, each as a trigger of its own: JSON text by name. */
export function toSettingTriggers(props: MergeQueueProps): Record<string, unknown> {
  const additional: unknown = toAdditionalValue(props.additionalSettings);
  const named = listSettings(props);
  if (isUnresolved(additional)) named.push(["additionalSettings", additional]);
  else if (typeof additional === "object" && additional !== null) {
    named.push(
      ...Object.entries(additional).map(([name, value]) => [`additionalSettings.${name}`, value] as const),
    );
  }
  return Object.fromEntries(named);
}

/** Answers the arguments of a provider as environment variables. */
export function toEnvironment(mode: LocalExecMode): Record<string, string> {
  const entries = Object.entries(mode.readConnection()).map(
    ([argument, value]) => [`MERGEQUEUE_${argument.toUpperCase()}`, String(value)] as const,
  );
  return Object.fromEntries(entries);
}

/** The settings that are declared, by wire name, as they stand in the file. */
function listSettings(props: MergeQueueProps): (readonly [string, unknown])[] {
  return [...collectSettings(props)].map(([name, value]) => [name, toSetting(value)]);
}

/** A list of names is a set: in one order, and each once, so that only real changes are any. */
function toSetting(value: unknown): unknown {
  const written = toAttributeValue(value);
  if (!Array.isArray(written) || written.some(isUnresolvedText)) return written;
  return [...new Set(written as readonly string[])].sort();
}

function toTimeouts(timeouts: MergeQueueProps["timeouts"]): Record<string, unknown> | undefined {
  if (typeof timeouts !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(timeouts).map(([operation, value]) => [operation, toAttributeValue(value)]),
  );
}
