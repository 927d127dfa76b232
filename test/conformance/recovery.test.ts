import {
  dropAfterCommit,
  dropBeforeCommit,
  type Fault,
  fail,
  firstTimes,
  onOperation,
  rewriteRequest,
  truncate,
} from "../../src/emulator/faults";
import type { ObjectValue } from "../../src/plugin/values/value";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import { CoreResource } from "./support/core-resource";
import {
  BuiltProvider,
  configure,
  QUEUE,
  QUEUE_TYPE,
  type Stage,
  startStage,
} from "./support/provider-under-test";

const ID = "github.com/acme/web/main";
// Lasting faults end after this time.
const TIMEOUTS = { create: "1s", read: "1s", update: "1s", delete: "1s" };
const FIRST = { concurrency: 3, merge_method: "squash", required_statuses: ["ci"], timeouts: TIMEOUTS };
const SECOND = { concurrency: 4, merge_method: "rebase", timeouts: TIMEOUTS };

let provider: BuiltProvider;
let stage: Stage;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  stage = await startStage(provider, { inheritedStatuses: ["inherited"] });
});

afterEach(() => {
  stage.emulator.setFaults();
  stage.emulator.engine.apply({ type: "deleteQueue", identity: QUEUE });
});

afterAll(async () => {
  await provider.remove();
  await stage.emulator.close();
});

const WRITES = ["createQueue", "updateQueue", "deleteQueue"] as const;
const LOGIN_PAGE = fail(200, { body: "<html>Log in</html>", headers: { "content-type": "text/html" } });

/** Faults while a command runs; each is gone when the same command runs again. */
const FAULTS: readonly (readonly [name: string, makeFault: () => Fault])[] = [
  ["every response is lost before the commit", () => dropBeforeCommit],
  ["every response to a write is lost after the commit", () => onOperation(WRITES, dropAfterCommit)],
  ["one response is lost after the commit", () => firstTimes(1, onOperation(WRITES, dropAfterCommit))],
  ["every response is cut off", () => truncate(5)],
  ["every response to a write is cut off", () => onOperation(WRITES, truncate(5, false))],
  ["the service is out of order", () => fail(503)],
  ["writes are out of order", () => onOperation(WRITES, fail(500))],
  ["writes return 500 after the commit", () => onOperation(WRITES, fail(500, { commits: true }))],
  ["updates are out of order", () => onOperation("updateQueue", fail(500))],
  ["updates are refused", () => onOperation("updateQueue", fail(400))],
  ["updates and deletes are refused", () => onOperation(["updateQueue", "deleteQueue"], fail(400))],
  ["all writes are refused", () => onOperation(WRITES, fail(400))],
  ["updates fail after the commit, and reads fail", () => failAfterUpdate()],
  ["there are too many requests", () => fail(429)],
  ["the token is refused", () => fail(401)],
  ["the token is refused for writes", () => onOperation(WRITES, fail(403))],
  ["a login page stands in place of the service", () => LOGIN_PAGE],
  ["writes return a login page", () => onOperation(WRITES, LOGIN_PAGE)],
  ["the service redirects", () => fail(302, { headers: { location: "https://example.org/v1" } })],
  [
    "the service stores something else",
    () =>
      onOperation(
        "updateQueue",
        rewriteRequest((body) => ({ ...(body as object), mergeMethod: "merge_commit" })),
      ),
  ],
];

/** Everything fails from the first update on, although the update takes effect. */
function failAfterUpdate(): Fault {
  let isBroken = false;
  return (request, next) => {
    isBroken ||= request.operation === "updateQueue";
    return isBroken ? fail(500, { commits: request.operation === "updateQueue" })(request, next) : next();
  };
}

/** Refreshes, plans and applies, as one command does. @returns the errors */
async function run(resource: CoreResource, wanted: ObjectValue | null): Promise<readonly string[]> {
  // Every command of Terraform's configures its provider, which knows nothing of the command before.
  await configure(stage.side, stage.emulator);
  try {
    await resource.refresh();
    return await resource.apply(await resource.plan(wanted), wanted);
  } catch (error) {
    // Errors of a refresh or plan; what core would not accept is thrown too, and must not count as these.
    const failed = /^The (?:read|plan|destroy plan) failed:\n- (.*)$/s.exec((error as Error).message);
    if (failed?.[1] === undefined) throw error;
    return failed[1].split("\n- ");
  }
}

/** Runs the same command again, and does what its message says if it stops. */
async function recover(resource: CoreResource, wanted: ObjectValue | null): Promise<void> {
  const errors = await run(resource, wanted);
  if (errors.length > 0) {
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/import \{.*mergequeue_queue/s);
    expect(errors[0]).toContain(ID);
    expect(resource.exists).toBe(false);
    expect(await resource.import(ID)).toEqual([]);
    expect(await run(resource, wanted)).toEqual([]);
  }
  await resource.refresh();
  await expect(resource.plan(wanted)).resolves.toMatchObject({ action: "no-op" });
}

/** Expects the queue to be as configured. */
function expectQueue(attributes: { readonly [name: string]: Plain }, resource: CoreResource): void {
  const { settings, requiredStatuses } = stage.emulator.engine.tryFindQueue(QUEUE) ?? {};
  const { concurrency, merge_method: mergeMethod, required_statuses: statuses } = attributes;
  expect(settings).toMatchObject({ concurrency, mergeMethod });
  expect(requiredStatuses).toEqual(statuses);
  expect(toPlainObject(resource.state ?? new Map())).toMatchObject({
    concurrency,
    merge_method: mergeMethod,
  });
  expect(resource.isTainted).toBe(false);
}

describe.each(FAULTS)("after a command during which %s", (_, makeFault) => {
  test("I-5: a repeated create makes the queue, or says to import it", async () => {
    const resource = stage.createResource();
    stage.emulator.setFaults(makeFault());
    const errors = await run(resource, config(FIRST));
    expect(errors.length).toBeLessThanOrEqual(1);
    stage.emulator.setFaults();
    await recover(resource, config(FIRST));
    expectQueue(FIRST, resource);
  });

  test("I-5: a repeated update leads to the configured settings", async () => {
    const resource = stage.createResource();
    expect(await run(resource, config(FIRST))).toEqual([]);
    stage.emulator.setFaults(makeFault());
    const errors = await run(resource, config(SECOND));
    expect(errors.length).toBeLessThanOrEqual(1);
    stage.emulator.setFaults();
    await recover(resource, config(SECOND));
    expectQueue(SECOND, resource);
  });

  test("I-5: a repeated destroy leaves no queue", async () => {
    const resource = stage.createResource();
    expect(await run(resource, config(FIRST))).toEqual([]);
    stage.emulator.setFaults(makeFault());
    const errors = await run(resource, null);
    expect(errors.length).toBeLessThanOrEqual(1);
    stage.emulator.setFaults();
    await recover(resource, null);
    expect(resource.exists).toBe(false);
    expect(stage.emulator.findQueue(QUEUE)).toBeUndefined();
  });
});

describe("after a command during which the provider was killed", () => {
  test.each(["createQueue", "updateQueue"] as const)(
    "I-5: at %s, a repeated create makes the queue, or says to import it",
    async (operation) => {
      const side = await provider.start();
      await configure(side, stage.emulator);
      const doomed = new CoreResource(side, QUEUE_TYPE);
      stage.emulator.setFaults(
        onOperation(operation, async (_request, next) => {
          side.process.child.kill("SIGKILL");
          await side.process.exited;
          return next();
        }),
      );
      await expect(run(doomed, config(FIRST))).rejects.toMatchObject({ code: expect.any(Number) as number });
      stage.emulator.setFaults();
      const resource = stage.createResource();
      await recover(resource, config(FIRST));
      expectQueue(FIRST, resource);
    },
  );
});
