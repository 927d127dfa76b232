import fc from "fast-check";
import { type DescribeOptions, describeQueue } from "../../../src/cli/export/describe-queue";
import { groupQueues } from "../../../src/cli/export/group-queues";
import { nameQueues } from "../../../src/cli/export/name-queues";
import { printTypeScript } from "../../../src/cli/export/typescript/print-typescript";
import { validateAdditionalSettings } from "../../../src/queue/additional-settings";
import { toIdentityKey } from "../../../src/queue/queue-identity";
import { validateSettings } from "../../../src/queue/validate-settings";
import { findStrictChanges, type ShownQueue } from "../../../src/reconcile/find-wanted-changes";
import { arbitraryIdentities, arbitraryShownQueue } from "../support/arbitrary-export";
import { synthExported } from "../support/synth-exported";

const EVERYTHING: DescribeOptions = { requiredStatuses: true, additionalSettings: true };

/** Lists the settings that could be requested as they are; the state is an operator's. */
function listRequestable({ settings }: ShownQueue): string[] {
  return Object.entries(settings)
    .filter(([name, value]) => name !== "state" && validateSettings({ [name]: value }).length === 0)
    .filter(([name]) => !/^batchingM/.test(name) || settings.batch !== undefined)
    .map(([name]) => name);
}

function listAdditional({ additionalFields }: ShownQueue): string[] {
  return (
    Object.entries(additionalFields)
      .filter(([, value]) => value !== null)
      // Keys are data, and nothing can stand for a part of them.
      .filter(([name, value]) => !/TfToken\[[^"]*":/.test(JSON.stringify({ [name]: value })))
      .filter(([name, value]) => validateAdditionalSettings(new Map([[name, value as never]])).length === 0)
      .map(([name]) => name)
  );
}

describe("exported TypeScript, synthesized", () => {
  test("S-16: it declares the same queues, everything that can be requested, and nothing that differs", async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryIdentities(),
        fc.array(arbitraryShownQueue(), { minLength: 6, maxLength: 6 }),
        // Some are equal, and are written as one.
        fc.integer({ min: 1, max: 6 }),
        fc.constantFrom(EVERYTHING, { ...EVERYTHING, baseline: { settings: {}, additionalFields: {} } }),
        async (identities, shown, kinds, options) => {
          const names = nameQueues(identities);
          const queues = identities.map((identity, index) =>
            describeQueue(names[index] ?? "", identity, shown[index % kinds] as ShownQueue, options),
          );
          const declared = await synthExported(printTypeScript(groupQueues(queues), undefined, "cdktf"));
          expect(declared).toHaveLength(identities.length);
          for (const [index, identity] of identities.entries()) {
            const queue = declared.find((one) => one.address === `mergequeue_queue.${names[index] ?? ""}`);
            if (queue === undefined) throw new Error("the queue has another address");
            const live = shown[index % kinds] as ShownQueue;
            expect(toIdentityKey(queue.identity)).toBe(toIdentityKey(identity));
            expect(findStrictChanges(live, queue.wanted)).toEqual([]);
            expect(Object.keys(queue.wanted.settings).sort()).toEqual(listRequestable(live).sort());
            expect([...(queue.wanted.additionalSettings?.keys() ?? [])].sort()).toEqual(
              listAdditional(live).sort(),
            );
          }
        },
      ),
      { numRuns: 10, endOnFailure: true },
    );
  });
});
