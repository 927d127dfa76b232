import { toAttributeName } from "../../queue/attribute-name";
import type { PlannedChange } from "../../reconcile/plan/fleet-plan";

/**
 * Returns the name of a change as Terraform's plan writes it: `required_statuses`, or `additional_settings.quietHours`
 * where there is no attribute. Not escaped.
 */
export function nameChange({ kind, name }: Pick<PlannedChange, "kind" | "name">): string {
  return kind === "additional" ? `additional_settings.${name}` : toAttributeName(name);
}
