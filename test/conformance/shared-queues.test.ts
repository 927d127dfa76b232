import fc from "fast-check";
import { encodeValue } from "../../src/plugin/msgpack-codec";
import { toObjectType } from "../../src/plugin/to-object-type";
import type { ObjectValue } from "../../src/plugin/value";
import { call } from "../plugin/support/connect";
import { ProviderService } from "../plugin/support/services";
import type { TerraformSide } from "../plugin/support/terraform-side";
import { config } from "../provider/support/queue-values";
import { shareIn } from "../provider/support/share-in";
import { makeScratch } from "../support/make-scratch";
import { MemoryService } from "./support/memory-service";
import { QUEUE_TYPE } from "./support/provider-under-test";
import { SessionProvider } from "./support/session-provider";

/** What a plan does with an object of the state, or with a resource that has none. */
type Fate = "keep" | "destroy" | "replace" | "create" | "refresh only";

interface Planned {
  readonly branch: string;
  readonly fate: Fate;
}

/** An object as Terraform stores it. */
interface Stored {
  readonly state: ObjectValue;
  readonly private: Buffer;
}

interface Found {
  readonly severity: "error" | "warning";
  readonly summary: string;
}

const ABOUT_OBJECTS =
  /^(Queue is in the state more than once|Queue would be deleted and kept|Queue declared by)/;
const NO_BYTES: Buffer = Buffer.alloc(0);

let side: TerraformSide;
/** A provider for each of two provider configurations. */
let sides: readonly [TerraformSide, TerraformSide];
let directory: string;
/** Two objects of one queue, and one of another. */
let objects: readonly [Stored, Stored, Stored];

beforeAll(async () => {
  const service = new MemoryService({});
  for (const targetBranch of ["a", "b"]) {
    const identity = { repo: { host: "github.com", owner: "acme", name: "web" }, targetBranch };
    service.engine.apply({ type: "createQueue", identity, settings: {} });
  }
  ({ side } = await SessionProvider.start(service));
  const share = () => shareIn(directory);
  const [one, two] = [
    await SessionProvider.start(service, share),
    await SessionProvider.start(service, share),
  ];
  sides = [one.side, two.side];
  await side.configure({});
  objects = [await importQueue("a"), await importQueue("a"), await importQueue("b")];
});

async function importQueue(branch: string): Promise<Stored> {
  const [stub] = await side.import(QUEUE_TYPE, `github.com/acme/web/${branch}`);
  const read = await side.read(QUEUE_TYPE, stub?.state ?? new Map(), stub?.private);
  return { state: read.state ?? new Map(), private: read.private };
}

/** The calls of one object or resource in a plan, in Terraform's order; those of others may come between. */
function* planObject(
  { branch, fate }: Planned,
  {
    stored,
    isRefreshed,
    isLegacy,
    at = side,
  }: { stored: Stored | undefined; isRefreshed: boolean; isLegacy: boolean; at?: TerraformSide },
): Generator<() => Promise<readonly { severity: number; summary: string }[]>> {
  const wanted = config({ target_branch: branch, on_existing: "adopt" });
  const schema = side.findSchema(QUEUE_TYPE);
  const validate = async () => {
    const bytes = Buffer.from(encodeValue(wanted, toObjectType(schema.attributes)));
    const request = { typeName: QUEUE_TYPE, config: { msgpack: bytes, json: NO_BYTES } };
    return (await call(at.client, ProviderService.validateResourceConfig, request)).diagnostics;
  };
  if (stored === undefined) {
    yield validate;
    yield async () => (await at.plan(QUEUE_TYPE, { config: wanted })).diagnostics;
    return;
  }
  const { state } = stored;
  let remembered = isLegacy ? Buffer.from('{"managesRequiredStatuses":true}') : stored.private;
  if (isRefreshed) {
    yield async () => {
      const read = await at.read(QUEUE_TYPE, state, remembered);
      remembered = read.private;
      return read.diagnostics;
    };
  }
  if (fate === "refresh only") return;
  if (fate === "destroy") {
    yield async () =>
      (await at.plan(QUEUE_TYPE, { prior: state, config: null, priorPrivate: remembered })).diagnostics;
    return;
  }
  yield validate;
  let plannedPrivate = NO_BYTES;
  yield async () => {
    const plan = await at.plan(QUEUE_TYPE, { prior: state, config: wanted, priorPrivate: remembered });
    ({ plannedPrivate } = plan);
    return plan.diagnostics;
  };
  if (fate !== "replace") return;
  yield async () => (await at.plan(QUEUE_TYPE, { config: wanted, priorPrivate: plannedPrivate })).diagnostics;
}

/** Makes several objects' calls in an order that numbers choose, and returns what was found about objects. */
async function interleave(
  calls: readonly ReturnType<typeof planObject>[],
  choices: readonly number[],
): Promise<Found[]> {
  const found: Found[] = [];
  const open = [...calls];
  for (let turn = 0; open.length > 0; turn += 1) {
    const index = (choices[turn % choices.length] ?? 0) % open.length;
    const next = open[index]?.next();
    if (next?.done !== false) {
      open.splice(index, 1);
      continue;
    }
    for (const { severity, summary } of await next.value()) {
      if (ABOUT_OBJECTS.test(summary))
        found.push({ severity: severity === 1 ? "error" : "warning", summary });
    }
  }
  return found;
}

const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 20 });
const fateOfObject = fc.constantFrom<Fate>("keep", "destroy", "replace", "refresh only");

describe("objects of a state that are one queue", () => {
  test("F-13b: two are named once in every plan, and are an error exactly if one deletes what the other keeps, in any order of calls", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fateOfObject, fateOfObject),
        fc.record({ isRefreshed: fc.boolean(), isLegacy: fc.boolean() }),
        choices,
        async (fates, { isRefreshed, isLegacy }, order) => {
          // Without a refresh nothing tells objects of version 1.3 apart; a refresh-only plan refreshes.
          fc.pre(isRefreshed || (!isLegacy && !fates.includes("refresh only")));
          const stored = [objects[0], objects[1]];
          await side.configure({});
          const calls = fates.map((fate, index) =>
            planObject({ branch: "a", fate }, { stored: stored[index], isRefreshed, isLegacy }),
          );
          const found = await interleave(calls, order);
          const errors = found.filter(({ severity }) => severity === "error");
          const isDeleted = fates.includes("destroy") || fates.includes("replace");
          // A forced replacement is first planned like an object that is kept.
          const isKept = fates.includes("keep") || fates.includes("replace");
          if (isDeleted && fates.includes("keep")) expect(errors).not.toEqual([]);
          if (!isDeleted || !isKept) {
            expect(errors).toEqual([]);
            expect(found).toEqual([
              { severity: "warning", summary: "Queue is in the state more than once: github.com/acme/web/a" },
            ]);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("F-48: so it is with two provider configurations, and if one deletes or keeps what the other adopts", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fateOfObject, fc.oneof(fateOfObject, fc.constant<Fate>("create"))),
        fc.record({ isRefreshed: fc.boolean(), isLegacy: fc.boolean() }),
        choices,
        async (fates, { isRefreshed, isLegacy }, order) => {
          fc.pre(isRefreshed || !fates.includes("refresh only"));
          directory = makeScratch();
          await Promise.all(sides.map((at) => at.configure({})));
          const calls = fates.map((fate, index) => {
            const stored = fate === "create" ? undefined : objects[index];
            return planObject(
              { branch: "a", fate },
              { stored, isRefreshed, isLegacy, at: sides[index] as TerraformSide },
            );
          });
          const found = await interleave(calls, order);
          const errors = found.filter(({ severity }) => severity === "error");
          const isKept = fates.includes("keep");
          const isDeleted = fates.includes("destroy") || fates.includes("replace");
          const isAdopted = fates.includes("create");
          if ((isDeleted && isKept) || (isAdopted && (isDeleted || isKept))) expect(errors).not.toEqual([]);
          else if (!fates.includes("replace")) expect(errors).toEqual([]);
          expect(found.length > 0).toBe(!isAdopted || fates[0] !== "refresh only");
        },
      ),
      { numRuns: 20 },
    );
  });

  test("F-13b, C-34, C-36: one object for each queue is never two, however often its calls are repeated", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fateOfObject, fateOfObject),
        fc.record({ isRefreshed: fc.boolean(), isLegacy: fc.boolean() }),
        choices,
        async (fates, how, order) => {
          const branches = ["a", "b"];
          const stored = [objects[0], objects[2]];
          await side.configure({});
          const calls = fates.map((fate, index) =>
            planObject({ branch: branches[index] ?? "", fate }, { stored: stored[index], ...how }),
          );
          expect(await interleave(calls, order)).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });

  test("a process that serves all runs of a test file finds nothing in runs that repeat each other", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom<Fate>("create", "keep", "destroy", "replace"), {
          minLength: 2,
          maxLength: 5,
        }),
        fc.boolean(),
        choices,
        async (fates, isIdentityKnown, order) => {
          const [stored] = objects;
          await side.configure({});
          const found: Found[] = [];
          for (const fate of fates) {
            // A run validates everything before it plans, variables being unknown.
            await side.validate(
              QUEUE_TYPE,
              isIdentityKnown ? Object.fromEntries(config({ target_branch: "a" })) : {},
            );
            const isNew = fate === "create";
            found.push(
              ...(await interleave(
                [
                  planObject(
                    { branch: "a", fate },
                    { stored: isNew ? undefined : stored, isRefreshed: true, isLegacy: false },
                  ),
                ],
                order,
              )),
            );
          }
          expect(found).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });
});
