import { HeldRequests } from "../../support/e2e/held-requests";
import { waitFor } from "../../support/wait-for";
import { declare, describeLocalExec, emulator, listWrites, REPO, workspace } from "./local-exec-stage";

describeLocalExec(() => {
  test("F-11: an interrupted apply kills no write that is on its way", async () => {
    const before = emulator.requests.length;
    const held = new HeldRequests([{ queue: "Web", time: 2, phase: "effect" }]);
    emulator.setFaults(held.fault);
    await declare({ late: { repo: REPO, requiredStatuses: ["a"] } });
    const command = workspace.start(["apply", "-auto-approve"], {}, { leadsGroup: true });
    await waitFor(() => held.missing.length === 0, "the creation");
    process.kill(-(command.child.pid ?? 0), "SIGINT");
    const { status, output } = await command.finished;
    expect(status).toBe(1);
    expect(output).toContain("Interrupt received");
    held.release();
    emulator.setFaults();
    await waitFor(
      () =>
        emulator.requests
          .slice(before)
          .some(({ operation, status: answer }) => operation === "updateQueue" && answer === 200),
      "the settings of the queue, after the command has ended",
    );
    expect((await workspace.readState()).get("null_resource.late")?.isTainted).toBe(true);
    await workspace.run(["untaint", "null_resource.late"]);
    expect(await listWrites(async () => workspace.apply())).toEqual([]);
    await workspace.expectEmptyPlan();
  });
});
