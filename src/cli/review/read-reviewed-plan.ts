import { fromPlanDocument } from "../../reconcile/plan/document/from-plan-document";
import { PLAN_FORMAT } from "../../reconcile/plan/document/to-plan-document";
import type { FleetPlan } from "../../reconcile/plan/fleet-plan";
import { readTerraformPlan } from "./from-terraform-plan";
import { createReviewError, getField } from "./terraform-json";

/** A message of `terraform plan -json`, which prints one a line. */
const MESSAGE = /^\s*\{"@level":/;

/**
 * Reads a plan of whoever made it: Terraform or OpenTofu (`show -json`), or `mergequeue plan --out`.
 * @param text - content of the file
 * @throws MergeQueueError `invalid_plan` naming what is wrong
 */
export function readReviewedPlan(text: string): FleetPlan {
  if (text.trim() === "") throw createReviewError("it is empty, so that what writes it has probably failed");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw createReviewError(
      MESSAGE.test(text)
        ? "these are the messages of terraform plan -json; save the plan with -out=PLANFILE instead"
        : "it is no JSON, or was cut off",
      error,
    );
  }
  const format = getField(document, "format");
  if (format === PLAN_FORMAT) return fromPlanDocument(text).plan;
  if (format === "mergequeue-report") throw createReviewError("it is a report, which was made of a plan");
  return readTerraformPlan(document);
}
