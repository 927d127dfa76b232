import { fail, onOperation, rewriteRequest } from "../../src/emulator/faults";
import { attachStage, declareQueue, onStages, QUEUE, stage } from "../support/e2e/queue-stage";
import { flatten } from "../support/e2e/terraform-workspace";

onStages();

/** A service that is newer than this provider. */
const NEWER = {
  options: { additionalSettings: { priorityAging: 10, windows: [], label: "none", legacy: "kept" } },
};

const SECRET = "not-to-be-printed";

function declare(additional: string): string {
  return `${declareQueue(`  concurrency = 2\n${additional}`)}
variable "label" {
  default   = "${SECRET}"
  sensitive = true
}
`;
}

const FIRST = `  additional_settings = {
    priorityAging = 30
    windows       = [{ from = "08:00", days = toset(["mon", "fri"]) }]
    label         = var.label
    legacy        = null
  }`;

describe("additional_settings under the real Terraform", () => {
  function listUpdates(calls: readonly { readonly operation: string | undefined; readonly body: unknown }[]) {
    return calls.filter(({ operation }) => operation === "updateQueue").map(({ body }) => body);
  }

  test("C-30, C-40, I-2: are created, compared and changed by name; those removed from the configuration are kept on the service", async () => {
    await attachStage(declare(FIRST), NEWER);
    const { workspace } = stage;
    const created = await stage.record(() => workspace.apply());
    const windows = [{ from: "08:00", days: ["fri", "mon"] }];
    expect(listUpdates(created)).toEqual([{ ...QUEUE, priorityAging: 30, windows, label: SECRET }]);

    await stage.call("updateQueue", { priorityAging: 5, legacy: "changed" });
    const drift = await workspace.tryRun(["plan", "-detailed-exitcode"]);
    expect(drift.status).toBe(2);
    expect(flatten(drift.output)).toMatch(/~ priorityAging = 5 -> 30/);
    expect(drift.output).not.toContain("legacy ");
    expect(drift.output).not.toContain(SECRET);

    await stage.declare(declare("  additional_settings = {\n    priorityAging = 40\n    legacy = null\n  }"));
    const changed = await stage.record(() => workspace.apply());
    expect(listUpdates(changed)).toEqual([{ ...QUEUE, priorityAging: 40 }]);
    expect(await stage.call("getQueue")).toMatchObject({ priorityAging: 40, windows, legacy: "changed" });

    await stage.declare(declare(""));
    const released = await stage.record(() => workspace.apply());
    expect(listUpdates(released)).toEqual([]);
    await workspace.expectEmptyPlan();
  });
  test("C-21: sensitive strings are hidden when the service repeats or changes them, and when a queue is adopted", async () => {
    const wanted = declareQueue(`  on_existing         = "adopt"
  required_statuses   = ["ci/build", var.label]
  additional_settings = { label = { text = var.label } }`);
    const variable = `variable "label" {\n  default = "${SECRET}"\n  sensitive = true\n}\n`;
    await attachStage(`${wanted}${variable}`, NEWER);
    const { workspace, emulator } = stage;
    await stage.call("createQueue");

    emulator.setFaults(onOperation("updateQueue", fail(400, { body: `label "${SECRET}" is too long` })));
    const refused = await workspace.tryRun(["apply", "-auto-approve"]);
    const text = flatten(refused.output);
    expect(text).toContain("2 declared (2 to add, 0 to remove)");
    expect(text).toMatch(/the service answered 400: "label .{1,2}\[redacted\].{1,2} is too long"/);
    expect(refused.output).not.toContain(SECRET);

    const others = (body: unknown) => ({ ...(body as object), requiredStatuses: ["ci/build", "ci/other"] });
    emulator.setFaults(onOperation("updateQueue", rewriteRequest(others)));
    const changed = await workspace.tryRun(["apply", "-auto-approve"]);
    const reason = flatten(changed.output);
    expect(reason).toContain(
      "required_statuses: 1 of the 2 requested strings are stored, plus 1 that were not requested",
    );
    expect(changed.output).not.toContain(SECRET);
  });
});
