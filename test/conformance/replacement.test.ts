import { UNKNOWN } from "../../src/plugin/values/value";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import type { CoreResource } from "./support/core-resource";
import {
  BuiltProvider,
  configure,
  QUEUE,
  QUEUE_TYPE,
  recordOperations,
  type Stage,
  startStage,
} from "./support/provider-under-test";

const REPO = { host: "github.com", owner: "acme", name: "web" };

let provider: BuiltProvider;
let stage: Stage;
let resource: CoreResource;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider);
});

beforeEach(() => {
  resource = stage.createResource();
});

afterEach(async () => {
  // Terraform configures the provider for each plan and each apply.
  await configure(stage.side, stage.emulator);
  await resource.apply(await resource.plan(null), null);
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

/** Plans and applies, and requires success. */
async function manage(attributes: { readonly [name: string]: Plain }): Promise<void> {
  const wanted = config(attributes);
  expect(await resource.apply(await resource.plan(wanted), wanted)).toEqual([]);
}

describe("a replacement", () => {
  test.each<[string, { readonly [name: string]: Plain }]>([
    ["repo.host", { repo: { ...REPO, host: "git.example.org" } }],
    ["repo.owner", { repo: { ...REPO, owner: "umbrella" } }],
    ["repo.name", { repo: { ...REPO, name: "api" } }],
    ["target_branch", { target_branch: "Main" }],
  ])("C-33: is required by the path %s", async (path, attributes) => {
    await manage({});
    const change = await resource.plan(config(attributes));
    expect(change).toMatchObject({ action: "replace", requiresReplace: [path] });
  });

  test("C-33: is required neither by another spelling of the repository nor by any other change", async () => {
    await manage({});
    const repo = { host: "GitHub.com", owner: "ACME", name: "Web" };
    await expect(resource.plan(config({ repo }))).resolves.toMatchObject({ action: "no-op" });
    const rest = { mode: "parallel", deletion_policy: "refuse", required_statuses: ["ci"] };
    await expect(resource.plan(config({ repo, ...rest }))).resolves.toMatchObject({ action: "update" });
  });

  test("C-34: is planned once more without a prior state, deletes the one queue and creates the other", async () => {
    await manage({ concurrency: 3, required_statuses: ["ci"] });
    const wanted = config({ target_branch: "next" });
    const change = await resource.plan(wanted);
    // No value of the deleted queue is promised for the new one.
    expect(toPlainObject(change.planned ?? new Map())).toMatchObject({
      concurrency: "?",
      required_statuses: "?",
      id: "github.com/acme/web/next",
    });
    const operations = await recordOperations(stage.emulator, () => resource.apply(change, wanted));
    expect(operations.filter((name) => name !== "getQueue")).toEqual(["deleteQueue", "createQueue"]);
    expect(stage.emulator.findQueue(QUEUE)).toBeUndefined();
    expect(resource.state?.get("id")).toBe("github.com/acme/web/next");
  });

  test("C-35: for a tainted queue is planned like a create, with at most a warning that the queue exists", async () => {
    await manage({ concurrency: 3 });
    await configure(stage.side, stage.emulator);
    resource.isTainted = true;
    const wanted = config({ concurrency: 3 });
    const change = await resource.plan(wanted);
    expect(change.action).toBe("replace");
    expect(await resource.apply(change, wanted)).toEqual([]);
    expect(resource.isTainted).toBe(false);
    await expect(resource.plan(wanted)).resolves.toMatchObject({ action: "no-op" });
  });

  test("F-22: fails before any change if pull requests are in the queue", async () => {
    await manage({});
    const { engine } = stage.emulator;
    engine.apply({
      type: "submitPullRequest",
      identity: QUEUE,
      number: 7,
      priority: undefined,
      noBatch: false,
    });
    const wanted = config({ target_branch: "next" });
    const change = await resource.plan(wanted);
    const operations = await recordOperations(stage.emulator, async () => {
      expect(await resource.apply(change, wanted)).toEqual([expect.stringContaining("#7")]);
    });
    expect(operations).toEqual(["getQueue"]);
    expect(resource.state?.get("id")).toBe("github.com/acme/web/main");
    engine.apply({ type: "cancelPullRequest", identity: QUEUE, number: 7 });
  });
});

describe("unknown values", () => {
  test("C-31: a partly unknown repository keeps its known parts and is still an object", async () => {
    const change = await resource.plan(config({ repo: { ...REPO, owner: UNKNOWN } }));
    expect(toPlainObject(change.planned ?? new Map())).toMatchObject({
      repo: { host: "github.com", owner: "?", name: "web" },
      id: "?",
    });
  });

  test("C-31: a wholly unknown repository stays unknown, and requires a replacement", async () => {
    await manage({});
    const wanted = config({ repo: UNKNOWN });
    const first = await stage.side.plan(QUEUE_TYPE, {
      prior: resource.state,
      config: wanted,
      priorPrivate: resource.private,
    });
    expect(toPlainObject(first.planned ?? new Map())).toMatchObject({ repo: "?", id: "?" });
    const change = await resource.plan(wanted);
    expect(change.action).toBe("replace");
    expect(toPlainObject(change.planned ?? new Map())).toMatchObject({ repo: "?", id: "?" });
  });

  test("C-31: partly unknown timeouts keep their known parts", async () => {
    await manage({});
    const timeouts = { create: UNKNOWN, read: "1m", update: null, delete: null };
    const change = await resource.plan(config({ timeouts }));
    expect(toPlainObject(change.planned ?? new Map())["timeouts"]).toEqual({ ...timeouts, create: "?" });
  });

  test("C-36: an update that turns out to change nothing makes no request", async () => {
    await manage({ batch: true, batching_min_size: 4 });
    const change = await resource.plan(config({ batch: UNKNOWN, batching_min_size: UNKNOWN }));
    expect(change.action).toBe("update");
    const wanted = config({ batch: true, batching_min_size: 4 });
    const operations = await recordOperations(stage.emulator, async () => {
      expect(await resource.apply(change, wanted)).toEqual([]);
    });
    expect(operations).toEqual([]);
  });

  test("C-36: an unknown value that turns out to be null leaves the setting alone", async () => {
    await manage({ concurrency: 3 });
    const change = await resource.plan(config({ concurrency: UNKNOWN }));
    const operations = await recordOperations(stage.emulator, async () => {
      expect(await resource.apply(change, config())).toEqual([]);
    });
    expect(operations).toEqual([]);
  });
});

describe("private state", () => {
  test("C-57: with it, required statuses that are no longer configured are removed", async () => {
    await manage({ required_statuses: ["ci"] });
    const change = await resource.plan(config());
    expect(change.warnings).toEqual([expect.stringContaining("required_statuses is no longer configured")]);
    expect(await resource.apply(change, config())).toEqual([]);
    expect(stage.emulator.engine.tryFindQueue(QUEUE)?.requiredStatuses).toBeUndefined();
  });

  test("C-57: without it, they are left alone", async () => {
    await manage({ required_statuses: ["ci"] });
    resource.private = Buffer.alloc(0);
    await expect(resource.plan(config())).resolves.toMatchObject({ action: "no-op", warnings: [] });
  });

  test.each(["{", "[]", '"x"', "null", "\u0000\u00ff", '{"managesRequiredStatuses":"yes"}'])(
    "C-57: damaged as %j, it counts as absent",
    async (text) => {
      await manage({ required_statuses: ["ci"] });
      resource.private = Buffer.from(text, "latin1");
      await resource.refresh();
      await expect(resource.plan(config())).resolves.toMatchObject({ action: "no-op" });
    },
  );
});
