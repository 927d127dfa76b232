import { type Fault, fail, holdUntil, onOperation, onQueue } from "../../src/emulator/faults";
import { TfNumber } from "../../src/plugin/tf-number";
import { UNKNOWN, type Value } from "../../src/plugin/value";
import { formatQueueId, type QueueIdentity } from "../../src/queue/queue-identity";
import { conformsTo } from "../plugin/support/conforms-to";
import { type ListOptions, type ListResult, listObjects, validateList } from "../plugin/support/list-objects";
import { formatAttribute, listErrors } from "../plugin/support/terraform-side";
import { createGate } from "../support/create-gate";
import { waitFor } from "../support/wait-for";
import {
  configure,
  onStage,
  putQueue,
  QUEUE_TYPE,
  recordOperations,
  stage,
} from "./support/provider-under-test";

/** As many requests as the provider has in progress at once. */
const MAX_IN_FLIGHT = 12;

onStage();

beforeEach(async () => {
  stage.emulator.setFaults();
  const { engine } = stage.emulator;
  for (const { identity } of engine.state.queues.values()) engine.apply({ type: "deleteQueue", identity });
  await configure(stage.side, stage.emulator);
});

function queue(name: string, targetBranch: string, host = "github.com"): QueueIdentity {
  return { repo: { host, owner: "acme", name }, targetBranch };
}

function repo(name: string, host = "github.com"): Value {
  return new Map(Object.entries({ host, owner: "acme", name }));
}

function list(
  repos: readonly Value[],
  branches: readonly string[],
  options: ListOptions = {},
): Promise<ListResult> {
  return listObjects(stage.side, QUEUE_TYPE, { repos, target_branches: branches }, options);
}

function idsOf({ objects }: ListResult): readonly string[] {
  return objects.map(({ displayName }) => displayName);
}

function numbered(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `branch-${index}`);
}

describe("the list of queues", () => {
  test("K-9: contains the candidates that exist, by repository and then by branch", async () => {
    for (const [name, branch] of [
      ["web", "main"],
      ["web", "release/1"],
      ["api", "main"],
    ] as const) {
      putQueue(stage.emulator, {}, queue(name, branch));
    }
    const branches = ["release/1", "absent", "main"];
    const result = await list([repo("web"), repo("none"), repo("api")], branches);

    expect(result.diagnostics).toEqual([]);
    expect(idsOf(result)).toEqual([
      "github.com/acme/web/release/1",
      "github.com/acme/web/main",
      "github.com/acme/api/main",
    ]);
    expect(result.objects.map(({ state }) => state)).toEqual([null, null, null]);
    expect(result.objects[0]?.identity).toEqual(
      new Map(Object.entries({ host: "github.com", owner: "acme", name: "web", target_branch: "release/1" })),
    );
  });

  test("K-6b: a queue that was asked for whole is what an import and a read make of it", async () => {
    putQueue(stage.emulator, { state: "paused", concurrency: 3, requiredStatuses: ["ci/build"] });
    const resource = stage.createResource();
    expect(await resource.import("GitHub.com/acme/Web/main")).toEqual([]);
    const { objects } = await list([repo("Web", "GitHub.com")], ["main"], { includesResource: true });

    expect(objects).toHaveLength(1);
    expect(objects[0]?.state).toEqual(resource.state);
    expect(objects[0]?.state?.get("state")).toBeNull();
    expect(conformsTo(objects[0]?.state ?? null, stage.side.findSchema(QUEUE_TYPE))).toEqual([]);
  });

  test("K-9: names each queue once, in the spelling that comes first", async () => {
    putQueue(stage.emulator);
    let result: ListResult | undefined;
    const operations = await recordOperations(stage.emulator, async () => {
      result = await list([repo("Web", "GitHub.com"), repo("web")], ["main", "main", "Main"]);
    });

    expect(result && idsOf(result)).toEqual(["GitHub.com/acme/Web/main"]);
    expect(result?.objects[0]?.identity).toEqual(
      new Map(Object.entries({ host: "GitHub.com", owner: "acme", name: "Web", target_branch: "main" })),
    );
    // The branches main and Main; that one is found proves that the other's 404 is the service's.
    expect(operations).toEqual(["getQueue", "getQueue"]);
  });

  test("K-9, R-5: reads a few queues at once, and keeps their order", async () => {
    const branches = numbered(50);
    for (const branch of branches) putQueue(stage.emulator, {}, queue("web", branch));
    let inFlight = 0;
    let most = 0;
    const count: Fault = async (_request, next) => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      // Answers out of order.
      for (let turn = Math.floor(Math.random() * 20); turn > 0; turn -= 1) await new Promise(setImmediate);
      inFlight -= 1;
      return next();
    };
    stage.emulator.setFaults(count);
    const result = await list([repo("web")], branches);

    expect(idsOf(result)).toEqual(branches.map((branch) => formatQueueId(queue("web", branch))));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(MAX_IN_FLIGHT);
  });

  test.each([1, 14])("ends at its limit of %d, and reads no candidate beyond", async (limit) => {
    const branches = numbered(60);
    for (const branch of branches) putQueue(stage.emulator, {}, queue("web", branch));
    let result: ListResult | undefined;
    const operations = await recordOperations(stage.emulator, async () => {
      result = await list([repo("web")], branches, { limit });
    });

    expect(result && idsOf(result)).toEqual(
      branches.slice(0, limit).map((branch) => formatQueueId(queue("web", branch))),
    );
    expect(operations.length).toBe(limit);
  });

  test("F-16: no queue at all is a warning that names the host and where the token came from", async () => {
    const { objects, diagnostics } = await list([repo("web"), repo("api")], ["main"]);

    expect(objects).toEqual([]);
    expect(diagnostics.map(({ summary }) => summary)).toEqual(["No queue found"]);
    expect(listErrors(diagnostics)).toEqual([]);
    expect(diagnostics[0]?.detail).toContain(new URL(stage.emulator.url).host);
    expect(diagnostics[0]?.detail).toContain("(2 looked for)");
    expect(diagnostics[0]?.detail).toContain('token from the provider argument "token"');
  });
});

describe("a list that fails", () => {
  test("F-16: a wrong address is one error after one request, not an absence of queues", async () => {
    const before = stage.emulator.requests.length;
    stage.emulator.setFaults(
      fail(404, { headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" }),
    );
    const { objects, diagnostics } = await list([repo("web")], numbered(40));

    expect(objects).toEqual([]);
    expect(listErrors(diagnostics)).toEqual([
      expect.stringContaining("No merge queue service at this address"),
    ]);
    expect(stage.emulator.requests).toHaveLength(before + 1);
  });

  test("K-9: a queue that cannot be read is an error that names it", async () => {
    await stage.side.configure({
      base_url: stage.emulator.url,
      token: stage.emulator.token,
      max_retries: TfNumber.of(0),
    });
    for (const branch of numbered(3)) putQueue(stage.emulator, {}, queue("web", branch));
    stage.emulator.setFaults(onQueue(queue("web", "branch-1"), fail(503)));
    const { diagnostics } = await list([repo("web")], numbered(3));

    expect(listErrors(diagnostics)).toEqual([expect.stringContaining("github.com/acme/web/branch-1")]);
  });
});

describe("the configuration of a list", () => {
  test("C-20: what is unknown is never wrong", async () => {
    const unknown = new Map<string, Value>(Object.entries({ host: UNKNOWN, owner: "acme", name: "web" }));
    for (const given of [
      { repos: UNKNOWN, target_branches: UNKNOWN },
      { repos: [UNKNOWN, unknown], target_branches: [UNKNOWN, "main"] },
    ]) {
      await expect(validateList(stage.side, QUEUE_TYPE, given)).resolves.toEqual([]);
    }
  });

  test("C-21: everything that is wrong is said at its place", async () => {
    const findings = await validateList(stage.side, QUEUE_TYPE, {
      repos: [
        repo("web"),
        repo("we/b.git", "https://github.com"),
        null,
        new Map([...(repo("x") as Map<string, Value>), ["owner", null]]),
      ],
      target_branches: ["", "main", null, "a b"],
    });

    const missing = "It is required, and must not be null.";
    expect(findings.map((finding) => [formatAttribute(finding), finding.detail])).toEqual([
      ["repos.1.host", expect.stringContaining("without https:// and without a user")],
      ["repos.1.name", 'The name must be written without .git, got "we/b.git".'],
      ["repos.2", missing],
      ["repos.3.owner", missing],
      ["target_branches.0", "The target branch must not be empty."],
      ["target_branches.2", missing],
      ["target_branches.3", expect.stringContaining("must not contain white space or control characters")],
    ]);
    expect(findings.map(({ summary }) => summary)).toContain("Invalid repos[1].host");
  });

  test.each([
    [{ repos: [], target_branches: [] }, "must have at least one element", true],
    [{ repos: null, target_branches: null }, "The first interface cannot list queues", false],
  ])(
    "C-21, K-9: %j is refused in a list, and in a validation if no interface takes it",
    async (given, text, isWrong) => {
      const before = stage.emulator.requests.length;
      const findings = await validateList(stage.side, QUEUE_TYPE, given);
      const { diagnostics } = await listObjects(stage.side, QUEUE_TYPE, given);

      if (!isWrong) expect(findings).toEqual([]);
      for (const found of isWrong ? [findings, diagnostics] : [diagnostics]) {
        expect(found.map((finding) => formatAttribute(finding))).toEqual(["repos", "target_branches"]);
        expect(listErrors(found)).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
      }
      expect(stage.emulator.requests).toHaveLength(before);
    },
  );
});

// Last, because a provider that was stopped stays so.
test("an interrupt ends the reads in progress", async () => {
  const { opened, open } = createGate();
  stage.emulator.setFaults(onOperation("getQueue", holdUntil(opened)));
  const before = stage.emulator.requests.length;
  const listing = list([repo("web")], numbered(3));
  await waitFor(() => stage.emulator.requests.length > before, "the first read");
  await stage.side.stop();

  expect(listErrors((await listing).diagnostics)).toEqual([expect.stringContaining("Operation interrupted")]);
  open();
});
