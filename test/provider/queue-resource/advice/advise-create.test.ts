import { DynamicValue, UNKNOWN, type Value } from "../../../../src/plugin/value";
import { QUEUE_RESOURCE } from "../../../../src/provider/queue-resource/queue-resource";
import { liveQueue } from "../../support/fake-reconciler";
import {
  type Attributes,
  expectWarnings,
  listWarnings,
  planChange,
  planHalves,
  type Read,
  SHRINKS,
} from "../../support/plan-change";
import { type ProviderStage, runProvider } from "../../support/play-provider";
import { additional, state as stateOf } from "../../support/queue-values";

describe("planning a create", () => {
  const CREATE = { wanted: {}, before: null };

  test("C-35, F-09: a queue that exists already is a warning with both ways to import it, and how to adopt it", async () => {
    const response = await planChange(liveQueue(), CREATE);
    expectWarnings(response, "Queue exists already: github.com/acme/web/main (target_branch)");
    expect(response.diagnostics[0]?.detail).toContain("terraform import ADDRESS");
    expect(response.diagnostics[0]?.detail).toContain('set on_existing = "adopt"');
    expect(response.diagnostics[0]?.detail).not.toMatch(/tainted|the new queue/i);
    expect(response.planned).not.toBeNull();
  });

  describe('with on_existing = "adopt"', () => {
    const ADOPT = { on_existing: "adopt" };
    const ADOPTED = "Queue exists and will be adopted: github.com/acme/web/main (on_existing)";
    const plan = (wanted: Attributes, read: Read = liveQueue()) =>
      planChange(read, { wanted: { ...ADOPT, ...wanted }, before: null });

    test("I-2: adopting shows exactly the settings that it changes, before and after", async () => {
      const wanted = { mode: "parallel", concurrency: 4, merge_method: "merge_commit", batch: UNKNOWN };
      const response = await plan(wanted, liveQueue({ mode: "parallel", mergeMethod: undefined }));
      expectWarnings(response, ADOPTED);
      expect(response.diagnostics[0]?.detail).toContain(
        "Queue github.com/acme/web/main exists, but is not in the part of the state that this provider configuration has read. " +
          'on_existing = "adopt" takes it over. Only these declared settings change:\n' +
          "  concurrency: 5 -> 4\n" +
          '  merge_method: (not shown) -> "merge_commit"\n' +
          "  batch: (known after apply)",
      );
    });

    test("C-21: additional settings are named, and their values are not shown", async () => {
      const hidden = additional({ shiny: "hidden", same: "hidden", off: null, late: "?" });
      const value = new Map([...(hidden.value as ReadonlyMap<string, Value>), ["late", UNKNOWN] as const]);
      const wanted = { additional_settings: new DynamicValue(hidden.type, value) };
      const { diagnostics } = await plan(wanted, liveQueue({}, [], { same: "hidden", off: 1, shiny: "x" }));
      const { detail = "" } = diagnostics[0] ?? {};
      expect(detail).toContain(
        '  additional_settings["shiny"]\n  additional_settings["late"]: (known after apply)',
      );
      expect(detail).not.toMatch(/hidden|same|off/);
    });

    test("an object of additional settings that is unknown as a whole may change them", async () => {
      for (const unknown of [UNKNOWN, new DynamicValue(["map", "number"], UNKNOWN)]) {
        const { diagnostics } = await plan({ additional_settings: unknown });
        expect(diagnostics[0]?.detail).toMatch(/\n {2}additional_settings: \(known after apply\)$/);
      }
    });

    test("F-35: the list ends somewhere", async () => {
      const names = Array.from({ length: 40 }, (_, index) => [`s${index}`, index] as const);
      const { diagnostics } = await plan({ additional_settings: additional(Object.fromEntries(names)) });
      expect(diagnostics[0]?.detail).toMatch(/\["s29"\]\n {2}and 10 more$/);
    });

    test("a queue that has everything is adopted without a change", async () => {
      const { diagnostics } = await plan({ concurrency: 5 });
      expect(diagnostics[0]?.detail).toContain("That changes nothing");
      expect(diagnostics).toHaveLength(1);
    });

    test("S-26: weaker merge protection is reported, compared with the queue", async () => {
      const wanted = { required_statuses: ["ci/test"], direct_merge_mode: "always" };
      const response = await plan(wanted, liveQueue({ directMergeMode: "always" }));
      expectWarnings(response, ADOPTED, SHRINKS);
      expect(response.diagnostics[1]?.detail).toContain('"ci/build"');
    });

    test("K-5: planned values do not depend on the queue", async () => {
      const found = await plan({ concurrency: 4 });
      const absent = await plan({ concurrency: 4 }, "gone");
      expect(found.planned).toEqual(absent.planned);
      expect(absent.diagnostics).toEqual([]);
    });

    test("C-35: for a queue that destroy only forgets, the plan says that it is adopted again, with its changes", async () => {
      const before = { deletion_policy: "abandon", ...ADOPT };
      const wanted = { ...before, concurrency: 4 };
      const { second } = await runProvider({ peek: liveQueue() }, (stage) =>
        planHalves({ wanted: before, before }, wanted, stage),
      );
      expectWarnings(second, ADOPTED);
      expect(second.diagnostics[0]?.detail).toMatch(/not replace[^]*only forgets it[^]*concurrency: 5 -> 4/);
    });
  });

  test("an on_existing that is unknown leaves open whether it will be refused", async () => {
    const { diagnostics } = await planChange(liveQueue(), { ...CREATE, wanted: { on_existing: UNKNOWN } });
    expect(diagnostics[0]?.detail).toContain('unless on_existing turns out to be "adopt"');
  });

  describe("C-35: of a queue that is in the state", () => {
    const shown = liveQueue({ state: "paused", requiredStatuses: ["ci"], directMergeMode: "off" }, [7]);
    const plan = (wanted: Attributes, read: Read = shown) =>
      planChange(read, { wanted, before: null }, ({ data }: ProviderStage) => {
        QUEUE_RESOURCE.noteStoredState(stateOf({ deletion_policy: "drain" }), data);
      });

    test("the text fits one that is deleted first and one that is only forgotten, and announces the refusal", async () => {
      const response = await plan({});
      expectWarnings(
        response,
        "Queue is replaced or refused: github.com/acme/web/main (target_branch)",
        "Queue to be deleted will be drained first: github.com/acme/web/main",
        "Merge protection may shrink: required_statuses of github.com/acme/web/main (required_statuses)",
        "Settings not carried over: github.com/acme/web/main",
      );
      const [which, content, statuses, settings] = response.diagnostics.map(({ detail }) => detail);
      expect(which).toMatch(/tainted[^]*removed block, lifecycle \{ destroy = false \}[^]*will be refused/);
      expect(content).toContain("the queue is only forgotten: nothing in it is lost");
      expect(statuses).toMatch(/"ci"[^]*a queue that replaces this one/);
      expect(settings).toBe(
        "These settings of queue github.com/acme/web/main are not declared, so a queue that replaces it gets the service's " +
          'defaults:\n  state: "paused" -> the service\'s default\n' +
          "  pending_failure_depth: 1 -> the service's default\n" +
          '  direct_merge_mode: "off" -> the service\'s default\nTo keep a setting, declare it.',
      );
    });

    test("an adoption lists what it changes", async () => {
      const { diagnostics } = await plan({ on_existing: "adopt", state: "running" });
      expect(diagnostics[0]).toMatchObject({
        summary: "Queue is replaced or adopted: github.com/acme/web/main",
        detail: expect.stringMatching(/takes it over[^]*\n {2}state: "paused" -> "running"$/) as string,
      });
    });

    test("nothing is refused if it no longer exists", async () => {
      expect(listWarnings(await plan({ pending_failure_depth: 1 }, "gone")).join()).not.toContain("refused");
    });
  });

  test("C-35: replacing a queue that destroy only forgets is reported, because it will be refused", async () => {
    const before = { deletion_policy: "abandon" };
    const { second } = await runProvider({}, (stage) => planHalves({ wanted: before, before }, {}, stage));
    const forgotten = "Queue will be forgotten and not replaced: github.com/acme/web/main (deletion_policy)";
    expectWarnings(second, forgotten);
  });

  test.each<[string, Attributes, string]>([
    ["direct merging", { direct_merge_mode: "always" }, "direct_merge_mode"],
    ["an empty list of required statuses", { required_statuses: [] }, "required_statuses"],
  ])("S-26: %s from the start is reported", async (_, wanted, path) => {
    const response = await planChange("gone", { ...CREATE, wanted });
    expectWarnings(response, `Merge protection shrinks: ${path} of github.com/acme/web/main (${path})`);
  });
});
