import { type Fault, holdUntil, onOperation } from "../../src/emulator/faults";
import type { ObjectValue } from "../../src/plugin/value";
import { listErrors } from "../plugin/support/terraform-side";
import { config, type Plain, state } from "../provider/support/queue-values";
import { createGate, type Gate } from "../support/create-gate";
import { waitFor } from "../support/wait-for";
import type { CoreResource } from "./support/core-resource";
import {
  onBuiltProvider,
  provider,
  putQueue,
  QUEUE_TYPE,
  type Stage,
  startStage,
} from "./support/provider-under-test";

/** As many as Terraform runs at once. */
const PARALLELISM = 10;

let stage: Stage;
let gate: Gate;
let hold: Fault;

onBuiltProvider();

beforeEach(async () => {
  // A provider's process cannot be used after a stop, so each test starts its own.
  stage = await startStage(provider);
  gate = createGate();
  hold = holdUntil(gate.opened);
});

afterEach(async () => {
  gate.open();
  await stage.emulator.close();
});

interface Creation {
  readonly resource: CoreResource;
  readonly wanted: ObjectValue;
  readonly errors: Promise<readonly string[]>;
}

/** Starts to create as many queues as Terraform does at once. */
async function startCreations(): Promise<readonly Creation[]> {
  const branches = Array.from({ length: PARALLELISM }, (_, index) => `branch-${index}`);
  const planned = await Promise.all(
    branches.map(async (target_branch) => {
      const wanted = config({ target_branch, concurrency: 3, merge_method: "rebase" });
      const resource = stage.createResource();
      return { resource, wanted, change: await resource.plan(wanted) };
    }),
  );
  return planned.map(({ resource, wanted, change }) => ({
    resource,
    wanted,
    errors: resource.apply(change, wanted),
  }));
}

function count(operation: string): number {
  return stage.emulator.requests.filter((request) => request.operation === operation).length;
}

describe("an interrupt", () => {
  test("C-05, C-74, C-75: during ten creates, a stop returns at once, and all creates finish", async () => {
    stage.emulator.setFaults(onOperation("createQueue", hold));
    const creations = await startCreations();
    await waitFor(() => count("createQueue") === PARALLELISM, "ten creates at once");

    await stage.side.stop();
    gate.open();

    await expect(Promise.all(creations.map(({ errors }) => errors))).resolves.toEqual(
      Array.from({ length: PARALLELISM }, () => []),
    );
    expect(stage.emulator.listQueues()).toHaveLength(PARALLELISM);
    expect(count("createQueue")).toBe(PARALLELISM);
    for (const { resource, wanted } of creations) {
      expect(resource.isTainted).toBe(false);
      await expect(resource.plan(wanted)).resolves.toMatchObject({ action: "no-op" });
    }
  });
});

describe("the timeouts of a queue", () => {
  // A request may take 30 seconds by itself, and an operation minutes: only the timeouts end these in time.
  const timeouts = { create: "1s", read: "1s", update: "1s", delete: "1s" };
  const SLOW = expect.stringMatching(/too long|unknown|not reachable|failed/i) as unknown;

  function stored(attributes: { readonly [name: string]: Plain } = {}): ObjectValue {
    return state({ timeouts, ...attributes });
  }

  test("C-73: end every operation on a service that accepts requests and never responds", async () => {
    putQueue(stage.emulator);
    stage.emulator.setFaults(hold);
    const created = config({ timeouts, target_branch: "new" });
    const [read, create, update, remove] = await Promise.all([
      stage.side.read(QUEUE_TYPE, stored()),
      stage.side.apply(QUEUE_TYPE, { planned: stored({ target_branch: "new" }), config: created }),
      stage.side.apply(QUEUE_TYPE, {
        prior: stored(),
        planned: stored({ concurrency: 3 }),
        config: config({ timeouts, concurrency: 3 }),
      }),
      stage.side.apply(QUEUE_TYPE, { prior: stored({ id: "x" }), planned: null, config: null }),
    ]);
    for (const { diagnostics } of [read, create, update, remove])
      expect(listErrors(diagnostics)).toEqual([SLOW]);
    expect(read.state).toEqual(stored());
    expect(create.state).toBeNull();
    expect(update.state).toEqual(stored());
    expect(remove.state).toEqual(stored({ id: "x" }));
  });
});
