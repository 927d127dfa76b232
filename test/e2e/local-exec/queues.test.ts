import { readdirSync } from "node:fs";
import type { CommandResult } from "../../../scripts/support/run-command";
import { parseQueueId } from "../../../src/queue/parse-queue-id";
import { runOn } from "../../cli/support/run-on-service";
import { flatten } from "../../support/e2e/terraform-workspace";
import {
  type Declarations,
  declare,
  describeLocalExec,
  emulator,
  findSettings,
  HOSTILE_BRANCH,
  happen,
  listWrites,
  REPO,
  toId,
  workspace,
} from "./local-exec-stage";

describeLocalExec(() => {
  test("queues are created, changed and deleted as with the plugin, and other queues are not touched", async () => {
    let failed: CommandResult | undefined;
    const apply = async (): Promise<void> => {
      failed = await workspace.tryRun(["apply", "-auto-approve"]);
    };
    happen("createQueue", "foreign", { concurrency: 7 });
    happen("createQueue", "adopted", { concurrency: 7 });
    const main = { repo: REPO, concurrency: 2, mode: "parallel", requiredStatuses: ["b", "a", "b"] } as const;
    const adopted = { repo: REPO, onExisting: "adopt", concurrency: 3, requiredStatuses: ["x"] } as const;
    await declare({ main, adopted, foreign: { repo: REPO, concurrency: 1 }, hostile: { repo: REPO } });

    // K-1: all or nothing, and nothing is sent once more for the settings; F-09: what exists is refused.
    expect(await listWrites(apply)).toEqual([
      "adopted updateQueue concurrency requiredStatuses",
      "main createQueue concurrency mode",
      "main updateQueue requiredStatuses",
      `${HOSTILE_BRANCH} createQueue`,
    ]);
    expect(failed?.status).toBe(1);
    expect(flatten(failed?.output ?? "")).toContain(
      `Error: Queue ${toId("foreign")} exists already. It was not changed. To adopt it`,
    );
    expect(failed?.output).toContain("terraform untaint");
    expect(readdirSync(workspace.directory)).not.toContain("pwned");
    const state = await workspace.readState();
    expect(state.get("null_resource.foreign")?.isTainted).toBe(true);
    expect(state.get("null_resource.main")?.attributes["triggers"]).toMatchObject({
      queue: "github.com/acme/web/main",
      id: toId("main"),
    });

    // I-3: a tainted resource has no say about the queue. A changed setting leaves the queue's own resource
    // alone, a setting that is declared no longer is left as it is, and required statuses are given back.
    await declare({
      main: { ...main, repo: "GitHub.com/ACME/web", concurrency: 5 },
      adopted: { repo: REPO, onExisting: "adopt" },
      hostile: { repo: REPO },
    });
    expect(await listWrites(apply)).toEqual([
      "adopted updateQueue deleteRequiredStatuses",
      "main updateQueue concurrency",
    ]);
    expect(failed).toMatchObject({ status: 0 });
    expect(failed?.output).toMatch(/Plan: 2 to add, 0 to change, 4 to destroy/);
    expect(failed?.output).not.toContain("# null_resource.main ");
    expect(findSettings("foreign")).toMatchObject({ concurrency: 7 });
    expect(findSettings("adopted")).toMatchObject({ concurrency: 3 });

    // What Terraform cannot see, mergequeue plan shows.
    happen("updateQueue", "main", { concurrency: 9 });
    await workspace.expectEmptyPlan();
    const { exitStatus, out: plan } = await runOn(emulator, ["plan", "--detailed-exitcode"], {
      workingDirectory: workspace.directory,
      environment: { MERGEQUEUE_BASE_URL: "http://127.0.0.1:1/v1", MERGEQUEUE_TOKEN: emulator.token },
    });
    expect(exitStatus).toBe(2);
    expect(plan).toContain("# null_resource.main");
    expect(plan).toMatch(/~ concurrency = 9 -> 5/);
    expect(plan).toContain("Plan: 0 to create, 1 to change, 0 to destroy.");

    // What deleting takes is stored, and changes in one way only.
    const drained = { ...main, concurrency: 5, deletionPolicy: "drain", timeouts: { delete: "2m" } } as const;
    await declare({ main: drained, adopted: { repo: REPO }, hostile: { repo: REPO } });
    const text = await workspace.refuse(["plan"]);
    expect(text).toContain("terraform state rm 'null_resource.main' and apply");
    await workspace.run(["state", "rm", "null_resource.main"]);
    const last: Declarations = {
      main: { ...drained, onExisting: "adopt" },
      adopted: { repo: REPO },
      hostile: { repo: REPO },
    };
    await declare(last);
    // Adopting it applies the declared settings.
    expect(await listWrites(apply)).toEqual(["main updateQueue concurrency"]);
    expect(failed).toMatchObject({ status: 0 });

    // F-22: a queue in use is not deleted, and nothing is given back of it.
    const identity = parseQueueId(toId("adopted"));
    const submitted = { identity, number: 7, priority: undefined, noBatch: false } as const;
    emulator.engine.apply({ type: "submitPullRequest", ...submitted });
    await declare(last);
    const destroy = async (): Promise<void> => {
      failed = await workspace.tryRun(["destroy", "-auto-approve"]);
    };
    const deleted = await listWrites(destroy);
    expect(deleted).toEqual(["main deleteQueue", `${HOSTILE_BRANCH} deleteQueue`]);
    expect(failed?.status).toBe(1);
    expect(flatten(failed?.output ?? "")).toContain("was not deleted, because 1 pull request is in it: #7");
    expect([...(await workspace.readState()).keys()]).toEqual(["null_resource.adopted"]);
    emulator.engine.apply({ type: "cancelPullRequest", identity, number: 7 });
    expect(await listWrites(destroy)).toEqual(["adopted deleteQueue"]);
    expect(failed).toMatchObject({ status: 0 });
    expect(findSettings("foreign")).toMatchObject({ concurrency: 7 });
  });
});
