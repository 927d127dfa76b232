import { fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import { PLAN_FORMAT } from "../../reconcile/plan/document/to-plan-document";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import type { CommandContext } from "../command-context";
import { nameFileInError, readInputFile } from "../files/read-input-file";
import { readTerraformPlan } from "./from-terraform-plan";
import { createReviewError, getField } from "./terraform-json";

/** Maximum size of a plan: that of tens of thousands of resources. */
const MAX_PLAN_BYTES = 512 * 1024 * 1024;

/** The beginning of a message of `terraform plan -json`, which prints one a line. */
const MESSAGE = /^\s*\{"@level":/;

/**
 * Reads the file of a plan as {@link readReviewedPlan} does.
 * @param file - `-` for standard input
 * @throws MergeQueueError `invalid_plan` if it cannot be read or is not a plan
 */
export async function readPlanFile(
  context: Pick<CommandContext, "workingDirectory" | "readInput">,
  file: string,
): Promise<FleetPlan> {
  const advice = "Convert a plan file of Terraform to JSON first: terraform show -json PLANFILE.";
  const text = await readInputFile(context, file, "The plan", "invalid_plan", MAX_PLAN_BYTES, advice);
  return nameFileInError(file, () => readReviewedPlan(text));
}

/**
 * Reads a plan of Terraform or OpenTofu (`show -json`), or of `mergequeue plan --out`.
 * @param text - content of the file
 * @throws MergeQueueError `invalid_plan` that says what is wrong
 */
export function readReviewedPlan(text: string): FleetPlan {
  if (text.trim() === "")
    throw createReviewError("it is empty; the command that writes it has probably failed");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw createReviewError(
      MESSAGE.test(text)
        ? "it contains the messages of terraform plan -json; save the plan with -out=PLANFILE instead"
        : "it is not JSON, or is incomplete",
      error,
    );
  }
  const format = getField(document, "format");
  if (format === PLAN_FORMAT) return fromPlanDocument(text).plan;
  if (format === "mergequeue-report") throw createReviewError("it is a report, not a plan");
  return readTerraformPlan(document);
}
