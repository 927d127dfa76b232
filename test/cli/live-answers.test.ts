import { configure, QUEUE_ID } from "./support/run-on-service";
import { call, callBy, directory, emulator, listCommitted, onStage } from "./support/stage";
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

describe("the second interface", () => {
  onStage();

  test("a plan names all values that would be sent and are not taken, in one error; others do not matter", async () => {
    configure(emulator, { concurrency: 2000 });
    writeStack(directory, {
      [QUEUE_ID]: { concurrency: 2000, batching_min_size: 3000 },
      [OTHER_ID]: { concurrency: 4000, enqueueing_label: "merge" },
    });
    await callBy("first", "plan").succeeds();
    await callBy("second", "plan").fails(
      "2 queues would get values that the service does not accept. Nothing was changed:",
      "concurrency: The service takes 1 to 1000 ",
      "not 4000.",
      "batching_min_size: The service takes 1 to 1000 ",
    );
    declare({ concurrency: 2000, batching_min_size: 3 });
    await callBy("second", "apply --auto-approve").succeeds();
  });

  test("no required statuses of its own means inherited, and the plan says so, also a saved one", async () => {
    configure(emulator, { requiredStatuses: ["ci/test"] });
    declare({ required_statuses: [] });
    const told = 'required_statuses = [] means "inherited" at this service';
    expect((await callBy("first", "plan").succeeds()).out).not.toContain("inherited");
    for (const args of ["plan --out plan.json", "apply plan.json --auto-approve"]) {
      const { out } = await callBy("second", args).endsWith(0);
      expect(out.replaceAll(/\s+/g, " ")).toContain(
        `${told}: the queue uses the statuses of the repository's configuration file`,
      );
      expect(out.replaceAll(/\s+/g, " ")).toContain('own list is removed: "ci/test".');
      expect(out).not.toContain("No status will be required");
    }
    expect((await callBy("second", "plan").succeeds()).out).toContain("No changes.");
    declare({ required_statuses: [] }, OTHER_ID);
    const { out: create } = await callBy("second", "plan").succeeds();
    expect(create).toContain(`The required statuses of ${OTHER_ID} are inherited`);
    expect(create).not.toContain("An empty list is requested");
  });
});

describe("settings that have become attributes", () => {
  onStage();

  test("a name among the additional settings is taken with a warning, and never twice", async () => {
    declare({ additional_settings: { notReadyTimeoutHours: 48 } });
    const { out } = await call("apply --auto-approve").succeeds();
    expect(out).toContain(
      "The additional setting notReadyTimeoutHours has an attribute now: set not_ready_timeout_hours",
    );
    expect((await call("plan").succeeds()).out).toContain("No changes.");
    declare({ not_ready_timeout_hours: 48 });
    expect((await call("plan").succeeds()).out).toContain("No changes.");
    declare({ not_ready_timeout_hours: 24, additional_settings: { notReadyTimeoutHours: 48 } });
    await call("plan").endsWith(1, "is set twice: remove it here, and keep not_ready_timeout_hours.");
  });

  test("rules of batching are applied, shown and exported", async () => {
    const rules = [{ target_pattern: "//db/*", policy: "isolate" }];
    declare({ batching_rules: rules });
    await call("apply --auto-approve").succeeds();
    expect((await call("plan").succeeds()).out).toContain("No changes.");
    expect((await call(`queue get ${QUEUE_ID}`)).out).toMatch(/batchingRules +\/\/db\/\*: isolate/);
    const hcl = await call(`export ${QUEUE_ID} --format hcl`).succeeds();
    expect(hcl.out).toMatch(/batching_rules += \[[^\]]*\{ target_pattern = "\/\/db\/\*", policy = "isolate"/);
    const code = await call(`export ${QUEUE_ID}`).succeeds();
    expect(code.out).toContain('batchingRules: [\n    { targetPattern: "//db/*", policy: "isolate" },\n  ],');
    declare({ batching_rules: [] });
    expect((await call("plan")).out).toContain(
      'batching_rules = [{"targetPattern":"//db/*","policy":"isolate"}] -> []',
    );
  });
});
