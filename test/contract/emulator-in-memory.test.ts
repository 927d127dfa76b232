import { Deadline, SYSTEM_CLOCK } from "../../src/api/clock";
import type { EmulatorOptionsInput } from "../../src/emulator/emulator-options";
import type { Fault } from "../../src/emulator/faults";
import { SETTING_NAMES } from "../../src/queue/settings";
import { MemoryService } from "../conformance/support/memory-service";
import { capitalWords } from "../support/capital-words";
import {
  ANY_QUEUE,
  type ContractService,
  createContractClients,
  createEngineDriver,
} from "./contract-service";
import { describeContract } from "./describe-contract";

/** Creates clients of one interface, without a network. */
function connect(service: MemoryService, path: "/v1" | "/v2") {
  return createContractClients(`https://service.invalid${path}`, service.token, (request) =>
    service.send(request),
  );
}

function open(
  options: EmulatorOptionsInput,
  { faults = [], path = "/v1" }: { readonly faults?: readonly Fault[]; readonly path?: "/v1" | "/v2" } = {},
): Promise<ContractService> {
  const service = new MemoryService(options, { now: Date.now });
  service.setFaults(...faults);
  return Promise.resolve({
    ...ANY_QUEUE,
    ...connect(service, path),
    driver: createEngineDriver(service.engine, ANY_QUEUE.identity),
    close: () => Promise.resolve(),
  });
}

describeContract("the local service that answers as a live one", () => open({ answers: "live" }));

describeContract("the local service, with all words in upper case", () =>
  open({}, { faults: [capitalWords] }),
);

const CHOICES: EmulatorOptionsInput = {
  acknowledgements: "text",
  unknownFields: "ignore",
  testRunIds: "hide",
  inheritedStatuses: ["build"],
  inheritedStatusesSource: "service_config",
  newQueue: { mode: "parallel", concurrency: 20, commentsEnabled: false },
  switchingModes: { reads: 1 },
  statuses: {
    queue_exists: 409,
    queue_not_empty: 409,
    pull_request_not_tested: 409,
    body_invalid: 422,
    cursor_unknown: 410,
  },
};

describeContract("the local service with other choices", () => open(CHOICES));

// It does not list unready pull requests in the queue: in a parallel queue, those without targets.
const SINGLE: EmulatorOptionsInput = { ...CHOICES, newQueue: { ...CHOICES.newQueue, mode: "single" } };

describeContract("the second interface with other choices", () => open(SINGLE, { path: "/v2" }), {
  faceName: "second",
});

test("each interface shows the changes that were made through the other", async () => {
  const service = new MemoryService({}, { now: Date.now });
  const { identity } = ANY_QUEUE;
  const pr = { ...identity, pr: { number: 7 } };
  const options = { deadline: Deadline.after(30_000, SYSTEM_CLOCK) };
  const [first, second] = (["/v1", "/v2"] as const).map((path) => connect(service, path).client);
  if (first === undefined || second === undefined) throw new Error("There are two interfaces.");
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    await one.call("createQueue", { ...identity, mode: "parallel", concurrency: 3 }, options);
    await other.call("updateQueue", { ...identity, mergeMethod: "rebase", state: "paused" }, options);
    await one.call("submitPullRequest", { ...pr, priority: 42, noBatch: true }, options);
    await other.call("setImpactedTargets", { ...pr, impactedTargets: ["a"] }, options);
    const [here, there] = await Promise.all(
      [one, other].map((client) => client.call("getQueue", identity, options)),
    );
    expect(here).toMatchObject({ mode: "parallel", concurrency: 3, mergeMethod: "rebase", state: "paused" });
    // The first shows an empty list for a queue without its own list.
    const list = (queue = here) => SETTING_NAMES.map((name) => [name, queue?.[name] ?? []]);
    expect(list(there)).toEqual(list());
    const waiting = { prNumber: 7, priorityValue: 42, noBatch: true, id: expect.any(String) as string };
    expect([here, there].map((queue) => queue?.enqueuedPullRequests)).toMatchObject([[waiting], [waiting]]);
    expect(here?.enqueuedPullRequests?.[0]?.id).toBe(there?.enqueuedPullRequests?.[0]?.id);
    await other.call("cancelPullRequest", pr, options);
    const { state, readiness } = await one.call("getSubmittedPullRequest", pr, options);
    expect([state, readiness?.hasImpactedTargets]).toEqual(["cancelled", true]);
    await one.call("deleteQueue", identity, options);
    await expect(other.call("getQueue", identity, options)).rejects.toMatchObject({ code: "not_found" });
  }
});
