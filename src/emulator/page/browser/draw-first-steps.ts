import { element, type VirtualNode } from "./virtual-node";

/** Explains how to create the first queue. */
export function drawFirstSteps(): VirtualNode {
  return element(
    "section",
    { key: "first-steps", class: "first-steps", "aria-labelledby": "first-steps" },
    element("h2", { id: "first-steps" }, "There is no queue yet"),
    element(
      "p",
      {},
      "Create the first one, and it appears here. First run the lines with ",
      element("code", {}, "export"),
      " that ",
      element("code", {}, "mergequeue serve"),
      " printed when it started.",
    ),
    element("h3", { id: "first-steps/curl" }, "In a terminal"),
    drawCode("first-steps/curl", [
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
    element("h3", { id: "first-steps/submit" }, "Then submit a pull request"),
    drawCode("first-steps/submit", ["mergequeue pr submit github.com/acme/web/main 7"]),
  );
}

function drawCode(labelledBy: string, lines: readonly string[]): VirtualNode {
  // It scrolls sideways on a narrow page, so it must be reachable by keyboard.
  const attributes = { tabindex: "0", role: "region", "aria-labelledby": labelledBy };
  return element("pre", attributes, element("code", {}, lines.join("\n")));
}
