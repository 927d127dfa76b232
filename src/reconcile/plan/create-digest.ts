import { createHash } from "node:crypto";
import { pickManaged } from "../../queue/additional-settings";
import { formatQueueId } from "../../queue/queue-identity";
import type { QueueRecord, QueueSettings, SettingValue } from "../../queue/settings";
import { SETTING_NAMES } from "../../queue/settings";
import { toCanonicalJson } from "../../text/to-canonical-json";
import { toCountedSeen } from "./find-planned-changes";
import type { FleetPlan, PlannedTask } from "./fleet-plan";

/**
 * Returns the digest of a plan: `sha256:` and 64 hexadecimal digits over the wanted settings, secrets included, and what
 * they were compared with: the managed settings, or for a deletion only whether the queue exists. It does not depend on
 * the machine, the order of the tasks, or the spelling of equal values.
 */
export function createDigest(mode: FleetPlan["mode"], tasks: readonly PlannedTask[]): string {
  const entries = tasks.map((task) => toCanonicalJson(toEntry(mode, task)));
  const hash = createHash("sha256").update(`${mode}\n`);
  for (const entry of entries.sort()) hash.update(entry).update("\n");
  return `sha256:${hash.digest("hex")}`;
}

function toEntry(mode: FleetPlan["mode"], { queue, origin, action, seen }: PlannedTask): object {
  const { wanted, deletionPolicy } = queue;
  const place = { origin, id: formatQueueId(queue.identity), action, exists: seen !== undefined };
  if (mode === "destroy") return { ...place, deletionPolicy };
  const counted = toCountedSeen(wanted, seen);
  return {
    ...place,
    wanted: toComparable(wanted.settings),
    wantedAdditional: Object.fromEntries(pickManaged(wanted.additionalSettings)),
    seen: counted && toComparable(counted.settings),
    seenAdditional: counted?.additionalFields,
  };
}

function toComparable(settings: QueueSettings | QueueRecord): object {
  const names = SETTING_NAMES.filter((name) => settings[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, toComparableValue(settings[name])]));
}

/** Makes equal sets identical, as `isSameSetting` compares them. */
function toComparableValue(value: SettingValue | undefined): unknown {
  if (typeof value !== "object") return value;
  return [...new Set(value.map((element) => element.normalize("NFC")))].sort();
}
