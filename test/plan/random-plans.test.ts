import fc from "fast-check";
import { applyPlan } from "../../src/plan/apply-plan";
import { bindPlan, fromPlanDocument } from "../../src/plan/from-plan-document";
import type { Plan, QueueAtService } from "../../src/plan/plan";
import { toPlanDocument } from "../../src/plan/to-plan-document";
import type { JsonValue } from "../../src/queue/additional-settings";
import type { QueueRecord, QueueSettings, SettingName } from "../../src/queue/settings";
import { arbitrarySettings } from "../support/arbitrary-settings";
import { PlanStage } from "./support/plan-stage";

const IDS = ["api", "docs", "mobile", "web"].map((name) => `github.com/acme/${name}/main`);
const ADDITIONAL = "mergeTrain";

interface RandomQueue {
  /** The declaration; undefined: none. */
  readonly declared: QueueSettings | undefined;
  readonly declaredAdditional: JsonValue | undefined;
  /** The live queue; undefined: it does not exist. */
  readonly live: QueueSettings | undefined;
  readonly liveAdditional: JsonValue;
}

const WORLD: fc.Arbitrary<readonly RandomQueue[]> = fc.tuple(
  ...IDS.map(() =>
    fc.record({
      declared: fc.option(arbitrarySettings(), { nil: undefined, freq: 3 }),
      declaredAdditional: fc.option(fc.constantFrom<JsonValue>("slow", "fast", { speed: [1, null] }), {
        nil: undefined,
      }),
      live: fc.option(arbitrarySettings(), { nil: undefined, freq: 2 }),
      liveAdditional: fc.constantFrom<JsonValue>("slow", "fast", { speed: [1, null] }),
    }),
  ),
);

/** Creates a random world on a stage. @returns the stage and the declarations */
function enact(world: readonly RandomQueue[]): { stage: PlanStage; members: QueueAtService[] } {
  const stage = new PlanStage({ additionalSettings: { [ADDITIONAL]: "slow" } });
  const members: QueueAtService[] = [];
  for (const [index, { declared, declaredAdditional, live, liveAdditional }] of world.entries()) {
    const id = IDS[index] ?? "";
    if (live !== undefined) stage.make(id, live, new Map([[ADDITIONAL, liveAdditional]]));
    if (declared === undefined) continue;
    const additionalSettings =
      declaredAdditional === undefined ? undefined : new Map([[ADDITIONAL, declaredAdditional]]);
    members.push(stage.declare(id, declared, additionalSettings === undefined ? {} : { additionalSettings }));
  }
  return { stage, members };
}

function look(stage: PlanStage, ids: readonly string[] = IDS): (QueueRecord | undefined)[] {
  return ids.map((id) => stage.find(id));
}

describe("plan and apply of any queues", () => {
  test("I-1, I-2: exactly the plan is applied, the next plan is empty, and another apply does nothing", async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const { stage, members } = enact(world);
        const undeclared = IDS.filter((_id, index) => world[index]?.declared === undefined);
        const untouched = look(stage, undeclared);
        const first = await stage.plan(members);
        expect(stage.writes()).toEqual([]);

        await applyPlan(first, stage.options);
        const sent = stage.writes().map(({ body }) => body as Readonly<Record<string, unknown>>);
        expect(collectSent(sent)).toEqual(collectPlanned(first));
        for (const [index, { declared }] of world.entries()) {
          if (declared === undefined) continue;
          const stored = pickDeclared(declared, stage.find(IDS[index] ?? ""));
          expect(stored).toEqual(pickDeclared(declared, declared));
        }

        const from = stage.service.requests.length;
        const second = await stage.plan(members);
        expect(second.plan.counts.none).toBe(members.length);
        await applyPlan(second, stage.options);
        expect(stage.writes(from)).toEqual([]);
        expect(look(stage, undeclared)).toEqual(untouched);
        expect(stage.service.requests.some(({ body }) => undeclared.some((id) => isAbout(body, id)))).toBe(
          false,
        );
      }),
      { numRuns: 20 },
    );
  });

  test("a saved plan is the plan: the same digest, and the same calls when it is applied", async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const [direct, saved] = [enact(world), enact(world)];
        const prepared = await direct.stage.plan(direct.members);
        const text = JSON.stringify(toPlanDocument(await saved.stage.plan(saved.members)));
        const read = fromPlanDocument(text);
        expect(read.plan).toEqual(prepared.plan);
        await applyPlan(prepared, direct.stage.options);
        await applyPlan(
          bindPlan(read, () => saved.stage.connect(saved.stage.service)),
          saved.stage.options,
        );
        expect(look(saved.stage)).toEqual(look(direct.stage));
        expect(collectSent(bodies(saved.stage))).toEqual(collectSent(bodies(direct.stage)));
      }),
      { numRuns: 12 },
    );
  });

  test("destroyed queues are gone, undeclared ones are kept, and the next plan to destroy is empty", async () => {
    await fc.assert(
      fc.asyncProperty(WORLD, async (world) => {
        const { stage, members } = enact(world);
        const undeclared = IDS.filter((_id, index) => world[index]?.declared === undefined);
        const untouched = look(stage, undeclared);
        await stage.apply(members, "destroy");
        expect(members.filter(({ queue }) => stage.service.engine.tryFindQueue(queue.identity))).toEqual([]);
        expect(look(stage, undeclared)).toEqual(untouched);
        expect((await stage.plan(members, "destroy")).plan.counts.none).toBe(members.length);
        expect(stage.operations()).not.toContain("updateQueue");
      }),
      { numRuns: 12 },
    );
  });
});

/** Returns the values that any operation sent, by queue. */
function collectSent(sent: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const all = new Map<string, Record<string, unknown>>();
  for (const { repo, ...rest } of sent) {
    const { name } = repo as { readonly name: string };
    const settings = Object.fromEntries(Object.entries(rest).filter(([field]) => field !== "targetBranch"));
    all.set(name, { ...all.get(name), ...settings });
  }
  return Object.fromEntries(all);
}

/** Returns the plan's view of each queue that it changes. */
function collectPlanned({ plan }: { readonly plan: Plan }): Record<string, unknown> {
  const changed = plan.queues.filter(({ action }) => action !== "none");
  return Object.fromEntries(
    changed.map(({ identity, changes }) => [
      identity.repo.name,
      Object.fromEntries(
        changes.map(({ name, then }) => [name, then.kind === "value" ? then.value : undefined]),
      ),
    ]),
  );
}

function bodies(stage: PlanStage): Readonly<Record<string, unknown>>[] {
  return stage.writes().map(({ body }) => body as Readonly<Record<string, unknown>>);
}

/** Returns the declared settings of a queue, with lists as sets. */
function pickDeclared(declared: QueueSettings, record: QueueRecord | undefined): object {
  const names = Object.keys(declared) as SettingName[];
  return Object.fromEntries(
    names.map((name): [string, unknown] => {
      const value = record?.[name];
      if (name !== "requiredStatuses" || typeof value !== "object") return [name, value];
      return [name, new Set((value as readonly string[]).map((text) => text.normalize("NFC")))];
    }),
  );
}

function isAbout(body: unknown, id: string): boolean {
  const { repo } = body as { readonly repo?: { readonly name: string } };
  return repo !== undefined && id.includes(`/${repo.name}/`);
}
