import { validateAdditionalSettings } from "../../queue/additional-settings";
import { MergeQueueError } from "../../queue/merge-queue-error";
import type { QueueIdentity } from "../../queue/queue-identity";
import { formatQueueId, validateIdentity } from "../../queue/queue-identity";
import { validateSettings } from "../../queue/validate-settings";
import type { WantedQueue } from "../../queue/wanted-queue";

/**
 * Checks what is about to be sent. Its values may have been unknown when the configuration was checked.
 * @throws MergeQueueError `invalid_request` with all findings
 */
export function requireValid(identity: QueueIdentity, wanted: WantedQueue): void {
  const findings = [
    ...validateIdentity(identity),
    ...validateSettings(wanted.settings),
    ...validateAdditionalSettings(wanted.additionalSettings ?? new Map()),
  ];
  const [first] = findings;
  if (first === undefined) return;
  const list = findings.map(({ path, message }) => `${path.join(".")}: ${message}`).join(" ");
  throw new MergeQueueError(
    "invalid_request",
    `Nothing was sent for queue ${formatQueueId(identity)}, because its settings are invalid. ${list}`,
    { queue: identity, field: first.path.join(".") },
  );
}
