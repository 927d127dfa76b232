import { toAttributeName } from "../../queue/attribute-name";
import type { PlannedChange } from "../../reconcile/plan/fleet-plan";

/**
 * Names what changes as Terraform's own plan does: `required_statuses`, and `additional_settings.quietHours` where there
 * is no attribute. Foreign text, not yet fit for any output.
 */
export function nameChange({ kind, name }: Pick<PlannedChange, "kind" | "name">): string {
  return kind === "additional" ? `additional_settings.${name}` : toAttributeName(name);
}
