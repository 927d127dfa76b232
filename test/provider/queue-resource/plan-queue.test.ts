import { UNKNOWN } from "../../../src/plugin/value";
import { formatPath } from "../../../src/plugin/value-error";
import { planCreate, planUpdate, type QueuePlan } from "../../../src/provider/queue-resource/plan-queue";
import type { QueuePrivate } from "../../../src/provider/queue-resource/values/queue-private";
import { QUEUE_SCHEMA } from "../../../src/provider/queue-schema";
import { assertPlanValid } from "../../plugin/support/assert-plan-valid";
import {
  type Attributes,
  additional,
  config,
  type Plain,
  SETTINGS_SHOWN,
  state,
  toPlainObject,
} from "../support/queue-values";

const FORGETFUL: Pick<QueuePrivate, "managesRequiredStatuses" | "ownStatuses"> = {
  managesRequiredStatuses: false,
};

/** Plans an update and checks that Terraform would accept it. */
function plan(wanted: Attributes, before: Attributes = {}, remembered = FORGETFUL): QueuePlan {
  const [given, prior] = [config(wanted), state(before)];
  const result = planUpdate(given, prior, remembered);
  assertPlanValid(QUEUE_SCHEMA, prior, given, result.planned);
  return result;
}

/** The attributes that a plan changes, with their planned values. */
function listChanges({ planned }: QueuePlan, before: Attributes = {}): { readonly [name: string]: unknown } {
  const prior = toPlainObject(state(before));
  const entries = Object.entries(toPlainObject(planned));
  return Object.fromEntries(
    entries.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(prior[name])),
  );
}

function listReplaced({ requiresReplace }: QueuePlan): string[] {
  return requiresReplace.map((path) => formatPath(path));
}

describe("planCreate", () => {
  test("C-30, C-40: configured settings are kept, all others are unknown, and the id is known", () => {
    const given = config({ mode: "parallel", required_statuses: [], deletion_policy: "abandon" });
    const { planned, requiresReplace, releasesRequiredStatuses } = planCreate(given);
    assertPlanValid(QUEUE_SCHEMA, null, given, planned);
    const unknown = Object.fromEntries(Object.keys(SETTINGS_SHOWN).map((name) => [name, "?"]));
    expect(toPlainObject(planned)).toEqual({
      id: "github.com/acme/web/main",
      queue_id: "?",
      repo: { host: "github.com", owner: "acme", name: "web" },
      target_branch: "main",
      ...unknown,
      mode: "parallel",
      required_statuses: [],
      deletion_policy: "abandon",
      on_existing: null,
      additional_settings: null,
      timeouts: null,
    });
    expect(requiresReplace).toEqual([]);
    expect(releasesRequiredStatuses).toBe(false);
  });

  test.each<Attributes>([
    { target_branch: UNKNOWN },
    { repo: UNKNOWN },
    { repo: { host: "github.com", owner: UNKNOWN, name: "web" } },
  ])("C-31: the id is unknown as long as a part of it is (%#)", (given) => {
    const { planned } = planCreate(config(given));
    assertPlanValid(QUEUE_SCHEMA, null, config(given), planned);
    expect(toPlainObject(planned)["id"]).toBe("?");
    expect(toPlainObject(planned)["repo"]).toEqual(toPlainObject(config(given))["repo"]);
  });
});

describe("planUpdate", () => {
  test("C-40: nothing changes if nothing is configured, or if the configured values are in place", () => {
    for (const wanted of [{}, SETTINGS_SHOWN, { mode: "single" }] as Attributes[])
      expect(plan(wanted).planned).toEqual(state());
  });

  test("K-5: only settings that are configured differently change", () => {
    const wanted = { mode: "parallel", concurrency: 4, comments_enabled: true };
    expect(listChanges(plan(wanted))).toEqual({ mode: "parallel", concurrency: 4 });
  });

  test("a setting that is missing in the state is planned as configured, or else null", () => {
    const before = { optimization_mode: null, direct_merge_mode: null };
    const wanted = { direct_merge_mode: "off" };
    expect(listChanges(plan(wanted, before), before)).toEqual(wanted);
  });

  test.each<[string, Attributes, Attributes, Attributes]>([
    ["by a changed setting", { concurrency: 4 }, {}, { concurrency: 4, state: "?" }],
    ["by an additional one", { additional_settings: additional({ shiny: 1 }) }, {}, { state: "?" }],
    ["not if it is declared", { state: "paused" }, {}, { state: "paused" }],
    ["not by an update that sends nothing", { deletion_policy: "drain" }, {}, { deletion_policy: "drain" }],
    ["not if it is there", { concurrency: 4 }, { state: "paused" }, { concurrency: 4 }],
  ])("K-6b: a state that is null becomes known with an apply: %s", (_case, wanted, given, changes) => {
    const before = { state: null, ...given };
    expect(listChanges(plan(wanted, before), before)).toMatchObject(changes);
    expect("state" in listChanges(plan(wanted, before), before)).toBe("state" in changes);
  });

  test("C-61, K-5: sets in another order are not a difference, and keep the prior spelling", () => {
    const before = { required_statuses: ["b", "a"] };
    const wanted = { required_statuses: ["a", "b"] };
    expect(plan(wanted, before).planned).toEqual(state(before));
  });

  test("provider-side arguments follow the configuration", () => {
    const before = {
      deletion_policy: "abandon",
      on_existing: "adopt",
      additional_settings: additional({ shiny: 1 }),
      timeouts: { create: "1m", read: null, update: null, delete: null },
    };
    expect(listChanges(plan({}, before), before)).toEqual({
      deletion_policy: null,
      on_existing: null,
      additional_settings: null,
      timeouts: null,
    });
  });

  describe("the settings that follow batch", () => {
    const both = { batching_max_wait_time_minutes: "?", batching_min_size: "?" };
    test.each<[string, Attributes, Attributes]>([
      ["batch changes", { batch: true }, { batch: true, ...both }],
      ["batch becomes unknown", { batch: UNKNOWN }, { batch: "?", ...both }],
      [
        "batch changes and one is configured",
        { batch: true, batching_min_size: 4 },
        { batch: true, batching_max_wait_time_minutes: "?" },
      ],
      ["batch is configured as it is", { batch: false }, {}],
      ["a follower changes", { batching_min_size: 3 }, { batching_min_size: 3 }],
      ["anything else changes", { mode: "parallel" }, { mode: "parallel" }],
    ])("C-32: when %s", (_, wanted, changes) => {
      expect(listChanges(plan(wanted))).toEqual(changes);
    });
  });

  describe("required_statuses", () => {
    const list = (statuses: Plain): Attributes => ({ required_statuses: statuses });
    test.each<[string, Attributes, boolean | readonly string[], Attributes, boolean, boolean?]>([
      ["configured → removed: released", {}, ["ci/build"], list("?"), true],
      ["F-45: set by version 1.6 → removed: left alone, and told", {}, true, {}, false, true],
      ["F-45: changed by someone else → removed: left alone, and told", {}, ["ci/mine"], {}, false, true],
      ["imported → removed: left alone", {}, false, {}, false],
      ["configured → configured: kept", list(["ci/build"]), true, {}, false],
      ["configured → []: none, not released", list([]), true, list([]), false],
      ["configured → unknown: unknown, not released", list(UNKNOWN), true, list("?"), false],
      ["duplicates: no difference", list(["ci/build", "ci/build"]), true, {}, false],
    ])("%s", (_, wanted, manages, changes, releasesRequiredStatuses, keepsRequiredStatuses = false) => {
      const ownStatuses = typeof manages === "object" ? manages : undefined;
      const managesRequiredStatuses = manages !== false;
      const result = plan(wanted, {}, { managesRequiredStatuses, ownStatuses });
      expect(listChanges(result)).toEqual(changes);
      expect(result).toMatchObject({ releasesRequiredStatuses, keepsRequiredStatuses });
    });
  });

  describe("the identity", () => {
    test("K-5: host, owner and name compare without regard to case, and keep the prior spelling", () => {
      const result = plan({ repo: { host: "GitHub.com", owner: "ACME", name: "Web" } });
      expect(result.planned).toEqual(state());
      expect(result.requiresReplace).toEqual([]);
    });

    test("K-5: the branch compares exactly", () => {
      const result = plan({ target_branch: "Main" });
      expect(listReplaced(result)).toEqual(["target_branch"]);
      expect(listChanges(result)).toEqual({ id: "?", queue_id: "?", target_branch: "Main" });
    });

    test.each<[string, Plain, string[]]>([
      ["host", { host: "git.example.com", owner: "acme", name: "web" }, ["repo.host"]],
      ["owner", { host: "github.com", owner: "other", name: "web" }, ["repo.owner"]],
      ["all", { host: "a", owner: "b", name: "c" }, ["repo.host", "repo.owner", "repo.name"]],
      ["an unknown name", { host: "GITHUB.com", owner: "acme", name: UNKNOWN }, ["repo.name"]],
      ["unknown as a whole", UNKNOWN, ["repo.host", "repo.owner", "repo.name"]],
    ])("C-33: %s is replaced by nested paths", (_, repo, paths) => {
      const result = plan({ repo });
      expect(listReplaced(result)).toEqual(paths);
      expect(toPlainObject(result.planned)["id"]).toBe("?");
      if (repo === UNKNOWN) expect(result.planned.get("repo")).toBe(UNKNOWN);
    });

    test("C-30: equivalent parts keep the prior spelling next to a replaced one", () => {
      const { planned } = plan({ repo: { host: "GITHUB.COM", owner: "other", name: "web" } });
      expect(toPlainObject(planned)["repo"]).toEqual({ host: "github.com", owner: "other", name: "web" });
    });
  });
});
