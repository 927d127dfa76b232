import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import type { CommandContext } from "../command-context";
import { nameFileInError } from "../files/name-file-in-error";
import { readInputFile } from "../files/read-input-file";
import { readReviewedPlan } from "./read-reviewed-plan";

/** Bytes that a plan may have: those of tens of thousands of resources. */
const MAX_PLAN_BYTES = 512 * 1024 * 1024;

/**
 * Reads the file of a plan as {@link readReviewedPlan} does.
 * @param file - `-` for standard input
 * @throws MergeQueueError `invalid_plan` if it cannot be read or is no plan
 */
export async function readPlanFile(
  context: Pick<CommandContext, "workingDirectory" | "readInput">,
  file: string,
): Promise<FleetPlan> {
  const advice =
    "A plan file of Terraform's has to be turned into JSON first: terraform show -json PLANFILE.";
  const text = await readInputFile(context, file, "The plan", "invalid_plan", MAX_PLAN_BYTES, advice);
  return nameFileInError(file, () => readReviewedPlan(text));
}
