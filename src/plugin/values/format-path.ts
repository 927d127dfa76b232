import type { AttributePath } from "../diagnostic";

/**
 * Writes a path as a user would in a Terraform expression: `repo.host`, `rules[0].name`, `labels["a b"]`.
 * @returns the empty string for the empty path
 */
export function formatPath(path: AttributePath): string {
  return path
    .map((step, position) => {
      if ("attribute" in step) return position === 0 ? step.attribute : `.${step.attribute}`;
      return `[${"index" in step ? step.index : JSON.stringify(step.key)}]`;
    })
    .join("");
}
