import type { Evaluation } from "../hcl/evaluate/scope";
import { checkConditions, toObjects } from "./check-conditions";
import type { Configuration } from "./configuration";
import type { FaultLog } from "./fault-log";

/**
 * Checks the values of variables by the rules that the stack states for them, `validation`.
 * @param log - takes rules that are broken, and as warnings those that cannot be checked
 */
export function checkVariables({ variables }: Configuration, evaluation: Evaluation, log: FaultLog): void {
  for (const [name, { body, file }] of variables) {
    for (const { problem, remark } of checkConditions(
      toObjects(body.get("validation")),
      evaluation,
      "validation",
    )) {
      if (problem !== undefined) log.addFinding([file, `var.${name}`], problem);
      if (remark !== undefined) log.addWarning(`${file}: var.${name} ${remark}.`);
    }
  }
}
