import { TfNumber } from "../../src/plugin/tf-number";
import type { Value } from "../../src/plugin/value";
import { readData } from "../plugin/support/data-calls";
import { listObjects } from "../plugin/support/list-objects";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
import { config } from "../provider/support/queue-values";
import { CoreResource, type SavedResource } from "./support/core-resource";
import { onStage, provider, putQueue, QUEUE, QUEUE_TYPE, stage } from "./support/provider-under-test";

onStage();

type Interface = "first" | "second";

const repo = (name: string): Value => new Map(Object.entries({ host: "github.com", owner: "acme", name }));

/** Starts a process, as each command of Terraform does, and gives it what is in the state. */
async function begin(which: Interface, saved?: SavedResource) {
  const { url, secondUrl, token } = stage.emulator;
  const side = await provider.start();
  const errors = listErrors(await side.configure({ base_url: which === "first" ? url : secondUrl, token }));
  expect(errors).toEqual([]);
  const resource = new CoreResource(side, QUEUE_TYPE);
  if (saved !== undefined) resource.restore(saved);
  return { side, resource };
}

/** Applies a configuration in a process of its own. */
async function apply(which: Interface, wanted: ReturnType<typeof config>, saved?: SavedResource) {
  const { resource } = await begin(which, saved);
  await resource.refresh();
  expect(await resource.apply(await resource.plan(wanted), wanted)).toEqual([]);
  return resource;
}

function deleteQueues(): void {
  const { engine } = stage.emulator;
  for (const { identity } of engine.state.queues.values()) engine.apply({ type: "deleteQueue", identity });
}

async function ids(side: TerraformSide, wanted: Record<string, Value>, limit = 100) {
  const { objects, diagnostics } = await listObjects(side, QUEUE_TYPE, wanted, { limit });
  return { ids: objects.map(({ displayName }) => displayName).sort(), errors: listErrors(diagnostics) };
}

/** Each test has a queue of its own: the processes of this file tell each other what they do with theirs. */
let branch = "";
let count = 0;
const given = (attributes: Parameters<typeof config>[0]) => config({ target_branch: branch, ...attributes });
const put = (): void => {
  putQueue(stage.emulator, { concurrency: 3 }, { ...QUEUE, targetBranch: branch });
};

beforeEach(() => {
  deleteQueues();
  branch = `branch-${count++}`;
});

describe("a queue of the second interface", () => {
  const SETTINGS = {
    concurrency: 7,
    state: "paused",
    merge_method: "squash",
    batching_max_wait_time_minutes: 0,
    required_statuses: [],
  };

  test("is created, changed and destroyed as one of the first, and every plan that follows is empty", async () => {
    const wanted = given(SETTINGS);
    const created = await apply("second", wanted);
    const queueId = created.state?.get("queue_id");
    expect(typeof queueId).toBe("string");
    const again = await begin("second", created.save());
    await again.resource.refresh();
    expect((await again.resource.plan(wanted)).action).toBe("no-op");
    const changed = await apply("second", given({ concurrency: 8, mode: "parallel" }), created.save());
    expect(changed.state?.get("queue_id")).toBe(queueId);
    const gone = await begin("second", changed.save());
    expect(await gone.resource.apply(await gone.resource.plan(null), null)).toEqual([]);
    expect(stage.emulator.engine.state.queues.size).toBe(0);
  });

  test("F-49: a move to it and back plans nothing, whatever its values; only the id comes and goes", async () => {
    const wanted = given(SETTINGS);
    const plain = given({ concurrency: 7, required_statuses: ["ci"] });
    const first = await apply("first", plain);
    expect(first.state?.get("queue_id")).toBeNull();
    let saved = first.save();
    for (const [which, isShown] of [
      ["second", true],
      ["first", false],
      ["second", true],
    ] as const) {
      const { resource } = await begin(which, saved);
      await resource.refresh();
      expect((await resource.plan(plain)).action).toBe("no-op");
      expect(resource.state?.get("queue_id") !== null).toBe(isShown);
      saved = resource.save();
    }
    const beyond = await apply("second", wanted, saved);
    const back = await begin("first", beyond.save());
    await back.resource.refresh();
    expect((await back.resource.plan(wanted)).action).toBe("no-op");
    await expect(back.resource.plan(given({ bisection_concurrency: 0 }))).rejects.toThrow(
      "needs the second interface",
    );
  });

  test.each([
    ["updated, before the plan", false, true],
    ["updated, after the plan", true, true],
    ["destroyed, before the plan", false, false],
    ["destroyed, after the plan", true, false],
  ])("F-49: one that is made again outside is not %s", async (_, isLate, isUpdate) => {
    const created = await apply("second", given({ concurrency: 7 }));
    const desired = isUpdate ? given({ concurrency: 9 }) : null;
    const replace = (): void => {
      deleteQueues();
      put();
    };
    const { resource } = await begin("second", created.save());
    if (isLate) {
      const change = await resource.plan(desired);
      replace();
      const errors = await resource.apply(change, desired);
      expect(errors).toEqual([expect.stringContaining("terraform state rm ADDRESS") as string]);
    } else {
      replace();
      const warnings = await resource.refresh();
      expect(warnings).toEqual([expect.stringContaining("Queue replaced outside Terraform") as string]);
      await expect(resource.plan(desired)).rejects.toThrow("terraform state rm ADDRESS");
    }
    expect(resource.state).toEqual(created.state);
    const [queue] = stage.emulator.engine.state.queues.values();
    expect(queue?.settings.concurrency).toBe(3);
  });

  test("K-6: is imported by the service's own id, and shown by the data source", async () => {
    put();
    const { side, resource } = await begin("second");
    const shown = await readData(side, QUEUE_TYPE, { repo: repo("web"), target_branch: branch });
    const queueId = shown.state?.get("queue_id") as string;
    expect(shown.state?.get("managed_state")).toBe("manual");
    expect(await resource.import(queueId)).toEqual([]);
    expect(resource.state?.get("id")).toBe(`github.com/acme/web/${branch}`);
    expect(resource.state?.get("queue_id")).toBe(queueId);
    expect(resource.state?.get("concurrency")).toEqual(TfNumber.of(3));
  });
});

describe("the list of queues", () => {
  test("K-9: names what is left out only with the second interface, which lists it", async () => {
    const at = (name: string, targetBranch: string) => ({ repo: { ...QUEUE.repo, name }, targetBranch });
    for (const [name, target] of [
      ["web", "main"],
      ["web", "next"],
      ["api", "main"],
    ] as const)
      putQueue(stage.emulator, {}, at(name, target));
    const { side } = await begin("second");
    const all = ["github.com/acme/api/main", "github.com/acme/web/main", "github.com/acme/web/next"];
    const [api, main, next] = all as [string, string, string];
    for (const [wanted, found] of [
      [{}, all],
      [{ repos: [repo("web"), repo("web"), repo("none")] }, [main, next]],
      [{ target_branches: ["main"] }, [api, main]],
      [{ repos: [repo("api")], target_branches: ["main", "next"] }, [api]],
    ] as const) {
      expect(await ids(side, wanted)).toEqual({ ids: found, errors: [] });
    }
    expect((await ids(side, {}, 2)).ids).toHaveLength(2);
    const { side: first } = await begin("first");
    const refused = await ids(first, { target_branches: ["main"] });
    expect(refused).toEqual({
      ids: [],
      errors: [expect.stringContaining("first interface cannot list") as string],
    });
  });
});
