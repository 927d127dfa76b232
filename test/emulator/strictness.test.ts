import { listEnqueued } from "../../src/emulator/engine/list-enqueued";
import type { Emulator } from "../../src/emulator/start-emulator";
import { startEmulator } from "../../src/emulator/start-emulator";

/**
 * What the interface says of every request field, written down by hand (interface, sections "Endpoints" and
 * "Limits"), so that the service is not measured by its own tables.
 */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  state: ["running", "paused", "draining"],
  mode: ["single", "parallel"],
  directMergeMode: ["off", "always"],
  optimizationMode: ["off", "bisection_skip_redundant_tests"],
  mergeMethod: ["merge_commit", "squash", "rebase"],
};
const INTEGERS = [
  "concurrency",
  "bisectionConcurrency",
  "testingTimeoutMinutes",
  "pendingFailureDepth",
  "batchingMaxWaitTimeMinutes",
  "batchingMinSize",
];
const BOOLEANS = [
  "canOptimisticallyMerge",
  "batch",
  "commentsEnabled",
  "commandsEnabled",
  "createPrsForTestingBranches",
  "statusCheckEnabled",
  "deleteRequiredStatuses",
];
const ALL_OPERATIONS = [
  "createQueue",
  "getQueue",
  "updateQueue",
  "deleteQueue",
  "submitPullRequest",
  "cancelPullRequest",
];

const REPO = { host: "github.com", owner: "acme", name: "web" };
const QUEUE = { repo: REPO, targetBranch: "main" };

const GOOD_INTEGERS = [1, 2, 4_294_967_295];
const BAD_INTEGERS = [0, -1, 1.5, 4_294_967_296, 9_007_199_254_740_993, "1", true, null, [1], {}];
const BAD_BOOLEANS = ["true", 0, 1, null, [], {}];
const BAD_STRINGS = [1, true, null, ["x"], {}];

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(async () => {
  await emulator.close();
});

beforeEach(async () => {
  emulator.engine.apply({ type: "createQueue", identity: QUEUE, settings: {} });
});

/** Posts text and answers the status. */
async function post(operation: string, text: string): Promise<number> {
  const response = await fetch(`${emulator.url}/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": emulator.token },
    body: text,
  });
  await response.text();
  return response.status;
}

/** Posts several bodies and answers those that got another status than expected. */
async function findOthers(status: number, operation: string, bodies: readonly object[]): Promise<string[]> {
  const others: string[] = [];
  for (const body of bodies) {
    const text = JSON.stringify(body);
    const actual = await post(operation, text);
    if (actual !== status) others.push(`${actual} for ${text}`);
  }
  return others;
}

describe("every operation", () => {
  /** A request that is complete for any operation: what one does not take, it is not sent. */
  function complete(operation: string): Record<string, unknown> {
    return operation.endsWith("PullRequest") ? { ...QUEUE, pr: { number: 1 } } : { ...QUEUE };
  }

  test.each(ALL_OPERATIONS)("%s needs each of its required fields", async (operation) => {
    const body = complete(operation);
    const incomplete = Object.keys(body).map((name) =>
      Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
    );
    const withoutPart = Object.keys(REPO).map((part) => ({
      ...body,
      repo: Object.fromEntries(Object.entries(REPO).filter(([key]) => key !== part)),
    }));
    expect(await findOthers(400, operation, [...incomplete, ...withoutPart])).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s takes strings only for repository and branch", async (operation) => {
    const bodies = BAD_STRINGS.flatMap((bad) => [
      { ...complete(operation), targetBranch: bad },
      { ...complete(operation), repo: bad },
      ...Object.keys(REPO).map((part) => ({ ...complete(operation), repo: { ...REPO, [part]: bad } })),
    ]);
    expect(await findOthers(400, operation, bodies)).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s refuses fields that it does not know, at any depth", async (operation) => {
    const bodies = [
      { ...complete(operation), colour: "red" },
      { ...complete(operation), repo: { ...REPO, id: 1 } },
    ];
    expect(await findOthers(400, operation, bodies)).toEqual([]);
  });

  test.each(ALL_OPERATIONS)("%s refuses what is no JSON object", async (operation) => {
    const texts = ["", "null", "[]", '"text"', "1", "{", "{'repo':1}", "\ufeff{}"];
    const statuses = await Promise.all(texts.map((text) => post(operation, text)));
    expect(statuses).toEqual(texts.map(() => 400));
  });
});

describe("updateQueue", () => {
  test.each(INTEGERS)("%s takes whole numbers from 1 to 4294967295 and nothing else", async (name) => {
    expect(
      await findOthers(
        200,
        "updateQueue",
        GOOD_INTEGERS.map((good) => ({ ...QUEUE, [name]: good })),
      ),
    ).toEqual([]);
    expect(
      await findOthers(
        400,
        "updateQueue",
        BAD_INTEGERS.map((bad) => ({ ...QUEUE, [name]: bad })),
      ),
    ).toEqual([]);
  });

  test.each(BOOLEANS)("%s takes true and false and nothing else", async (name) => {
    expect(
      await findOthers(
        200,
        "updateQueue",
        [true, false].map((good) => ({ ...QUEUE, [name]: good })),
      ),
    ).toEqual([]);
    expect(
      await findOthers(
        400,
        "updateQueue",
        BAD_BOOLEANS.map((bad) => ({ ...QUEUE, [name]: bad })),
      ),
    ).toEqual([]);
  });

  test.each(Object.entries(ENUMS))(
    "%s takes its words in their spelling and nothing else",
    async (name, words) => {
      expect(
        await findOthers(
          200,
          "updateQueue",
          words.map((good) => ({ ...QUEUE, [name]: good })),
        ),
      ).toEqual([]);
      const bad = [
        "",
        "other",
        "switching_modes",
        ...words.map((word) => word.toUpperCase()),
        ...BAD_STRINGS,
      ];
      expect(
        await findOthers(
          400,
          "updateQueue",
          bad.map((value) => ({ ...QUEUE, [name]: value })),
        ),
      ).toEqual([]);
    },
  );

  test("requiredStatuses takes lists of strings and nothing else", async () => {
    const good = [[], ["ci/build"], ["a", "b", "a"]];
    expect(
      await findOthers(
        200,
        "updateQueue",
        good.map((value) => ({ ...QUEUE, requiredStatuses: value })),
      ),
    ).toEqual([]);
    const bad = [null, "ci", {}, [1], [null], [["a"]], 1];
    expect(
      await findOthers(
        400,
        "updateQueue",
        bad.map((value) => ({ ...QUEUE, requiredStatuses: value })),
      ),
    ).toEqual([]);
  });

  test("S-13: numbers that JSON can write and nobody can store are refused", async () => {
    const text = JSON.stringify({ ...QUEUE, concurrency: "NUMBER" });
    for (const number of ["1e999", "-0", "1e10", "0.1e0", "9007199254740993"]) {
      expect(await post("updateQueue", text.replace('"NUMBER"', number))).toBe(400);
    }
    // The same whole number in another spelling is the same number.
    expect(await post("updateQueue", text.replace('"NUMBER"', "2e1"))).toBe(200);
    expect(emulator.engine.tryFindQueue(QUEUE)?.settings.concurrency).toBe(20);
  });

  test("a request that is refused changes nothing, also if a part of it is right", async () => {
    const before = emulator.engine.tryFindQueue(QUEUE);
    await post("updateQueue", JSON.stringify({ ...QUEUE, batch: true, concurrency: 0 }));
    expect(emulator.engine.tryFindQueue(QUEUE)).toBe(before);
  });
});

describe("createQueue", () => {
  const fresh = { ...QUEUE, targetBranch: "fresh" };

  afterEach(() => {
    emulator.engine.apply({ type: "deleteQueue", identity: fresh });
  });

  test("takes mode and concurrency within their ranges", async () => {
    const bad = [
      ...BAD_INTEGERS.map((value) => ({ ...fresh, concurrency: value })),
      ...["", "PARALLEL", ...BAD_STRINGS].map((value) => ({ ...fresh, mode: value })),
    ];
    expect(await findOthers(400, "createQueue", bad)).toEqual([]);
    expect(
      await findOthers(200, "createQueue", [{ ...fresh, mode: "parallel", concurrency: 4_294_967_295 }]),
    ).toEqual([]);
  });

  test("takes no other setting, not even with a value that it may have", async () => {
    const values: [string, unknown][] = [
      ...INTEGERS.map((name): [string, unknown] => [name, 1]),
      ...BOOLEANS.map((name): [string, unknown] => [name, true]),
      ...Object.entries(ENUMS).map(([name, words]): [string, unknown] => [name, words[0]]),
      ["requiredStatuses", []],
    ];
    const others = values.filter(([name]) => name !== "mode" && name !== "concurrency");
    expect(others).toHaveLength(17);
    const bodies = others.map(([name, value]) => ({ ...fresh, [name]: value }));
    expect(await findOthers(400, "createQueue", bodies)).toEqual([]);
  });
});

describe("submitPullRequest and cancelPullRequest", () => {
  afterEach(() => {
    const queue = emulator.engine.tryFindQueue(QUEUE);
    for (const { number } of queue === undefined ? [] : [...listEnqueued(queue)]) {
      emulator.engine.apply({ type: "cancelPullRequest", identity: QUEUE, number });
    }
  });

  test.each([0, 1, 4_294_967_295])("pr.number may be %d", async (number) => {
    const body = JSON.stringify({ ...QUEUE, pr: { number } });
    expect([await post("submitPullRequest", body), await post("cancelPullRequest", body)]).toEqual([
      200, 200,
    ]);
  });

  test.each(["submitPullRequest", "cancelPullRequest"])("%s refuses every other pr", async (operation) => {
    const numbers = [-1, 0.5, 4_294_967_296, "1", null, true, []];
    const bad = [
      ...numbers.map((number) => ({ ...QUEUE, pr: { number } })),
      ...[null, 1, "1", [], {}, { number: 1, branch: "x" }].map((pr) => ({ ...QUEUE, pr })),
    ];
    expect(await findOthers(400, operation, bad)).toEqual([]);
  });

  test("priority takes whole numbers from 0, known words and null", async () => {
    const submit = (number: number, priority: unknown): object => ({ ...QUEUE, pr: { number }, priority });
    const good = [0, 1, 4_294_967_295, "low", null].map((priority, index) => submit(index, priority));
    expect(await findOthers(200, "submitPullRequest", good)).toEqual([]);
    const bad = [-1, 1.5, 4_294_967_296, true, [], {}, "no such word"].map((priority) => submit(9, priority));
    expect(await findOthers(400, "submitPullRequest", bad)).toEqual([]);
  });

  test("noBatch takes true and false and nothing else, and is shown", async () => {
    const bad = BAD_BOOLEANS.map((noBatch) => ({ ...QUEUE, pr: { number: 1 }, noBatch }));
    expect(await findOthers(400, "submitPullRequest", bad)).toEqual([]);
    await post("submitPullRequest", JSON.stringify({ ...QUEUE, pr: { number: 1 }, noBatch: true }));
    const queue = emulator.engine.tryFindQueue(QUEUE);
    expect(queue === undefined ? undefined : [...listEnqueued(queue)]).toMatchObject([{ noBatch: true }]);
  });
});
