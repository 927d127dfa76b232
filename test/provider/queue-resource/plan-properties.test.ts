import fc from "fast-check";
import { isWhollyKnown, type ObjectValue } from "../../../src/plugin/value";
import { getIdentity } from "../../../src/provider/argument-values";
import { planCreate, planUpdate } from "../../../src/provider/queue-resource/plan-queue";
import { validateQueue } from "../../../src/provider/queue-resource/queue-resource";
import { collectAdditionalSettings } from "../../../src/provider/queue-resource/values/additional-values";
import {
  collectSettings,
  fillUnknown,
  toImportedState,
  withLiveQueue,
} from "../../../src/provider/queue-resource/values/setting-values";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { isSameQueue } from "../../../src/queue/queue-identity";
import type { QueueRecord } from "../../../src/queue/settings";
import { assertApplyConsistent } from "../../plugin/support/assert-apply-consistent";
import { assertPlanValid } from "../../plugin/support/assert-plan-valid";
import { arbitraryConfig, arbitraryLive, arbitraryPartlyUnknown } from "../support/arbitrary-queue";
import { config } from "../support/queue-values";

const arbitraryRemembered = fc.record({
  managesRequiredStatuses: fc.boolean(),
  ownStatuses: fc.option(fc.constantFrom<readonly string[]>([], ["ci/build"]), { nil: undefined }),
  isImported: fc.boolean(),
});

/** What an honest service shows after it was sent a configuration. */
function obey(live: QueueRecord, wanted: ObjectValue): QueueRecord {
  return { ...live, ...collectSettings(wanted) };
}

/** A state as a create and the reads after it leave it. */
function applyCreate(wanted: ObjectValue, live: QueueRecord): ObjectValue {
  return fillUnknown(planCreate(wanted).planned, obey(live, wanted), null);
}

describe("a plan", () => {
  test("C-30, C-31: of a create is valid for any configured and unknown values", () => {
    fc.assert(
      fc.property(arbitraryPartlyUnknown, (wanted) => {
        assertPlanValid(QUEUE_SCHEMA, null, wanted, planCreate(wanted).planned);
      }),
    );
  });

  test("C-30, C-31: of an update is valid, whatever was there and is remembered", () => {
    fc.assert(
      fc.property(
        arbitraryPartlyUnknown,
        arbitraryConfig,
        arbitraryLive,
        arbitraryRemembered,
        (wanted, before, live, remembered) => {
          const prior = applyCreate(before, live);
          const { planned } = planUpdate(wanted, prior, remembered);
          assertPlanValid(QUEUE_SCHEMA, prior, wanted, planned);
        },
      ),
    );
  });

  test("C-32, C-51: the result of a create matches its plan and leaves nothing unknown", () => {
    fc.assert(
      fc.property(arbitraryConfig, arbitraryLive, (wanted, live) => {
        assertApplyConsistent(QUEUE_SCHEMA, planCreate(wanted).planned, applyCreate(wanted, live));
      }),
    );
  });

  test("C-40: of a queue that was just created is empty", () => {
    fc.assert(
      fc.property(arbitraryConfig, arbitraryLive, (wanted, live) => {
        const stored = obey(live, wanted);
        const fields = Object.fromEntries(collectAdditionalSettings(wanted));
        const state = withLiveQueue(applyCreate(wanted, live), stored, fields);
        const managesRequiredStatuses = collectSettings(wanted).requiredStatuses !== undefined;
        const plan = planUpdate(wanted, state, { managesRequiredStatuses });
        expect(plan).toEqual({
          planned: state,
          requiresReplace: [],
          releasesRequiredStatuses: false,
          keepsRequiredStatuses: false,
        });
      }),
    );
  });

  test("C-32, C-40: of a queue that was just updated is empty, and the update did what was planned", () => {
    fc.assert(
      fc.property(
        arbitraryConfig,
        arbitraryConfig,
        arbitraryLive,
        arbitraryLive,
        arbitraryRemembered,
        (before, given, liveBefore, liveAfter, remembered) => {
          const prior = applyCreate(before, liveBefore);
          const identity = ["repo", "target_branch"].map((name) => [name, before.get(name) ?? null] as const);
          const wanted = new Map([...given, ...identity]);
          const { planned } = planUpdate(wanted, prior, remembered);
          const applied = fillUnknown(planned, liveAfter, prior);
          assertApplyConsistent(QUEUE_SCHEMA, planned, applied);
          const managesRequiredStatuses = collectSettings(wanted).requiredStatuses !== undefined;
          expect(planUpdate(wanted, applied, { managesRequiredStatuses }).planned).toEqual(applied);
        },
      ),
    );
  });

  test("C-33: replaces exactly if the identity means another queue", () => {
    fc.assert(
      fc.property(arbitraryConfig, arbitraryConfig, arbitraryLive, (before, wanted, live) => {
        const prior = applyCreate(before, live);
        const { planned, requiresReplace } = planUpdate(wanted, prior, { managesRequiredStatuses: false });
        expect(requiresReplace.length > 0).toBe(!isSameQueue(getIdentity(before), getIdentity(wanted)));
        expect(isWhollyKnown(planned.get("id") ?? null)).toBe(requiresReplace.length === 0);
      }),
    );
  });
});

describe("an import", () => {
  test("C-22, K-6b: whatever the service shows, the stored values are valid and plan clean", () => {
    fc.assert(
      fc.property(arbitraryLive, (live) => {
        const imported = toImportedState(config({ id: "github.com/acme/web/main" }), live);
        const generated = new Map([...imported, ["id", null] as const]);
        expect(validateQueue(generated)).toEqual([]);
        expect(imported.get("state")).toBeNull();
        expect(planUpdate(generated, imported, { managesRequiredStatuses: false }).planned).toEqual(imported);
      }),
    );
  });

  test("C-67: the reads after it store values as given, and the plan remains empty", () => {
    fc.assert(
      fc.property(arbitraryLive, (live) => {
        const imported = toImportedState(config({ id: "github.com/acme/web/main" }), live);
        const read = withLiveQueue(imported, live);
        const generated = new Map([...imported, ["id", null] as const]);
        expect(planUpdate(generated, read, { managesRequiredStatuses: false }).planned).toEqual(read);
        expect(withLiveQueue(read, live)).toEqual(read);
      }),
    );
  });
});
