import { formatRepository } from "../../queue/queue-identity";
import { escapeLiteral, unescapeLiteral } from "../../text/terraform-template";
import type { MergeQueueProps } from "../queue/merge-queue-props";
import { collectDeclaredSettings } from "../queue/queue-attributes";
import { writeExpression } from "../values/hcl-attribute";
import { tryToRepository } from "../values/repository-attribute";
import { isUnresolved, ResolvedValue, toAttributeValue } from "../values/terraform-value";
import { writeJson } from "./write-json";

/**
 * Returns the triggers that say which queue it is: `queue` changes exactly when the identity changes and ignores the case
 * of host, owner and name; `id` is the queue's id as spelled when it was created.
 */
export function toIdentityTriggers({ repo, targetBranch }: MergeQueueProps): Record<"queue" | "id", unknown> {
  const parts = tryToRepository(repo);
  const branch = toAttributeValue(targetBranch);
  // Validation reports an invalid repository.
  const repository = parts === undefined ? "" : formatRepository(parts);
  return {
    queue: new ResolvedValue(() => [repository, branch], writeKey),
    id: [repository, branch].join("/"),
  };
}

function writeKey(value: unknown): string {
  const [repository = "", branch = ""] = value as readonly string[];
  // Lower case can break the normal form (NFC) that Terraform gives every string.
  const key = isUnresolved(repository)
    ? `\${lower(${writeExpression(repository)})}`
    : escapeLiteral(unescapeLiteral(repository).normalize("NFC").toLowerCase().normalize("NFC"));
  return `${key}/${branch}`;
}

/** Returns the declared settings by name, as JSON texts. */
export function toSettingTriggers(props: MergeQueueProps): Record<string, unknown> {
  const settings = new Map<string, unknown>(
    [...collectDeclaredSettings(props)].map(([name, value]) => [name, toSetting(value)]),
  );
  const additional = toAttributeValue(props.additionalSettings);
  if (isUnresolved(additional)) settings.set("additionalSettings", additional);
  else
    for (const [name, value] of Object.entries(additional ?? {}))
      settings.set(`additionalSettings.${name}`, value);
  return Object.fromEntries(
    [...settings].map(([name, value]) => [name, new ResolvedValue(() => value, writeJson)]),
  );
}

/** Sorts a list of names and removes duplicates, because it is a set: only a real change is a difference. */
function toSetting(value: unknown): unknown {
  const written = toAttributeValue(value);
  if (!Array.isArray(written) || written.some(isUnresolved)) return written;
  return [...new Set(written as readonly string[])].sort();
}
