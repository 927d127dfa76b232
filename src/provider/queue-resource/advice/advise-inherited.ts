import { attributePath, type Diagnostic } from "../../../plugin/diagnostic";
import type { ObjectValue } from "../../../plugin/value";
import { EMPTY_LIST_INHERITS } from "../../../reconcile/describe-status-release";
import { quote } from "../../../text/quote";
import { isAdopted, nameQueue } from "../../argument-values";
import { createWarning } from "../../diagnostics";
import type { ProviderData } from "../../provider-data";
import { collectSettings, getSetting, isEmptyList } from "../values/setting-values";

function isInherited(object: ObjectValue, { api }: ProviderData): boolean {
  return api?.abilities.inheritsByEmptyList === true && isEmptyList(getSetting(object, "requiredStatuses"));
}

/** Leaves out a list that only means "inherited", for advice that takes it for "none is required". */
export function withoutInherited(object: ObjectValue, data: ProviderData): ObjectValue {
  return isInherited(object, data) ? new Map(object).set("required_statuses", null) : object;
}

/** Says what an empty list means, where it is sent. @param prior - null: the queue is new */
export function adviseInherited(
  config: ObjectValue,
  prior: ObjectValue | null,
  data: ProviderData,
): Diagnostic[] {
  if (!isInherited(config, data) || (prior !== null && isInherited(prior, data))) return [];
  const { requiredStatuses: names = [] } = prior === null ? {} : collectSettings(prior);
  const goes = names.length === 0 ? "" : ` Its present list is removed: ${names.map(quote).join(", ")}.`;
  const adopted =
    prior === null && isAdopted(config) ? " A list of the queue that is adopted is removed." : "";
  return [
    createWarning(
      names.length === 0 ? "Required statuses are inherited" : "Merge protection shrinks",
      `required_statuses of ${nameQueue(config)}`,
      `${EMPTY_LIST_INHERITS}${goes}${adopted} No queue can be told to require none.`,
      attributePath("required_statuses"),
    ),
  ];
}
