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
import type { ObjectValue } from "../../src/plugin/value";
import { config, type Plain, toPlainObject } from "../provider/support/queue-values";
import { CoreResource } from "./support/core-resource";
import { MemoryService } from "./support/memory-service";
import { QUEUE, QUEUE_TYPE } from "./support/provider-under-test";
import { SessionProvider } from "./support/session-provider";

const ID = "github.com/acme/web/main";
const FIRST = { concurrency: 3, merge_method: "rebase", required_statuses: ["ci"] };
const SECOND = { concurrency: 4, merge_method: "merge_commit" };

let service: MemoryService;
let provider: SessionProvider;
let resource: CoreResource;

beforeEach(async () => {
  service = new MemoryService({ inheritedStatuses: ["inherited"] });
  provider = await SessionProvider.start(service);
  resource = new CoreResource(provider.side, QUEUE_TYPE);
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
        rewriteRequest((body) => ({ ...(body as object), mergeMethod: "squash" })),
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
async function run(wanted: ObjectValue | null): Promise<readonly string[]> {
  // Every command of Terraform's configures its provider, which knows nothing of the command before.
  await provider.side.configure({});
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
async function recover(wanted: ObjectValue | null): Promise<void> {
  const errors = await run(wanted);
  if (errors.length > 0) {
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/import \{.*mergequeue_queue/s);
    expect(errors[0]).toContain(ID);
    expect(resource.exists).toBe(false);
    expect(await resource.import(ID)).toEqual([]);
    expect(await run(wanted)).toEqual([]);
  }
  await resource.refresh();
  await expect(resource.plan(wanted)).resolves.toMatchObject({ action: "no-op" });
}

/** Expects the queue to be as configured. */
function expectQueue(attributes: { readonly [name: string]: Plain }): void {
  const { settings, requiredStatuses } = service.engine.tryFindQueue(QUEUE) ?? {};
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
  test.each([
    ["create makes the queue, or says to import it", null, FIRST],
    ["update leads to the configured settings", FIRST, SECOND],
    ["destroy leaves no queue", FIRST, null],
  ])("I-5: a repeated %s", async (_title, before, after) => {
    const wanted = after && config(after);
    if (before !== null) expect(await run(config(before))).toEqual([]);
    service.setFaults(makeFault());
    expect((await run(wanted)).length).toBeLessThanOrEqual(1);
    service.setFaults();
    await recover(wanted);
    if (after !== null) expectQueue(after);
    else expect([resource.exists, service.engine.tryFindQueue(QUEUE)]).toEqual([false, undefined]);
  });
});
