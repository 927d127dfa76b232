import { validateAdditionalSettings } from "../../queue/additional-settings";
import { MergeQueueError } from "../../queue/merge-queue-error";
import { formatQueueId, type QueueIdentity, validateIdentity } from "../../queue/queue-identity";
import { validateSettings } from "../../queue/validate-settings";
import type { WantedQueue } from "../../queue/wanted-queue";
import type { ReconcileContext } from "../reconcile-context";

/**
 * Checks what is about to be sent. Its values may have been unknown when the configuration was checked.
 * @throws MergeQueueError `invalid_request` with all findings
 */
export function requireValid(
  { api: { vocabulary } }: Pick<ReconcileContext, "api">,
  identity: QueueIdentity,
  wanted: WantedQueue,
): void {
  const findings = [
    ...validateIdentity(identity),
    ...validateSettings(wanted.settings),
    ...validateAdditionalSettings(wanted.additionalSettings ?? new Map()),
  ];
  const [first] = findings;
  if (first === undefined) return;
  const list = findings.map(({ path, message }) => {
    const shown = path.map((part, index) => (index === 0 ? vocabulary.nameSetting(part) : part));
    return `${shown.join(".")}: ${message}`;
  });
  throw new MergeQueueError(
    "invalid_request",
    `Nothing was sent for queue ${formatQueueId(identity)}, because its settings are invalid. ${list.join(" ")}`,
    { queue: identity, field: first.path.join(".") },
  );
}
