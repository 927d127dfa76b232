import type { SecondName } from "../../../src/wire/second/operations";
import { applyOrThrow, MAIN } from "../../engine/engine-fixtures";
import { createSecondWorld, type Fields, type SecondWorld } from "./ask-second";

const WEB = "https://github.com/acme/web";

/** The id of nothing. */
const ZERO = "00000000-0000-4000-8000-000000000000";

interface Shown {
  readonly id: string;
  readonly managedState: string;
  readonly config: Readonly<Record<string, unknown>>;
}

function findRepositoryId({ ask }: SecondWorld, providerUrl = WEB): string {
  const { data } = ask("GET /repositories", { providerUrl }) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

/** A world with the queue {@link MAIN}. */
function createQueueWorld(options: Parameters<typeof createSecondWorld>[0] = {}, request: Fields = {}) {
  const world = createSecondWorld(options);
  const where = { repositoryId: findRepositoryId(world), targetBranch: "main" };
  const queue: Shown = world.ask("POST /merge-queues", { ...where, ...request });
  const read = (): Shown => world.ask("GET /merge-queues/{id}", { id: queue.id });
  const configure = (config: Fields): Shown =>
    world.ask("PATCH /merge-queues/{id}/config", { id: queue.id, ...config });
  const submit = (...numbers: readonly number[]): void => {
    const { engine } = world.service;
    for (const number of numbers) applyOrThrow(engine, { type: "submitPullRequest", identity: MAIN, number });
  };
  return { ...world, ...where, queue, read, configure, submit };
}

describe("a queue by the second interface", () => {
  test("is created with what is asked for, and shown whole, in the list as by its id", () => {
    const settings = { mode: "graph", concurrency: 7, bisectionConcurrency: 0, enqueueingLabel: "ship" };
    const { queue, read, ask, repositoryId, service } = createQueueWorld({}, settings);
    const { mode, ...config } = settings;
    expect(queue).toMatchObject({ mode, config, repositoryId, repositoryUrl: WEB, state: "running" });
    expect(queue).toMatchObject({ pullRequestsUrl: `/v2/merge-queues/${queue.id}/pull-requests` });
    expect(Object.keys(queue.config)).toHaveLength(24);
    expect(read()).toEqual(queue);
    for (const filter of [{}, { repositoryId }, { repositoryId, targetBranch: "main" }])
      expect(ask("GET /merge-queues", filter)).toMatchObject({ data: [queue] });
    for (const filter of [{ repositoryId, targetBranch: "dev" }, { repositoryId: ZERO }])
      expect(ask("GET /merge-queues", filter)).toMatchObject({ data: [] });
    expect(service.engine.tryFindQueue(MAIN)?.settings).toMatchObject({ mode: "parallel", concurrency: 7 });
  });

  test("a create is two writes: if the second is refused, the queue exists; a bad branch is refused", () => {
    const { send, repositoryId, ask } = createQueueWorld();
    expect(send("POST /merge-queues", { repositoryId, targetBranch: "a b" }).code).toBe("VALIDATION_FAILED");
    const request = { repositoryId, targetBranch: "dev", enqueueingLabel: "trunk-tests-passed" };
    expect(send("POST /merge-queues", request).code).toBe("VALIDATION_FAILED");
    expect(ask("GET /merge-queues", { repositoryId, targetBranch: "dev" })).toMatchObject({
      data: [{ config: { enqueueingLabel: "trunk-merge-queue-submit" } }],
    });
    expect(send("POST /merge-queues", request).code).toBe("QUEUE_ALREADY_EXISTS");
  });

  test("a change of settings shows in the first interface; an empty list of statuses clears the queue's own", () => {
    const { configure, read, service } = createQueueWorld({ inheritedStatuses: ["inherited"] });
    const config = {
      notReadyTimeoutMinutes: 120,
      mergeMethod: "mergeCommit",
      requiredStatuses: ["ci"],
      allowedBotSubmitters: ["renovate"],
      batchingRules: [{ targetPattern: "db*", policy: "isolate" }],
    };
    expect(configure(config).config).toMatchObject(config);
    const find = () => service.engine.tryFindQueue(MAIN);
    expect(find()?.settings).toMatchObject({ notReadyTimeoutHours: 2, mergeMethod: "merge_commit" });
    expect(find()?.requiredStatuses).toEqual(["ci"]);
    expect(configure({ requiredStatuses: [] }).config["requiredStatuses"]).toEqual([]);
    expect(find()?.requiredStatuses).toBeUndefined();
    expect(configure({})).toEqual(read());
  });

  test.each<Fields>([
    { notReadyTimeoutMinutes: 90 },
    { concurrency: 0 },
    { mode: "graph" },
    { mergeMethod: "merge_commit" },
    { batchingRules: [{ targetPattern: "*", policy: "isolate" }] },
    { enqueueingLabel: "trunk-pending" },
  ])("the settings %j are refused, and nothing changes", (config) => {
    const { send, read, queue } = createQueueWorld();
    expect(send(`PATCH /merge-queues/${queue.id}/config`, config).code).toBe("VALIDATION_FAILED");
    expect(read()).toEqual(queue);
  });

  test("settings of a newer service are taken and shown as they are", () => {
    const { configure, queue, service } = createQueueWorld({ additionalSettings: { labels: { a: 1 } } });
    expect(queue.config["labels"]).toEqual({ a: 1 });
    expect(configure({ labels: [2], concurrency: 3 }).config).toMatchObject({ labels: [2], concurrency: 3 });
    expect(service.engine.tryFindQueue(MAIN)?.additionalSettings.get("labels")).toEqual([2]);
  });

  test("state and mode are operations of their own, which show what is true after them", () => {
    const { ask, queue, service } = createQueueWorld();
    const change = (word: string): unknown =>
      ask(`POST /merge-queues/{id}/${word}` as SecondName, { id: queue.id });
    expect(change("pause")).toMatchObject({ id: queue.id, state: "paused", mode: "queue" });
    expect(change("drain")).toMatchObject({ state: "draining" });
    expect(change("resume")).toMatchObject({ state: "running" });
    const graph = ask("POST /merge-queues/{id}/switch-modes", { id: queue.id, mode: "graph" });
    expect(graph).toMatchObject({ state: "running", mode: "graph" });
    const { engine } = service;
    const before = engine.tryFindQueue(MAIN);
    expect(ask("POST /merge-queues/{id}/switch-modes", { id: queue.id, mode: "graph" })).toEqual(graph);
    expect(engine.tryFindQueue(MAIN)).toBe(before);
  });

  test("while it switches modes, settings and mode are refused, and its state can change", () => {
    const switchingModes = { reads: 2, refusesWrites: false };
    const { ask, send, read, queue } = createQueueWorld({ switchingModes });
    const path = `/merge-queues/${queue.id}`;
    const changed = ask("POST /merge-queues/{id}/switch-modes", { id: queue.id, mode: "graph" });
    expect(changed).toMatchObject({ state: "switchingModes" });
    const refusal = { status: 409, code: "MODE_CHANGE_IN_PROGRESS" };
    expect(send(`PATCH ${path}/config`, { concurrency: 2 })).toMatchObject(refusal);
    expect(send(`POST ${path}/switch-modes`, { mode: "graph" })).toMatchObject(refusal);
    expect(send(`POST ${path}/pause`)).toMatchObject({ status: 200, body: { state: "switchingModes" } });
    expect(read()).toMatchObject({ state: "switchingModes" });
    expect(ask("GET /merge-queues", {})).toMatchObject({ data: [{ state: "switchingModes" }] });
    expect(read()).toMatchObject({ state: "paused" });
    expect(send(`POST ${path}/switch-modes`, { mode: "graph" }).status).toBe(200);
  });

  test.each([
    [{ "user-agent": "HashiCorp Terraform/1.11" }, "terraform"],
    [{ "x-source": "OpenTofu" }, "terraform"],
    [{ "user-agent": "curl" }, "terraformWithDrift"],
  ])("a write with the headers %j marks it as %s", (headers, expected) => {
    const { send, read, queue } = createQueueWorld();
    send(`POST /merge-queues/${queue.id}/pause`, undefined, { "x-source": "terraform" });
    send(`POST /merge-queues/${queue.id}/resume`, undefined, headers);
    expect(read().managedState).toBe(expected);
  });

  test("metrics are those of the first interface: of a queue, of a repository, of all", () => {
    const { send, ask, repositoryId, queue } = createQueueWorld();
    ask("POST /merge-queues", { repositoryId, targetBranch: "dev" });
    const branches = (path: string): unknown => {
      const text = String(send(`GET /merge-queues/${path}`).body);
      return [...new Set(Array.from(text.matchAll(/branch="(\w+)"/g), ([, branch]) => branch))];
    };
    expect(branches(`${queue.id}/metrics`)).toEqual(["main"]);
    expect(branches(`metrics?repositoryId=${repositoryId}`)).toEqual(["dev", "main"]);
    expect(branches("metrics")).toEqual(["dev", "main"]);
    expect(send(`GET /merge-queues/metrics?repositoryId=${ZERO}`).code).toBe("REPOSITORY_NOT_FOUND");
  });

  test("the order shows what is tested, then what waits, and leaves out what is not ready", () => {
    const { ask, configure, submit, queue, service } = createQueueWorld({ defaults: "careful" });
    const { engine } = service;
    configure({ allowBatching: true, batchingMinSize: 2, batchingMaxWaitTimeMinutes: 60 });
    const pullRequest = { number: 9, mergeability: "not_mergeable" } as const;
    engine.apply({ type: "declarePullRequest", repo: MAIN.repo, pullRequest });
    submit(1, 2, 3, 4, 5, 9);
    const name = (number: number) => ({ number, url: `${WEB}/pull/${number}` });
    const wait = (number: number, predictedBatch: number, ahead: number) => ({
      pullRequest: name(number),
      schedulability: "schedulable",
      predictedBatch,
      directlyAhead: [name(ahead)],
      heldBy: [],
    });
    expect(ask("GET /merge-queues/{id}/order", { id: queue.id })).toMatchObject({
      mode: "queue",
      queueState: "running",
      batchingEnabled: true,
      batches: [{ state: "testing", isBisection: false, pullRequests: [name(1), name(2)] }],
      pending: [wait(3, 1, 2), wait(4, 1, 3), wait(5, 2, 4)],
      awaitingAdmissionTotal: 0,
    });
  });
});

describe("a repository", () => {
  test("is found by its address in any spelling, and by its id; what has a queue keeps its spelling", () => {
    const { ask, repositoryId } = createQueueWorld();
    const web = { id: repositoryId, url: WEB, path: "acme/web", host: "github.com", provider: "github" };
    for (const providerUrl of [`${WEB}/`, `${WEB}.git`, "https://GitHub.com/ACME/Web.git//"])
      expect(ask("GET /repositories", { providerUrl })).toMatchObject({ data: [web], hasMore: false });
    expect(ask("GET /repositories/{id}", { id: repositoryId.toUpperCase() })).toMatchObject({ url: WEB });
  });

  test.each([
    ["acme/web", {}],
    ["git@github.com:acme/web.git", {}],
    [`${WEB}/tree/main`, {}],
    [WEB, { repositories: ["github.com/acme/api"] }],
  ])("%s with %j is not found", (url, options) => {
    const { send } = createSecondWorld(options);
    const target = `GET /repositories?providerUrl=${encodeURIComponent(url)}`;
    expect(send(target)).toMatchObject({ status: 404, code: "PROVIDER_URL_NOT_FOUND" });
  });

  test("with the option repositories, these exist without being asked for", () => {
    const options = { repositories: ["github.com/acme/api", "github.com/acme/web"] };
    const id = findRepositoryId(createSecondWorld(options));
    expect(createSecondWorld(options).ask("GET /repositories/{id}", { id })).toMatchObject({ url: WEB });
    expect(createSecondWorld().send(`GET /repositories/${id}`).code).toBe("REPOSITORY_NOT_FOUND");
  });
});
