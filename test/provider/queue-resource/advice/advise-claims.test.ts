import { UNKNOWN } from "../../../../src/plugin/value";
import { QueueClaims } from "../../../../src/provider/queue-claims";
import { planResource } from "../../../../src/provider/queue-resource/plan-resource";
import { type Attributes, listWarnings, planHalves, toRequest } from "../../support/plan-change";
import { runProvider } from "../../support/play-provider";

describe("two resources that declare one queue", () => {
  interface Resource {
    /** Whether the queue is in the state. */
    readonly isKept?: boolean;
    readonly wanted?: Attributes;
    /** Whether a replacement is forced, so that it is planned twice. */
    readonly isForced?: boolean;
  }

  /** Plans resources one after another and returns the warnings about two that declare one queue. */
  async function planAll(resources: readonly Resource[], claims = new QueueClaims()): Promise<string[]> {
    const { warnings } = await runProvider({}, async ({ data, context }) => {
      const offline = { ...data, reconciler: undefined, claims };
      const warnings: string[] = [];
      for (const { isKept = false, wanted = {}, isForced = false } of resources) {
        const change = { wanted, before: isKept ? {} : null };
        const responses = isForced
          ? Object.values(await planHalves(change, wanted, { data: offline, context }))
          : [await planResource(toRequest(change, offline), context)];
        warnings.push(...responses.flatMap(listWarnings));
      }
      return { warnings: warnings.filter((text) => text.includes("declared by more than one")) };
    });
    return warnings;
  }

  test("does not suggest replacing a queue that another resource manages", async () => {
    const { warnings } = await runProvider({}, async ({ data, context }) => {
      const kept = { wanted: {}, before: { state: "paused" } };
      await planResource(toRequest(kept, data), context);
      return {
        warnings: listWarnings(await planResource(toRequest({ wanted: {}, before: null }, data), context)),
      };
    });
    expect(warnings).toEqual([`warning: ${TWICE}`]);
  });

  const TWICE = "Queue declared by more than one resource: github.com/acme/web/main (target_branch)";
  const NEXT_TWICE = "Queue declared by more than one resource: github.com/acme/web/next (target_branch)";
  const ADOPT = { wanted: { on_existing: "adopt" } };
  const NEXT = { wanted: { target_branch: "next" } };

  test.each<[string, readonly Resource[], readonly string[]]>([
    ["two creates", [{}, {}], [`warning: ${TWICE}`]],
    ["three creates", [{}, ADOPT, {}], [`warning: ${TWICE}`, `warning: ${TWICE}`]],
    ["a create of a queue that another one keeps", [{ isKept: true }, {}], [`warning: ${TWICE}`]],
    ["an adoption of it", [{ isKept: true }, ADOPT], [`error: ${TWICE}`]],
    ["an adoption of it that is planned first", [ADOPT, { isKept: true }], [`error: ${TWICE}`]],
    ["a replacement that becomes it", [{}, { isKept: true, ...NEXT }, NEXT], [`warning: ${NEXT_TWICE}`]],
    ["one resource", [{}], []],
    ["one that is replaced", [{ isKept: true, isForced: true }], []],
    ["one that is replaced by another queue", [{ isKept: true, ...NEXT, isForced: true }], []],
    ["one that moves away from it", [{ isKept: true, ...NEXT }, {}], []],
    ["one of which it is not known yet", [{ wanted: { target_branch: UNKNOWN } }, {}], []],
    ["two that keep it, of which Terraform knows from before", [{ isKept: true }, { isKept: true }], []],
  ])("I-2: %s", async (_, resources, warnings) => {
    expect(await planAll(resources)).toEqual(warnings);
  });

  test("I-2: under Pulumi, which plans a replaced resource twice, only an adoption is an error", async () => {
    const claims = (): QueueClaims => new QueueClaims("1.0.0+pulumi-terraform-bridge");
    expect(await planAll([{}, {}], claims())).toEqual([]);
    expect(await planAll([{ isKept: true }, {}], claims())).toEqual([]);
    expect(await planAll([{ isKept: true }, ADOPT], claims())).toEqual([`error: ${TWICE}`]);
  });
});
