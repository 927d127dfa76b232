import { TfNumber } from "../../src/plugin/tf-number";
import type { Value } from "../../src/plugin/value";
import { invokeAction } from "../plugin/support/action-calls";
import { readData } from "../plugin/support/data-calls";
import { listObjects } from "../plugin/support/list-objects";
import { listErrors, type TerraformSide } from "../plugin/support/terraform-side";
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
const put = (): void => {
  putQueue(stage.emulator, { concurrency: 3 }, { ...QUEUE, targetBranch: branch });
};

beforeEach(() => {
  deleteQueues();
  branch = `branch-${count++}`;
});

describe("a queue of the second interface", () => {
  test("K-6: is imported by the service's own id, and shown by the data source", async () => {
    put();
    const { side, resource } = await begin("second");
    const shown = await readData(side, QUEUE_TYPE, { repo: repo("web"), target_branch: branch });
    const queueId = shown.state?.get("queue_id") as string;
    expect(shown.state?.get("managed_state")).toBe("manual");
    const refused = await (await begin("first")).resource.import(queueId);
    expect(refused).toEqual([
      expect.stringContaining("Only the second interface can import a queue") as string,
    ]);
    const absent = await resource.import("unknown");
    expect(absent).toEqual([expect.stringContaining("does not exist: unknown") as string]);
    expect(await resource.import(queueId)).toEqual([]);
    expect(resource.state?.get("id")).toBe(`github.com/acme/web/${branch}`);
    expect(resource.state?.get("queue_id")).toBe(queueId);
    expect(resource.state?.get("concurrency")).toEqual(TfNumber.of(3));
  });
});

test.each(["first", "second"] as const)("the actions work through the %s interface", async (which) => {
  put();
  const { side } = await begin(which);
  for (const [action, state] of [
    ["pause", "paused"],
    ["drain", "draining"],
    ["resume", "running"],
  ] as const) {
    const target = { repo: repo("web"), target_branch: branch };
    expect((await invokeAction(side, `mergequeue_${action}`, target)).at(-1)).toEqual([]);
    const [queue] = stage.emulator.engine.state.queues.values();
    expect(queue?.settings.state).toBe(state);
  }
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
