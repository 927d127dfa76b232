import type { Diagnostic } from "../../plugin/diagnostic";
import { type ObjectValue, UNKNOWN, type Value } from "../../plugin/values/value";
import { checkQueueAttributes } from "../../queue/check-attributes";
import { createFinder, toInvalid } from "../diagnostics";
import { ADDITIONAL_SETTINGS, getAdditionalValue, toJsonValue } from "./values/additional-values";
import { toPlainValue } from "./values/setting-values";

/**
 * Checks a configuration and collects everything that is wrong with it. Unknown values are no errors: Terraform
 * asks again when it knows; nor is null for an optional attribute (rule C-20).
 */
export function validateQueue(config: ObjectValue): Diagnostic[] {
  const find = createFinder(config);
  const additional = getAdditionalValue(config);
  const findings = checkQueueAttributes({
    find: (path) => {
      if (path[0] === ADDITIONAL_SETTINGS)
        return additional === UNKNOWN ? undefined : toJsonValue(additional);
      return toPlainValue(find(path) as Value);
    },
  });
  return toInvalid(findings);
}
