import { configure, QUEUE_ID } from "./support/run-on-service";
import { call, directory, emulator, listCommitted, onStage } from "./support/stage";
import { writeStack } from "./support/write-stack";

const OTHER_ID = "github.com/acme/api/main";

function declare(attributes: object, id = QUEUE_ID): void {
  writeStack(directory, { [id]: { ...attributes } });
}

describe.each(["interface", "live"] as const)("what services take otherwise, answers: %s", (answers) => {
  onStage(() => undefined, { answers });

  test("0 that the queue has already is never sent, so that generated code works on both kinds", async () => {
    declare({ pending_failure_depth: 0, merge_method: "rebase" }, OTHER_ID);
    await call("apply --auto-approve").succeeds();
    declare({ pending_failure_depth: 0, merge_method: "squash" }, OTHER_ID);
    await call("apply --auto-approve").succeeds();
    const sent = emulator.requests.filter(({ operation }) => operation === "updateQueue");
    expect(sent.map(({ body }) => JSON.stringify(body)).join("\n")).not.toContain("pendingFailureDepth");
  });

  test("a depth that leaves 0 is announced; where 0 is refused, the service is quoted", async () => {
    declare({ pending_failure_depth: 2 });
    const { out } = await call("plan").endsWith(0);
    expect(out).toContain("There may be no way back: pendingFailureDepth of github.com/acme/web/main");
    await call("apply --auto-approve").succeeds();
    declare({ pending_failure_depth: 0 });
    const back = call("apply --auto-approve");
    if (answers === "live") await back.succeeds();
    else await back.endsWith(1, "pendingFailureDepth: Must be a whole number from 1 to 4294967295.");
  });

  test("an empty list of required statuses", async () => {
    configure(emulator, { requiredStatuses: ["ci/test"] });
    declare({ required_statuses: [] });
    const applied = call("apply --auto-approve");
    if (answers === "interface") await applied.succeeds();
    else await applied.endsWith(1, "this service ignores an empty list: leave it out to inherit");
    expect(listCommitted("updateQueue")).toHaveLength(1);
  });

  test("statuses that are inherited are no change of a queue that declares none", async () => {
    declare({ merge_method: "rebase" });
    await call("apply --auto-approve").succeeds();
    expect((await call("plan").succeeds()).out).toContain("No changes.");
    expect((await call(`queue get ${QUEUE_ID}`).succeeds()).out).toMatch(/requiredStatuses +(-|none)/);
  });
});
