import fc from "fast-check";
import { onOperation } from "../../src/emulator/faults";
import { jsonResponse } from "../../src/emulator/http/delivery";
import { type OpenEmulator, startOpenEmulator } from "../../src/emulator/start-emulator";
import { TfNumber } from "../../src/plugin/tf-number";
import type { Value } from "../../src/plugin/value";
import { readData } from "../plugin/support/data-calls";
import type { Given } from "../plugin/support/encode-object";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { arbitraryLive } from "../provider/support/arbitrary-queue";
import { toPlainObject } from "../provider/support/queue-values";
import {
  configure,
  onBuiltProvider,
  provider,
  putQueue,
  recordOperations,
} from "./support/provider-under-test";

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

let side: TerraformSide;
let emulator: OpenEmulator;
onBuiltProvider();

beforeAll(async () => {
  emulator = await startOpenEmulator();
  side = await provider.start();
  await configure(side, emulator);
  putQueue(emulator);
});

afterEach(() => {
  emulator.setFaults();
});

afterAll(async () => {
  await emulator.close();
});

describe("the data sources of the built provider", () => {
  test("F-17: mergequeue_queue shows any response of a service, with one read and one list", async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const arbitraryBody = fc.record({ live: arbitraryLive, extra: fc.dictionary(fc.string(), json) });
    await fc.assert(
      fc.asyncProperty(arbitraryBody, async ({ live, extra }) => {
        const body = { ...prefixed(extra), ...live, branch: "main", enqueuedPullRequests: [] };
        emulator.setFaults(
          onOperation("getQueue", async () => ({ kind: "whole", answer: jsonResponse(200, body) })),
        );
        let shown: Awaited<ReturnType<typeof readData>> | undefined;
        const operations = await recordOperations(emulator, async () => {
          shown = await readData(side, "mergequeue_queue", CONFIGS["mergequeue_queue"] ?? {});
        });
        expect(operations).toEqual(["getQueue", "listPullRequests"]);
        expect(shown?.diagnostics).toEqual([]);
        const plain = toPlainObject(shown?.state ?? new Map());
        expect(plain["merge_method"]).toEqual(live.mergeMethod ?? null);
        expect(plain["concurrency"] ?? null).toEqual(toShown(live.concurrency));
        expect(plain["additional_settings"] === null).toBe(Object.keys(extra).length === 0);
      }),
      { numRuns: 30 },
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
