import fc from "fast-check";
import { jsonResponse } from "../../src/emulator/http/service-response";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { TfNumber } from "../../src/plugin/values/tf-number";
import { UNKNOWN, type Value } from "../../src/plugin/values/value";
import {
  formatAttribute,
  type Given,
  listErrors,
  type TerraformSide,
} from "../plugin/support/terraform-side";
import { arbitraryLive } from "../provider/support/arbitrary-queue";
import { toPlainObject } from "../provider/support/queue-values";
import { capitalWords } from "../support/capital-words";
import { BuiltProvider, configure, putQueue, recordOperations } from "./support/provider-under-test";

const REPO: Value = new Map([
  ["host", "github.com"],
  ["owner", "acme"],
  ["name", "web"],
]);

/** The arguments of each data source in these tests. */
const CONFIGS: Readonly<Record<string, Given>> = {
  mergequeue_queue: { repo: REPO, target_branch: "main" },
  mergequeue_pull_request: { repo: REPO, target_branch: "main", number: TfNumber.of(7) },
  mergequeue_pull_requests: { repo: REPO, target_branch: "main" },
  mergequeue_test_run: { repo: REPO, target_branch: "main", test_run_id: "none" },
  mergequeue_metrics: {},
};

let provider: BuiltProvider;
let side: TerraformSide;
let emulator: OpenEmulator;

beforeAll(async () => {
  provider = await BuiltProvider.layOut();
  emulator = await startOpenEmulator();
  side = await provider.start();
  await configure(side, emulator);
  putQueue(emulator);
});

afterEach(() => {
  emulator.setFaults();
});

afterAll(async () => {
  await provider.remove();
  await emulator.close();
});

describe("the data sources of the built provider", () => {
  test("are the five of the public contract", () => {
    expect([...side.dataSourceSchemas.keys()].sort()).toEqual(Object.keys(CONFIGS).sort());
  });

  test.each(Object.keys(CONFIGS))("C-01: %s is validated without a token", async (typeName) => {
    const offline = await provider.start();
    expect(await offline.validateData(typeName, CONFIGS[typeName] ?? {})).toEqual([]);
  });

  test.each(Object.entries(CONFIGS))("C-20: unknown values of %s are valid", async (typeName, given) => {
    for (const name of Object.keys(given)) {
      expect(await side.validateData(typeName, { ...given, [name]: UNKNOWN })).toEqual([]);
    }
    const nothing = Object.fromEntries(Object.keys(given).map((name) => [name, UNKNOWN]));
    expect(await side.validateData(typeName, nothing)).toEqual([]);
  });

  test.each(["mergequeue_pull_request", "mergequeue_test_run"])(
    "F-16: a missing subject of %s is one error with a path, and no state",
    async (typeName) => {
      const { state, diagnostics } = await side.readData(typeName, CONFIGS[typeName] ?? {});
      expect(state).toBeNull();
      expect(listErrors(diagnostics)).toHaveLength(1);
      expect(["number", "test_run_id"]).toContain(formatAttribute(diagnostics[0]));
    },
  );

  test("F-18: words that the service sends in capitals are in lower case in every data source", async () => {
    const identity = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch: "main" };
    const submit = {
      type: "submitPullRequest",
      identity,
      number: 7,
      priority: undefined,
      noBatch: false,
    } as const;
    expect(emulator.engine.apply(submit).kind).not.toBe("refused");
    const names = ["mergequeue_queue", "mergequeue_pull_request", "mergequeue_pull_requests"];
    const read = async () => Promise.all(names.map(async (name) => side.readData(name, CONFIGS[name] ?? {})));
    const plain = await read();
    emulator.setFaults(capitalWords);
    const shouted = await read();
    expect(JSON.stringify(shouted.map(({ state }) => state && toPlainObject(state)))).not.toMatch(
      /"[A-Z_]{4,}"/,
    );
    expect(shouted).toEqual(plain);
    emulator.engine.apply({ type: "cancelPullRequest", identity, number: 7 });
  });

  test("C-70: an address that is not known yet is an error when it is needed", async () => {
    const early = await provider.start();
    expect(await early.configure({ base_url: UNKNOWN, token: "mqtest_0123456789abcdef" })).toEqual([]);
    for (const [typeName, given] of Object.entries(CONFIGS)) {
      const { diagnostics } = await early.readData(typeName, given);
      expect(listErrors(diagnostics)).toEqual([
        expect.stringContaining("Provider configuration not known yet"),
      ]);
    }
  });

  test("F-17: mergequeue_queue shows any response of a service, with one call", async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const arbitraryBody = fc.record({ live: arbitraryLive, extra: fc.dictionary(fc.string(), json) });
    await fc.assert(
      fc.asyncProperty(arbitraryBody, async ({ live, extra }) => {
        const body = { ...prefixed(extra), ...live, branch: "main", enqueuedPullRequests: [] };
        emulator.setFaults(async () => ({ kind: "whole", answer: jsonResponse(200, body) }));
        let shown: Awaited<ReturnType<TerraformSide["readData"]>> | undefined;
        const operations = await recordOperations(emulator, async () => {
          shown = await side.readData("mergequeue_queue", CONFIGS["mergequeue_queue"] ?? {});
        });
        expect(operations).toEqual(["getQueue"]);
        expect(shown?.diagnostics).toEqual([]);
        const plain = toPlainObject(shown?.state ?? new Map());
        expect(plain["merge_method"]).toEqual(live.mergeMethod ?? null);
        expect(plain["concurrency"] ?? null).toEqual(toShown(live.concurrency));
        expect(plain["additional_settings"] === null).toBe(Object.keys(extra).length === 0);
      }),
      { numRuns: 100 },
    );
  });
});

/** Gives fields names that no setting has. */
function prefixed(fields: { readonly [name: string]: unknown }): { readonly [name: string]: unknown } {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`x_${name}`, value]));
}

/** What a number is shown as: a fraction as its text. */
function toShown(value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? String(value) : (value ?? null);
}
