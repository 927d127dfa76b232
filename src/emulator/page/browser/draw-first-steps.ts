import type { VirtualNode } from "./virtual-node";
import { element } from "./virtual-node";

/** Describes what to do while there is no queue yet. */
export function drawFirstSteps(origin: string): VirtualNode {
  return element(
    "section",
    { key: "first-steps", class: "first-steps", "aria-labelledby": "first-steps" },
    element("h2", { id: "first-steps" }, "There is no queue yet"),
    element(
      "p",
      {},
      "Make the first one, and it appears here by itself. The token is in the line that ",
      element("code", {}, "mergequeue serve"),
      " printed when it started.",
    ),
    element("h3", { id: "first-steps/curl" }, "In a terminal"),
    drawCode("first-steps/curl", [
      `export MERGEQUEUE_BASE_URL=${origin}/v1`,
      "export MERGEQUEUE_TOKEN=...",
      "",
      'curl "$MERGEQUEUE_BASE_URL/createQueue" \\',
      '  -H "x-api-token: $MERGEQUEUE_TOKEN" \\',
      '  -H "content-type: application/json" \\',
      `  -d '{"repo": {"host": "github.com", "owner": "acme", "name": "web"}, "targetBranch": "main"}'`,
    ]),
    element("h3", { id: "first-steps/terraform" }, "With Terraform or OpenTofu"),
    drawCode("first-steps/terraform", [
      'resource "mergequeue_queue" "main" {',
      '  repo          = { host = "github.com", owner = "acme", name = "web" }',
      '  target_branch = "main"',
      "}",
    ]),
  );
}

function drawCode(labelledBy: string, lines: readonly string[]): VirtualNode {
  // It scrolls sideways on a narrow page, so that the keyboard must be able to reach it.
  const attributes = { tabindex: "0", role: "region", "aria-labelledby": labelledBy };
  return element("pre", attributes, element("code", {}, lines.join("\n")));
}
